"""A knock-out as it stands: who has met whom, who is through, who was best of those who are out.

A pair is its place in the bracket, from 0 at the top.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """The result of a match.

    `winner`: which of its two pairs, 0 or 1; `points`: of both, None for a walkover; `session`:
    where it was played, "" if it was entered by hand, then with a `reason`; `started`: minutes
    since 2000, 0 if it was entered by hand.
    """

    winner: int
    points: tuple[int, int] | None
    session: str = ""
    started: int = 0
    reason: str = ""

    @property
    def margin(self) -> int | None:
        """The difference of points; None for a walkover."""
        return abs(self.points[0] - self.points[1]) if self.points else None


@dataclass(frozen=True)
class Match:
    """A match of a round (from 1); a pair is None as long as it is not known, and in a bye."""

    round: int
    pairs: tuple[int | None, int | None]
    outcome: Outcome | None = None
    bye: bool = False

    @property
    def through(self) -> int | None:
        if self.bye:
            return self.pairs[0]
        return self.pairs[self.outcome.winner] if self.outcome else None

    @property
    def out(self) -> int | None:
        return self.pairs[1 - self.outcome.winner] if self.outcome else None

    @property
    def started(self) -> int:
        """The start of the match, as far as a tablet knows it."""
        return self.outcome.started if self.outcome else 0


# How a match was decided: that of this round, between these pairs, which could not begin before.
Decide = Callable[[int, tuple[int | None, int | None], int], Outcome | None]


def rounds(taken: set[int], size: int, decide: Decide) -> list[list[Match]]:
    """Return all rounds up to the final. `taken`: the places of the bracket with a pair."""
    played = [[_first(place, taken, decide) for place in range(0, size, 2)]]
    while len(played[-1]) > 1:
        before = played[-1]
        fed = zip(before[::2], before[1::2], strict=True)
        played.append([_next(one, other, decide) for one, other in fed])
    return played


def _first(place: int, taken: set[int], decide: Decide) -> Match:
    pairs = (place, place + 1)
    if pairs[1] not in taken:
        return Match(1, (place, None), bye=True)
    return Match(1, pairs, decide(1, pairs, 0))


def _next(one: Match, other: Match, decide: Decide) -> Match:
    pairs = (one.through, other.through)
    since = max(one.started, other.started)
    return Match(one.round + 1, pairs, decide(one.round + 1, pairs, since))


def best_beaten(played: list[list[Match]], among: set[int]) -> list[int]:
    """Return those of the pairs that got furthest without reaching the final.

    Of those that lost in the same round the one that lost by least; a walkover is lost by most.
    """
    lost = [match for matches in played[:-1] for match in matches if match.out in among]
    furthest = max(map(_reached, lost), default=None)
    return [match.out for match in lost if match.out is not None and _reached(match) == furthest]


def _reached(match: Match) -> tuple[int, bool, int]:
    """More for whoever lost later, and by less."""
    margin = match.outcome.margin if match.outcome else None
    return match.round, margin is not None, -(margin or 0)
