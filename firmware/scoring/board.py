"""The duplicate score of one deal: Laws of Duplicate Bridge 2017, Law 77.

Each deal stands for itself: game and part-score are paid at once, and nothing is carried.
"""

from firmware.scoring import kernel
from firmware.scoring.deal import level, overtricks


def points(deal: int, vulnerable: bool) -> int:
    """The score of declarer's side: negative if the contract is down, 0 if it was passed out."""
    if not level(deal):
        return 0
    if overtricks(deal) < 0:
        return -kernel.undertrick_score(deal, vulnerable)
    made = kernel.trick_score(deal) + contract_bonus(deal, vulnerable)
    made += kernel.overtrick_score(deal, vulnerable) + kernel.insult(deal)
    return made + kernel.slam(deal, vulnerable)


def postings(deal: int, vulnerable: bool) -> list[tuple[int, str]]:
    """What `points` consists of, as (points, reason), none of them 0."""
    if not level(deal):
        return []
    if overtricks(deal) < 0:
        return [(-kernel.undertrick_score(deal, vulnerable), "undertricks")]
    bonus = contract_bonus(deal, vulnerable)
    amounts = [(kernel.trick_score(deal), "tricks")]
    amounts += above(deal, vulnerable)
    amounts.append((bonus, "game" if bonus > 50 else "part-score"))
    return amounts


def contract_bonus(deal: int, vulnerable: bool) -> int:
    """For a contract that was made: game if its trick score is 100 or more, else part-score."""
    if kernel.trick_score(deal) < kernel.GAME:
        return 50
    return 500 if vulnerable else 300


def above(deal: int, vulnerable: bool, insult: int = 0) -> list[tuple[int, str]]:
    """What a contract that was made earns beside its tricks and game, as (points, reason).

    `insult`: which reading, as in the kernel.
    """
    amounts = (
        (kernel.overtrick_score(deal, vulnerable), "overtricks"),
        (kernel.insult(deal, insult), "insult"),
        (kernel.slam(deal, vulnerable), "slam"),
    )
    return [(points, reason) for points, reason in amounts if points]
