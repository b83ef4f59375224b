"""Duplicate: score an evening or a season; boards and pairs that the director decides about."""
