"""What each command takes; nothing here loads what the commands need."""
