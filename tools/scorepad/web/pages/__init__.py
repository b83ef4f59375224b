"""What the pages are, and what they ask for."""
