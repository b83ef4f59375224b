"""Duplicate scores by `endplay`, which we have not written; what needs them is skipped without."""

from functools import cache

import pytest

types = pytest.importorskip("endplay.types", reason="endplay has no wheel for this Python")
Board, Contract, Player, Vul = types.Board, types.Contract, types.Player, types.Vul
DENOMS = tuple(types.Denom[name] for name in ("clubs", "diamonds", "hearts", "spades", "nt"))
PENALTIES = tuple(types.Penalty[name] for name in ("passed", "doubled", "redoubled"))


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
