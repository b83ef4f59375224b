"""The sessions as the tablets have them: kept, chosen, listed, copied."""
