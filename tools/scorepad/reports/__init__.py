"""What people read: score sheets, lists and results, in a terminal, as a page and as a PDF."""
