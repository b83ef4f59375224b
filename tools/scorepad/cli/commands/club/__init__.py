"""What each command of `scorepad club` does."""
