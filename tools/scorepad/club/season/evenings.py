"""The evenings of a season: each scored by itself, and what every pair reached in it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import SessionRow
from scorepad.club.duplicate.evening import ScoredEvening, scored
from scorepad.club.duplicate.gathering import Gathering, of_evening
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
    gathered = [part for day in days for part in _parts(club, day)]
    damaged = [fault for one in gathered for fault in one.damaged]
    evenings = [_reached(scored(one, scoring)) for one in gathered if one.sessions]
    return Season(evenings, damaged, gathered[0].undated)


def _parts(club: Club, day: date) -> list[Gathering]:
    """What of an evening is scored by itself: all of it."""
    return [of_evening(club, day, forgiving=True)]


def _days(rows: Rows) -> list[date]:
    """The evenings in which duplicate was played, in order."""
    mine = select(SessionRow.started).where(SessionRow.rules.in_(having(has_boards)))
    return sorted(_dated(rows.scalars(mine)))


def _dated(times: Iterable[int]) -> set[date]:
    found = map(evening_of, times)
    return {day for day in found if day}


def _reached(evening: ScoredEvening) -> SeasonEvening:
    day = evening.gathering.evening
    assert day is not None  # it was gathered by its date
    compared = any(len(lines) > 1 for lines in evening.comparison.travellers.values())
    places = [place for ranking in evening.rankings for place in ranking.places]
    reached = [Reached(place.pair.players, place.boards, place.mark) for place in places]
    return SeasonEvening(day, reached if compared else [])
