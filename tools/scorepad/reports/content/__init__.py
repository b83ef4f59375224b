"""What reports say, whatever they are drawn on."""
