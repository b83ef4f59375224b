"""The evenings of a season: each scored by itself, and what every pair reached in it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import SessionRow
from scorepad.club.duplicate.evening import ScoredEvening, scored
from scorepad.club.duplicate.gathering import Gathering, by_section, each_of_evening
from scorepad.club.records.evenings import evening_of
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.rule_sets import has_boards, having


@dataclass(frozen=True)
class Reached:
    """What a pair reached in an evening: per cent, or IMPs per board.

    `players`: two ids of the roster, the lower first; 0 = a guest.
    """

    players: tuple[int, int]
    boards: int
    mark: Fraction


@dataclass(frozen=True)
class SeasonEvening:
    """`reached`: empty if no board had two results, for then nothing is compared."""

    day: date
    reached: list[Reached]


@dataclass(frozen=True)
class Season:
    """Evenings in their order. `damaged`: what is wrong with each session that is left out.

    `undated`: how many sessions of duplicate belong to no evening.
    """

    evenings: list[SeasonEvening]
    damaged: list[str]
    undated: int


def season(club: Club, first: date | None, last: date | None, scoring: str) -> Season:
    """All evenings of duplicate from one date to another, both included; None: as far as any.

    `scoring`: as for an evening. Raises UserError if there is none.
    """
    days = [
        day
        for day in club.read(_days)
        if (first is None or day >= first) and (last is None or day <= last)
    ]
    if not days:
        raise UserError(
            "no session of duplicate began on these evenings; `scorepad club list --rules "
            "duplicate` shows when they began"
        )
    gathered = _gathered(club, days)
    damaged = [fault for one in gathered for fault in one.damaged]
    evenings = defaultdict[date, list[Reached]](list)
    for one in gathered:
        if one.evening and one.sessions:
            parts = (scored(part, scoring) for part in by_section(one))
            evenings[one.evening] += [reached for part in parts for reached in _reached(part)]
    listed = [SeasonEvening(day, reached) for day, reached in sorted(evenings.items())]
    return Season(listed, damaged, gathered[0].undated)


def _gathered(club: Club, days: Iterable[date]) -> list[Gathering]:
    """All sessions of these evenings; those of an event once, on its date if any are of that."""
    found = dict[int | date, Gathering]()
    for day in days:
        for one in each_of_evening(club, day, forgiving=True):
            if one.event is None:
                found[day] = one
            elif one.event.id not in found or day == one.event.date:
                found[one.event.id] = one
    return list(found.values())


def _days(rows: Rows) -> list[date]:
    """The evenings in which duplicate was played, in order."""
    mine = select(SessionRow.started).where(SessionRow.rules.in_(having(has_boards)))
    return sorted(_dated(rows.scalars(mine)))


def _dated(times: Iterable[int]) -> set[date]:
    found = map(evening_of, times)
    return {day for day in found if day}


def _reached(evening: ScoredEvening) -> Iterator[Reached]:
    """Nothing if no board had two results."""
    if any(len(lines) > 1 for lines in evening.comparison.travellers.values()):
        for ranking in evening.rankings:
            for place in ranking.places:
                first, second = sorted(place.pair.players)
                yield Reached((first, second), place.boards, place.mark)
