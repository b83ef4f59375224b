"""What is played for, and who owes whom."""
