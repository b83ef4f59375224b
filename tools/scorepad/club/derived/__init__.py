"""What follows from the records and nothing else: scores, settlements, the ranking."""
