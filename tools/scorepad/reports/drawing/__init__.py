"""Draws reports: in a terminal, as HTML, as PDF."""
