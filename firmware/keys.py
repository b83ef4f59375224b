"""The six keys, and what a person can do with them beside pressing one."""

UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)
MENU = 6  # BACK held down
NOTHING = -1
