"""What people decide about sessions afterwards, beside the records."""
