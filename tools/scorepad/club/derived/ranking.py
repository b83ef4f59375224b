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
    """Return the speed of a player's rating after so many deals: 8, 4, 2, 1."""
    for limit, fast in _SPEEDS:
        if deals < limit:
            return fast
    return 1


def gain(k: int, won: int, winners: int, losers: int) -> int:
    """Return the gain of a pair of strength `winners` (P3) for `won` IMPs against `losers`.

    `k`: the sum of the four speeds. A favourite gets less than an underdog; the fraction is
    rounded down for the one and up for the other.
    """
    if won == 0:
        return 0
    f = min(_MOST_FAVOURED, abs(winners - losers) * _MOST_FAVOURED // _P3_SPAN)
    if winners >= losers:
        return k * (8 + won) * (1000 - f) // 4000
    return -(-k * (8 + won) * (1000 + f) // 4000)


def counts(seats: tuple[int, int, int, int]) -> bool:
    """Return True if the seats have four different players and no guest."""
    return GUEST not in seats and len(set(seats)) == len(seats)


class Ranking:
    """Rankings by player id, and how many deals each has played. A new player starts at 5000."""

    def __init__(self) -> None:
        self.rankings: dict[int, int] = {}
        self.deals: dict[int, int] = {}

    def add(self, seats: tuple[int, int, int, int], *imps: int) -> None:
        """Charges deals to their players, N, E, S, W; `imps`: of N-S, negative for E-W.

        Without four players (`counts`) the deals are nobody's.
        """
        if not imps or not counts(seats):
            return
        n, e, s, w = [self.rankings.get(player, START) for player in seats]
        deals = [self.deals.get(player, 0) for player in seats]
        first = seats[0] < seats[2], seats[1] < seats[3]
        k = 0
        for place, won in enumerate(imps):
            if k != len(seats):  # somebody is not yet at the last speed
                k = sum([speed(played + place) for played in deals])
            n, e, s, w = _move_rankings(n, e, s, w, *first, k, won)
        self.rankings.update(zip(seats, (n, e, s, w), strict=True))
        for player, played in zip(seats, deals, strict=True):
            self.deals[player] = played + len(imps)


def _move_rankings(
    n: int, e: int, s: int, w: int, north_first: bool, east_first: bool, k: int, won: int
) -> tuple[int, int, int, int]:
    """The rankings after a deal: moved by the gain, or the most that keeps all within the limits.

    Partners share in proportion to half a point: the lower's share is rounded, a half up, so the
    higher's is, a half down. Of equal ones North or East is the lower if it is said (`first`).
    Here are few calls: whoever corrects an old session waits for the deals of years.
    """
    ns, ew = n + s, e + w
    strong, other = ns + (n if n < s else s), ew + (e if e < w else w)  # P3
    d = gain(k, won, strong, other) if won >= 0 else gain(k, -won, other, strong)
    sign = 1 if won >= 0 else -1
    while True:
        north = sign * ((2 * d * n + ns - (n >= s + north_first)) // (2 * ns))
        east = sign * ((2 * d * e + ew - (e >= w + east_first)) // (2 * ew))
        moved = n + north, e - east, s + sign * d - north, w - sign * d + east
        if min(moved) >= LOWEST and max(moved) <= HIGHEST:
            return moved
        d -= 1


def imps_won(session: Session) -> list[int] | None:
    """IMPs of N-S on each deal that is charged to those who sat at the table, in order.

    None for rules that are not ranked. Nothing is charged for a hand that was dealt again, and
    for what is posted when the players stop.
    """
    sheet = session.sheet
    if not sheet.ranked:
        return None
    counting = (row for row in session.rows() if row.number and sheet.counts(row.deal))
    scores = (wording.scores(row.postings, 2) for row in counting)
    # If IMPs are posted, E-W's are the negative of N-S's.
    return [ns if sheet.imps else imps(ns - ew) for ns, ew in scores]
