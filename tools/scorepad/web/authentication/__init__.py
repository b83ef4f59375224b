"""Who may come in, and what holds for every request."""
