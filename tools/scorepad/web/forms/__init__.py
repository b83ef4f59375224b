"""Forms that are sent: what they say, what they do, and what they would do."""
