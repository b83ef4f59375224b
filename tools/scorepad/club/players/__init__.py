"""The club's players: the roster, and who is one person."""
