"""The evenings of a season: each scored by itself, and what every pair reached in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import SessionRow
from scorepad.club.duplicate.evening import ScoredEvening, scored
from scorepad.club.duplicate.gathering import Gathering, all_of_evening, by_section
from scorepad.club.records.evenings import evening_of
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.rule_sets import has_boards, having

_DAY = timedelta(days=1)  # a session of an event may have begun so long before or after its date


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
    """An event or, where `event` is "", all of an evening that is of none.

    `reached`: empty if no board had two results, for then nothing is compared.
    """

    day: date
    reached: list[Reached]
    event: str = ""


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
    near = [
        day
        for day in club.read(_days)
        if (first is None or day >= first - _DAY) and (last is None or day <= last + _DAY)
    ]
    gathered = [one for day in near for one in all_of_evening(club, day)]
    within = [
        one
        for one in _once(gathered)
        if one.evening and (first or one.evening) <= one.evening <= (last or one.evening)
    ]
    if not any(one.sessions or one.damaged for one in within):
        raise UserError(
            "no session of duplicate began on these evenings; `scorepad club list --rules "
            "duplicate` shows when they began"
        )
    damaged = [fault for one in within for fault in one.damaged]
    evenings = [_evening(one, scoring) for one in within if one.sessions]
    undated = max(one.undated for one in gathered)
    return Season(sorted(evenings, key=_day), damaged, undated)


def _once(gathered: Iterable[Gathering]) -> Iterator[Gathering]:
    """An event is there on each evening on which a session of it began."""
    seen = set[int]()
    for one in gathered:
        if one.event is None:
            yield one
        elif one.event.id not in seen:
            seen.add(one.event.id)
            yield one


def _day(evening: SeasonEvening) -> date:
    return evening.day


def _days(rows: Rows) -> list[date]:
    """The evenings in which duplicate was played, in order."""
    mine = select(SessionRow.started).where(SessionRow.rules.in_(having(has_boards)))
    return sorted(_dated(rows.scalars(mine)))


def _dated(times: Iterable[int]) -> set[date]:
    found = map(evening_of, times)
    return {day for day in found if day}


def _evening(gathering: Gathering, scoring: str) -> SeasonEvening:
    """Scored as it is by itself: an event whose sections are not compared, section by section."""
    assert gathering.evening is not None  # it was gathered by its date
    parts = [scored(part, scoring, part.winners) for part in by_section(gathering)]
    reached = [one for part in parts for one in _reached(part)]
    name = gathering.event.name if gathering.event else ""
    return SeasonEvening(gathering.evening, reached, name)


def _reached(evening: ScoredEvening) -> Iterator[Reached]:
    """Nothing if no board has two results."""
    if any(len(lines) > 1 for lines in evening.comparison.travellers.values()):
        for ranking in evening.rankings:
            for place in ranking.places:
                one, other = sorted(place.pair.players)
                yield Reached((one, other), place.boards, place.mark)
