"""Authentication, and the limits of every request."""
