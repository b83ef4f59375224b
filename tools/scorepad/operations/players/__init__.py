"""The roster: list, add, edit, import, merge."""
