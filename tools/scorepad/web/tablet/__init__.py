"""The tablet in a browser: the firmware, and what of a page it takes for its hardware."""
