"""`/api/`: what the commands give and do, for programs."""
