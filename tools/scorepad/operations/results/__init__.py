"""What the club has: sessions as a list, score sheets and files; the ranking."""
