"""Movements of a duplicate event: made, read from a file, checked; no database, no players."""
