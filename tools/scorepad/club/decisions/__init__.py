"""What people decide about sessions afterwards, and which session or player they mean."""
