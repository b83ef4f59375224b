"""The duplicate score of one deal: Laws of Duplicate Bridge 2017, Law 77.

Each deal stands for itself: game and part-score are paid at once, and nothing is carried.
"""

from firmware.scoring import kernel
from firmware.scoring.deal import BOOK, level, overtricks
from firmware.scoring.sheet import ABOVE, post


def points(deal: int, vulnerable: bool) -> int:
    """Return the score of declarer's side: negative if the contract is down, 0 if passed out."""
    odd = deal >> 4 & 7  # by its bits, as in kernel.py
    if not odd:
        return 0
    if deal & 15 < BOOK + odd:
        return -kernel.undertrick_score(deal, vulnerable)
    tricks = kernel.trick_score(deal)
    made = tricks + kernel.overtrick_score(deal, vulnerable) + kernel.insult(deal)
    return made + kernel.slam(deal, vulnerable) + contract_bonus(tricks, vulnerable)


def post_points(postings: list[int], side: int, deal: int, vulnerable: bool) -> None:
    """Post what `points` consists of to `side`, which is declarer's."""
    if not level(deal):
        return
    if overtricks(deal) < 0:
        lost = kernel.undertrick_score(deal, vulnerable)
        post(postings, side, ABOVE, -lost, "undertricks")
        return
    kernel.post_made(postings, side, ABOVE, deal, vulnerable)
    bonus = contract_bonus(kernel.trick_score(deal), vulnerable)
    post(postings, side, ABOVE, bonus, "game" if bonus > 50 else "part-score")


def contract_bonus(tricks: int, vulnerable: bool) -> int:
    """Return the bonus for a made contract: game from a trick score of 100, else part-score."""
    if tricks < kernel.GAME:
        return 50
    return 500 if vulnerable else 300
