"""Our own one-bit fonts: the drawings, and the generator of firmware/ui/fonts."""
