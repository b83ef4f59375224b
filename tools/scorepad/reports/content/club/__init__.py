"""What reports say of the club itself: its settings, who has access, what it has decided."""
