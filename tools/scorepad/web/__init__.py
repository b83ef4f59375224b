"""`scorepad serve`: the club in a browser."""
