"""What everybody in the room may read: what the director has released, and nothing else."""
