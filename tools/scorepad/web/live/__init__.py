"""What changes while somebody looks: the club, and the tablets that are plugged in."""
