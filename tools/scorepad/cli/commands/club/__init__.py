"""What each command of `scorepad club` does, as its help says. Each raises UserError."""
