"""How players or pairs stand after the evenings of a season."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from scorepad.club.derived.ranking import GUEST
from scorepad.club.duplicate.ranking import Share, rank_all
from scorepad.club.season.evenings import SeasonEvening

Who = tuple[int, ...]  # a player, or the two of a pair


@dataclass(frozen=True)
class Attendance:
    """An evening of somebody; `counted`: whether it is among those that count."""

    day: date
    boards: int
    mark: Fraction
    counted: bool


@dataclass(frozen=True)
class Standing:
    """`rank`: 0 with too few evenings; `total` and `average`: of the evenings that count."""

    who: Who
    evenings: list[Attendance]
    rank: int = 0
    tied: bool = False

    @property
    def counting(self) -> list[Fraction]:
        return [evening.mark for evening in self.evenings if evening.counted]

    @property
    def total(self) -> Fraction:
        return sum(self.counting, Fraction(0))

    @property
    def average(self) -> Fraction:
        return self.total / len(self.counting)


def standings(
    evenings: Iterable[SeasonEvening], pairs: bool, best: int | None, least: int
) -> list[Standing]:
    """The best first, then those with fewer than `least` evenings, which have no rank.

    By the sum of the `best` evenings of each, so that who has fewer has less; None: by the
    average of all. Guests are in no list, but the member beside one is.
    """
    marks = _marks(evenings, pairs)
    every = [Standing(who, _attendances(theirs, best)) for who, theirs in marks.items()]
    ranked = [row for row in every if len(row.evenings) >= least]
    ranks = rank_all({row.who: row.total if best else row.average for row in ranked})
    placed = [replace(row, rank=ranks[row.who][0], tied=ranks[row.who][1]) for row in ranked]
    others = [row for row in every if len(row.evenings) < least]
    return [
        *sorted(placed, key=lambda one: (one.rank, one.who)),
        *sorted(others, key=lambda one: (-len(one.evenings), -one.average, one.who)),
    ]


def _marks(
    evenings: Iterable[SeasonEvening], pairs: bool
) -> dict[Who, list[tuple[date, int, Fraction]]]:
    """The evenings of each, with their boards and what was reached in them."""
    marks = defaultdict[Who, list[tuple[date, int, Fraction]]](list)
    for evening in evenings:
        theirs = defaultdict[Who, list[Share]](list)
        for reached in evening.reached:
            for who in _iter_participants(reached.players, pairs):
                theirs[who].append(reached)
        for who, several in theirs.items():
            marks[who].append((evening.day, *_together(several)))
    return dict(marks)


def _iter_participants(players: tuple[int, int], pairs: bool) -> Iterator[Who]:
    """Yield the players, or the pair, who get a place for a result of two."""
    if not pairs:
        yield from ((player,) for player in players if player != GUEST)
    elif GUEST not in players:
        yield players


def _together(several: list[Share]) -> tuple[int, Fraction]:
    """Return an evening's result with several partners or tables, weighted by the boards."""
    boards = sum(reached.boards for reached in several)
    weighed = sum((reached.boards * reached.mark for reached in several), Fraction(0))
    return boards, weighed / boards


def _attendances(marks: list[tuple[date, int, Fraction]], best: int | None) -> list[Attendance]:
    """Return the attendances in order; of equal evenings the earlier one counts."""
    ordered = sorted(range(len(marks)), key=lambda place: (-marks[place][2], place))
    counted = set(ordered[:best])
    return [Attendance(*mark, place in counted) for place, mark in enumerate(marks)]
