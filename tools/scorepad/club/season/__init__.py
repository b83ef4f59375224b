"""A season: many evenings of duplicate in one list."""
