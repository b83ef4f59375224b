"""A knock-out in a terminal, as a page and as a PDF."""
