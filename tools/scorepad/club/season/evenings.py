"""The evenings of a season: each scored by itself, and what every pair reached in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import SessionRow
from scorepad.club.duplicate.evening import ScoredEvening, scored
from scorepad.club.duplicate.gathering import (
    Gathering,
    by_section,
    of_event,
    of_no_event,
    planned,
    undated_in,
)
from scorepad.club.records.evenings import evening_of
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.language import marked, say
from scorepad.rule_sets import has_boards, having


@dataclass(frozen=True)
class Reached:
    """What two reached in an evening, on the boards that they played: per cent, or IMPs per board.

    `players`: two ids of the roster, the lower first; 0 = a guest.
    """

    players: tuple[int, int]
    boards: int
    mark: Fraction


_NONE = marked(
    "no session of duplicate began on these evenings; `scorepad club list --rules duplicate` "
    "shows when they began"
)


@dataclass(frozen=True)
class SeasonEvening:
    """An event or, where `event` is "", all of an evening that is of none.

    `reached`: empty if no board had two results, for then nothing is compared. `scoring`: for
    which the event was planned.
    """

    day: date
    reached: list[Reached]
    event: str = ""
    scoring: str = ""


@dataclass(frozen=True)
class Season:
    """Evenings in their order. `damaged`: what is wrong with each session that is left out.

    `undated`: how many sessions of duplicate belong to no evening; `unplanned`: how many of these
    evenings are of events whose plans the club does not have.
    """

    evenings: list[SeasonEvening]
    damaged: list[str]
    undated: int
    unplanned: int = 0


def season(club: Club, first: date | None, last: date | None, scoring: str) -> Season:
    """All evenings of duplicate from one date to another, both included; None: as far as any.

    `scoring`: as for an evening. Raises UserError if there is none.
    """
    first, last = first or date.min, last or date.max
    events = club.read(planned)
    ids = [event.number for event in events]
    days = [day for day in club.read(partial(_days, events=ids)) if first <= day <= last]
    gathered = [
        *(of_event(club, event, True) for event in events if first <= event.date <= last),
        *(of_no_event(club, day, ids) for day in days),
    ]
    if not gathered:
        raise UserError(say(_NONE))
    return Season(
        sorted((_evening(one, scoring) for one in gathered if one.sessions), key=_day),
        [fault for one in gathered for fault in one.damaged],
        club.read(partial(undated_in, events=ids)),
        sum(one.others for one in gathered),
    )


def _day(evening: SeasonEvening) -> date:
    return evening.day


def _days(rows: Rows, events: list[int]) -> list[date]:
    """The evenings in which duplicate was played beside these events, in order."""
    mine = SessionRow.rules.in_(having(has_boards)), SessionRow.event.not_in(events)
    return sorted(_dated(rows.scalars(select(SessionRow.started).where(*mine))))


def _dated(times: Iterable[int]) -> set[date]:
    found = map(evening_of, times)
    return {day for day in found if day}


def _evening(gathering: Gathering, scoring: str) -> SeasonEvening:
    """Scored as it is by itself: an event whose sections are not compared, section by section."""
    assert gathering.evening is not None  # it was gathered by its date
    parts = [scored(part, scoring, part.winners) for part in by_section(gathering)]
    reached = [one for part in parts for one in _reached(part)]
    event = gathering.event
    planned = (event.name, event.scoring) if event else ()
    return SeasonEvening(gathering.evening, reached, *planned)


def _reached(evening: ScoredEvening) -> Iterator[Reached]:
    """Nothing if no board has two results."""
    if any(len(lines) > 1 for lines in evening.comparison.travellers.values()):
        for ranking in evening.rankings:
            for share in (share for place in ranking.places for share in place.shares):
                one, other = sorted(share.players)
                yield Reached((one, other), share.boards, share.mark)
