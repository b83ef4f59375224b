"""The firmware of the tablet; the PC imports the same files."""

VERSION = "0.1.0"
