"""The club's players: the roster, who is one person, and how they rank."""
