"""Honours in one hand: the claims that rubber bridge and Chicago take, and what they are worth."""

from firmware.scoring.deal import (
    NO_TRUMP,
    BadDeal,
    honours,
    honours_fewer,
    honours_most,
    honours_seat,
    strain,
)
from firmware.scoring.sheet import ABOVE, post


def check_claim(deal: int, option: str | int) -> None:
    """Raises BadDeal unless `option` is on and 4 or 5 honours in one hand are claimed."""
    claim = honours(deal)
    if option == "off":
        raise BadDeal("honours are not scored here (option honours=off): leave out hon=")
    most, fewer = honours_most(claim), honours_fewer(claim)
    if fewer or most < 4:
        raise BadDeal(f"honours {most}-{fewer}: only 4 or 5 in one hand count, as in hon=N4")


def post_claim(postings: list, deal: int) -> None:
    """Posts a claim: 100 for 4 trump honours, 150 for 5 and for 4 aces at no-trump."""
    claim = honours(deal)
    if claim:
        best = strain(deal) == NO_TRUMP or honours_most(claim) == 5
        post(postings, honours_seat(claim) % 2, ABOVE, 150 if best else 100, "honours")
