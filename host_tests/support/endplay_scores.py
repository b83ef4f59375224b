"""Duplicate scores by `endplay`, which we have not written; what needs them is skipped without."""

import itertools
from functools import cache

import pytest

types = pytest.importorskip("endplay.types", reason="endplay has no wheel for this Python")
Board, Contract, Player, Vul = types.Board, types.Contract, types.Player, types.Vul
DENOMS = tuple(types.Denom[name] for name in ("clubs", "diamonds", "hearts", "spades", "nt"))
PENALTIES = tuple(types.Penalty[name] for name in ("passed", "doubled", "redoubled"))

LEVELS, STRAINS, STAKES, TRICKS = range(1, 8), range(5), range(3), range(14)
DIAMONDS, NO_TRUMP = 1, 4
BIDS = list(itertools.product(LEVELS, STRAINS, STAKES))
# Below the line a side can have whatever is less than 100 and made of 20, 30, 40 ...
PART_SCORES = list(itertools.product((0, 20, 30, 40, 50, 60, 70, 80, 90), repeat=2))


def trick_score(bid: tuple[int, int, int]) -> int:
    """Return the points below the line of a contract of a rubber that is made."""
    level, strain, stake = bid
    odd = 20 if strain <= DIAMONDS else 30
    return (odd * level + 10 * (strain == NO_TRUMP)) << stake


@cache
def duplicate(bid: tuple[int, int, int], tricks: int, vulnerable: bool) -> int:
    """Declarer's score for level, strain and stake, and the tricks taken."""
    level, strain, stake = bid
    contract = Contract(
        level=level,
        denom=DENOMS[strain],
        declarer=Player.north,
        penalty=PENALTIES[stake],
        result=tricks - 6 - level,
    )
    return contract.score(Vul.both if vulnerable else Vul.none)
