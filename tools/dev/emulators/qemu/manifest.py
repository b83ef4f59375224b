"""Frozen into the emulated board: its flash, and how it is mounted."""

freeze(".", ("_boot.py", "psram.py"))  # noqa: F821  # a function of manifest files
