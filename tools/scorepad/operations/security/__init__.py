"""Access to the club: password, tokens, codes, tablets, security log."""
