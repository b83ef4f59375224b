"""The pages, and the values that they ask for."""
