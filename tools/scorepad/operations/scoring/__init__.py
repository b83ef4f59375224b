"""Rule sets, and the score of deals that are written down."""
