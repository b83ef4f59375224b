"""The club's database: its tables, the engines beneath, rows."""
