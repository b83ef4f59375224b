"""What other programs read of a deal: plain letters and numbers, no symbols."""

from firmware.scoring.deal import doubling, level, strain, tricks

PASSED = "Pass"

_STRAINS = ("C", "D", "H", "S", "NT", "NULLO")
_DOUBLINGS = ("", "X", "XX")


def contract(deal: int) -> str:
    """Return a contract, such as 4S, 3NTX or 2HXX; PASSED for a deal that was passed out."""
    if not level(deal):
        return PASSED
    return f"{level(deal)}{_STRAINS[strain(deal)]}{_DOUBLINGS[doubling(deal)]}"


def tricks_won(deal: int) -> str:
    """Return the tricks of declarer's side, 0 to 13; "" for a deal that was passed out."""
    return str(tricks(deal)) if level(deal) else ""
