"""Pages for players without a login: only results that the director has released."""
