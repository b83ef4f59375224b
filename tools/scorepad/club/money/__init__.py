"""What is played for, what everybody has won or lost, and who pays whom."""
