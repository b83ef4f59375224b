"""Who has won how much of whom, and the fewest payments that settle it. Pure integers.

Everything is between two: what one wins the other loses, so whatever is added up comes to 0.
"""

from collections.abc import Hashable, Mapping
from itertools import combinations
from typing import TypeVar

from firmware.session import Session
from scorepad.rule_sets import in_points

Key = TypeVar("Key", bound=Hashable)

_OPPONENTS = ((0, 1), (2, 3))  # seats that settle where there are two sides


def settlements(session: Session) -> list[tuple[int, int, int]]:
    """(seat, opponent, points that the seat wins of the opponent) of a complete session.

    Of two sides each partner wins or loses the margin, as the session's option `settle` rounds
    it: North against East, South against West. In Pirate Bridge everybody settles with each of
    the others. None for a session that is not complete, or has nothing to settle (`in_points`).
    """
    if not in_points(session.sheet) or not session.complete:
        return []
    alone = len(session.sheet.accounts) > 2
    pairs = combinations(range(4), 2) if alone else _OPPONENTS
    return [(seat, other, _won(session, seat, other)) for seat, other in pairs]


def _won(session: Session, seat: int, opponent: int) -> int:
    totals = session.sheet.totals
    ahead = totals[seat % len(totals)] - totals[opponent % len(totals)]
    settled = session.sheet.settle(abs(ahead))
    return settled if ahead > 0 else -settled


def money(points: int, per_100: int) -> int:
    """Return the money for points at a stake per 100, in its unit; half a unit is rounded up.

    Points that are lost cost what they bring to the winner.
    """
    worth = (abs(points) * per_100 + 50) // 100
    return worth if points > 0 else -worth


def payments(balances: Mapping[Key, int]) -> list[tuple[Key, Key, int]]:
    """Return payments (from, to, amount) that settle the balances.

    Raises ValueError for balances that are not 0 in all, which no payments settle.
    Whoever owes most pays to whoever gets most, again and again: at most one payment less than
    there are people. Of equals the first in `balances` comes first.
    """
    if total := sum(balances.values()):
        raise ValueError(f"the balances come to {total}, not to 0")
    left = {key: balance for key, balance in balances.items() if balance}
    paid = []
    while left:
        debtor, creditor = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[debtor], left[creditor])
        paid.append((debtor, creditor, amount))
        left[debtor] += amount
        left[creditor] -= amount
        left = {key: balance for key, balance in left.items() if balance}
    return paid
