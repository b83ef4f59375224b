"""The content of reports, independent of their output."""
