"""What the club has, as lists."""
