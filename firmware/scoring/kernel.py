"""The contract-bridge kernel: trick score, overtricks, insult, slam, undertricks, honours.

Laws of Rubber Bridge 2014 (Law 81) and Laws of Duplicate Bridge 2017 (Law 77); the older
undertrick scales and insults are those of the laws of 1932 and 1935.
Everything here is an amount of points for one side, a multiple of 10.
"""

from firmware.scoring.deal import (
    BOOK,
    DOUBLED,
    HEARTS,
    NO_TRUMP,
    REDOUBLED,
    UNDOUBLED,
    honours,
    honours_most,
    honours_seat,
    strain,
)
from firmware.scoring.sheet import ABOVE, post

GAME = 100  # trick points that make a game

# The readings that an option chooses are numbers, for names would cost heap. The fields of a deal
# are taken apart by their bits (deal.py), for a call for each would take most of the time.


def trick_score(deal: int) -> int:
    """Return the points for the odd tricks bid, doubled and redoubled with the contract."""
    points = (deal >> 4 & 7) * (30 if deal >> 7 & 7 >= HEARTS else 20)
    if deal >> 7 & 7 == NO_TRUMP:
        points += 10
    return points << (deal >> 10 & 3)


def overtrick_score(deal: int, vulnerable: bool) -> int:
    """Return the points for the tricks over a contract that was made."""
    over = (deal & 15) - BOOK - (deal >> 4 & 7)
    if deal >> 10 & 3 == UNDOUBLED:
        return over * (30 if deal >> 7 & 7 >= HEARTS else 20)
    each = 100 if deal >> 10 & 3 == DOUBLED else 200
    return over * (each * 2 if vulnerable else each)


def insult(deal: int, reading: int = 0) -> int:
    """Return the points for making a doubled contract, once. `reading`: 0 law, 1 flat, 2 none."""
    stake = deal >> 10 & 3
    if stake == UNDOUBLED or reading == 2:
        return 0
    return 50 if reading else 50 * stake


def slam(deal: int, vulnerable: bool) -> int:
    """Return the points for a slam that was bid and made; 0 below level 6."""
    if deal >> 4 & 7 < 6:
        return 0
    points = 500 if deal >> 4 & 7 == 6 else 1000
    return points * 3 // 2 if vulnerable else points


def undertrick_score(deal: int, vulnerable: bool, scale: int = 0) -> int:
    """Return the points for undertricks. `scale`: 0 is 1987, 1 1935, 2 1932."""
    down = BOOK + (deal >> 4 & 7) - (deal & 15)
    stake = deal >> 10 & 3
    if scale == 2:
        return _undertricks_1932(down, stake, vulnerable)
    if stake == UNDOUBLED:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        points = 200 + (down - 1) * 300
    else:
        points = 100 + (down - 1) * 200
        if down > 3 and scale == 0:  # by the laws of 1987 from the fourth on 300
            points += (down - 3) * 100
    return points << stake - 1


def _undertricks_1932(down: int, stake: int, vulnerable: bool) -> int:
    """Score by the Laws of 1932: every further undertrick costs more than the last."""
    if stake == UNDOUBLED:
        return _rising(down, 100, 50) if vulnerable else down * 50
    points = _rising(down, 200, 100) if vulnerable else _rising(down, 100, 50)
    return points << (stake == REDOUBLED)


def _rising(count: int, first: int, step: int) -> int:
    """Return first + (first + step) + ... of `count` terms."""
    return count * first + step * count * (count - 1) // 2


def post_made(
    postings: list[int], side: int, line: str, deal: int, vulnerable: bool, reading: int = 0
) -> None:
    """Post the odd tricks above or below the line, and above it what a made contract earns.

    `reading`: that of the insult.
    """
    post(postings, side, line, trick_score(deal), "tricks")
    post(postings, side, ABOVE, overtrick_score(deal, vulnerable), "overtricks")
    post(postings, side, ABOVE, insult(deal, reading), "insult")
    post(postings, side, ABOVE, slam(deal, vulnerable), "slam")


def post_claim(postings: list[int], deal: int) -> None:
    """Post a claim: 100 for 4 trump honours, 150 for 5 and for 4 aces at no-trump."""
    claim = honours(deal)
    if claim:
        best = strain(deal) == NO_TRUMP or honours_most(claim) == 5
        post(postings, honours_seat(claim) % 2, ABOVE, 150 if best else 100, "honours")
