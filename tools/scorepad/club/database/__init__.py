"""The club's database: its tables, the kinds of databases, plain SQL."""
