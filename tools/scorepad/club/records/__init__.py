"""The sessions as the tablets have them, what follows from their records, and finding them."""
