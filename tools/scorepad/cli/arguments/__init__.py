"""What each command takes, which `add_to` adds; nothing here loads what the commands need."""
