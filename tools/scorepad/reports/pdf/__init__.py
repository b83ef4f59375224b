"""Score sheets as PDF."""
