"""Movements: draw a Mitchell or a Howell, check one from a file."""
