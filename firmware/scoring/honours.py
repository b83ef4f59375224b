"""Honours in one hand, as rubber bridge and Chicago count them."""

from firmware.scoring.deal import NO_TRUMP, honours, honours_most, honours_seat, strain
from firmware.scoring.sheet import ABOVE, post


def post_claim(postings: list, deal: int) -> None:
    """Posts a claim: 100 for 4 trump honours, 150 for 5 and for 4 aces at no-trump."""
    claim = honours(deal)
    if claim:
        best = strain(deal) == NO_TRUMP or honours_most(claim) == 5
        post(postings, honours_seat(claim) % 2, ABOVE, 150 if best else 100, "honours")
