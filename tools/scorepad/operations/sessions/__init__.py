"""Sessions and their deals: correct, void, adjust, seat, leave out."""
