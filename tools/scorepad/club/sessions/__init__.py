"""What people decide about sessions: their deals, who sat where, damaged copies."""
