"""What each command does, as its help says, loaded when it is chosen. Each raises UserError."""
