"""What only a terminal has: the server, a simulated tablet, completion for shells."""
