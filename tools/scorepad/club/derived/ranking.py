"""The club's ranking: every player has one, and each deal moves those of the four who played it.

Pure integers, no database: the same deals in the same order give the same ranking everywhere. What
one side wins the other loses, so the sum over all players never changes.
"""

from firmware.scoring.imps import imps
from firmware.session import Session
from scorepad import wording

START, LOWEST, HIGHEST = 5000, 1, 10000
GUEST = 0  # id of a seat whose player is not in the roster

_SPEEDS = ((20, 8), (60, 4), (150, 2))  # up to how many deals a player's ranking moves how fast
_MOST_FAVOURED = 900  # thousandths of its gain that a favourite goes without, at most,
_P3_SPAN = 15_000  # which is where it is stronger by so much


def speed(deals: int) -> int:
    """How fast the ranking of a player moves who has played so many deals: 8, 4, 2, 1."""
    for limit, fast in _SPEEDS:
        if deals < limit:
            return fast
    return 1


def strength(one: int, other: int) -> int:
    """P3 of a pair with these rankings: the weaker partner weighs double."""
    return max(one, other) + 2 * min(one, other)


def gain(k: int, won: int, winners: int, losers: int) -> int:
    """What a pair of strength `winners` gets by `won` IMPs (0 or more) against `losers`.

    `k`: the sum of the four speeds. A favourite gets less than an underdog; the fraction is
    rounded down for the one and up for the other.
    """
    if won == 0:
        return 0
    f = min(_MOST_FAVOURED, abs(winners - losers) * _MOST_FAVOURED // _P3_SPAN)
    if winners >= losers:
        return k * (8 + won) * (1000 - f) // 4000
    return -(-k * (8 + won) * (1000 + f) // 4000)


def shares(d: int, low: int, high: int) -> tuple[int, int]:
    """How partners with these rankings divide `d`: in proportion, to half a point."""
    share = (2 * d * low + low + high) // (2 * (low + high))
    return share, d - share


def counts(seats: tuple[int, int, int, int]) -> bool:
    """Whether four different players sit there, none of them a guest."""
    return GUEST not in seats and len(set(seats)) == len(seats)


class Ranking:
    """Rankings by player id, and how many deals each has played. A new player starts at 5000."""

    def __init__(self) -> None:
        self.rankings: dict[int, int] = {}
        self.deals: dict[int, int] = {}

    def add(self, seats: tuple[int, int, int, int], won: int) -> None:
        """Charges a deal to its players, N, E, S, W; `won`: IMPs of N-S, negative for E-W.

        Without four players (`counts`) the deal is nobody's.
        """
        if not counts(seats):
            return
        for player in seats:
            self.rankings.setdefault(player, START)
            self.deals.setdefault(player, 0)
        pairs = self._pair(*seats[0::2]), self._pair(*seats[1::2])
        winners, losers = pairs if won >= 0 else pairs[::-1]
        k = sum(speed(self.deals[player]) for player in seats)
        self._move(winners, losers, gain(k, abs(won), self._p3(winners), self._p3(losers)))
        for player in seats:
            self.deals[player] += 1

    def _pair(self, one: int, other: int) -> tuple[int, int]:
        """The lower-ranked first; of equals the one with the lower id."""
        low, high = sorted((one, other), key=lambda player: (self.rankings[player], player))
        return low, high

    def _p3(self, pair: tuple[int, int]) -> int:
        return strength(self.rankings[pair[0]], self.rankings[pair[1]])

    def _move(self, winners: tuple[int, int], losers: tuple[int, int], d: int) -> None:
        """Moves `d`, or the most that keeps all four within the limits."""
        moved = self._moved(winners, losers, d)
        while not all(LOWEST <= ranking <= HIGHEST for ranking in moved.values()):
            d -= 1
            moved = self._moved(winners, losers, d)
        self.rankings.update(moved)

    def _moved(self, winners: tuple[int, int], losers: tuple[int, int], d: int) -> dict[int, int]:
        """The rankings of the four after the winners got `d`."""
        moved = {}
        for pair, sign in ((winners, 1), (losers, -1)):
            before = [self.rankings[player] for player in pair]
            for player, was, share in zip(pair, before, shares(d, *before), strict=True):
                moved[player] = was + sign * share
        return moved


def imps_won(session: Session) -> dict[int, int]:
    """IMPs of N-S on each deal that is charged to those who sat at the table, by its number.

    Nothing is charged for rules that are not ranked, for a hand that was dealt again, and for
    what is posted when the players stop.
    """
    sheet = session.sheet
    if not sheet.ranked:
        return {}
    return {
        row.number: _won(sheet.imps, row.postings)
        for row in session.rows()
        if row.number and sheet.counts(row.deal)
    }


def _won(posts_imps: bool, postings: list[int]) -> int:
    """IMPs of N-S on a deal; if IMPs are posted, E-W's are the negative of N-S's."""
    ns, ew = wording.scores(postings, 2)
    return ns if posts_imps else imps(ns - ew)
