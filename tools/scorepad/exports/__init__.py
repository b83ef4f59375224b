"""The files that sessions are exported to; those for people are drawn in reports."""
