"""What the club has: records of sessions, what was decided of them, and what follows."""
