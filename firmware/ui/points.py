"""Points in words, for the screens that show deals which were played."""

from firmware.scoring.place import MAX_BOARD
from firmware.ui.words import seat, side


def gains(points: list[int]) -> str:
    """Who gets what: `N-S 590`, or at Pirate Bridge `E 222 S 222`; of two sides the better one."""
    if len(points) > 2:
        pairs = [f"{seat(i)} {gained}" for i, gained in enumerate(points) if gained]
        return " ".join(pairs) or "0"
    gained = max(points) if max(points) > 0 else min(points)  # a premium may be withdrawn
    return f"{side(points.index(gained))} {gained}" if gained else "0"


def number(session, deal: int) -> str:
    """What a deal goes by: the number of its board, or its own; what comes at the end is more."""
    if not deal:
        return "+"
    place = session.places[deal - 1]
    return str(place if 0 < place <= MAX_BOARD else deal)
