"""What is computed from the records and the decisions: scores, settlements, the ranking."""
