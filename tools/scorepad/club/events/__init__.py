"""Events of duplicate: planned before they are played, with a movement and pairs by number."""
