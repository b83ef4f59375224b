"""The six keys, and what they do beside being pressed once."""

UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)
MENU = 6  # BACK held down
NOTHING = -1


def upward(key: int) -> int:
    """Return 1 for UP, -1 for DOWN, else 0."""
    return (key == UP) - (key == DOWN)


def rightward(key: int) -> int:
    """Return 1 for RIGHT, -1 for LEFT, else 0."""
    return (key == RIGHT) - (key == LEFT)
