"""What the club has set for itself: its name, its paper, its language, when an evening ends."""
