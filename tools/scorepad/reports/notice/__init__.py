"""Reports that are printed and pinned to a board."""
