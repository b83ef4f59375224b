"""The evenings of a season: each scored by itself, and what every pair reached in it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from operator import attrgetter

from scorepad.club.database.rows import Rows
from scorepad.club.duplicate.evening import ScoredEvening, reckon
from scorepad.club.duplicate.gathering import (
    Gathering,
    find_played_events,
    of_event,
    of_no_event,
    undated_in,
)
from scorepad.club.duplicate.ranking import Share
from scorepad.club.events.history import SCORINGS
from scorepad.errors import UserError, remedy
from scorepad.language import text
from scorepad.rule_sets import has_boards, having


@dataclass(frozen=True)
class SeasonEvening:
    """An event or, where `event` is "", all of an evening that is of none.

    `reached`: by any two, of whom the lower id comes first, 0 = a guest. Empty if no board had two
    results, for then nothing is compared, or if it is an event that was scored in another way than
    the season.
    """

    day: date
    reached: list[Share]
    event: str = ""
    scoring: str = SCORINGS[0]


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


def season(rows: Rows, first: date | None, last: date | None, scoring: str) -> Season:
    """Return the duplicate evenings between two dates, both included; None: no limit.

    `scoring`: of the evenings without an event; of events only those count that were planned so.
    Raises UserError if there is none.
    """
    first, last = first or date.min, last or date.max
    events = find_played_events(rows)
    ids = [event.number for event in events]
    days = [day for day in _days(rows, ids) if first <= day <= last]
    gathered = [
        *(of_event(rows, event, True) for event in events if first <= event.date <= last),
        *(of_no_event(rows, day, ids) for day in days),
    ]
    if not gathered:
        said = text("no session of duplicate began on these evenings")
        raise UserError(said, remedies=[remedy("club list", rules="duplicate")])
    evenings = (_evening(gathering, scoring) for gathering in gathered if gathering.sessions)
    return Season(
        sorted(evenings, key=attrgetter("day")),
        [fault for gathering in gathered for fault in gathering.damaged],
        undated_in(rows, ids),
        sum(gathering.others for gathering in gathered),
    )


def _days(rows: Rows, events: list[int]) -> list[date]:
    """The evenings in which duplicate was played beside these events, in order."""
    wanted = "SELECT started, event FROM sessions WHERE rules IN :rules"
    found = rows.all(wanted, rules=having(has_boards))
    days = {rows.evenings.of(row.started) for row in found if row.event not in events}
    return sorted(filter(None, days))


def _evening(gathering: Gathering, scoring: str) -> SeasonEvening:
    """Scored as it is by itself."""
    assert gathering.evening is not None  # it was gathered by its date
    event = gathering.event
    if event and event.scoring != scoring:
        return SeasonEvening(gathering.evening, [], event.name, event.scoring)
    reached = [share for part in reckon(gathering, scoring) for share in _reached(part)]
    return SeasonEvening(gathering.evening, reached, event.name if event else "", scoring)


def _reached(evening: ScoredEvening) -> Iterator[Share]:
    """Yield each share; nothing if no board has two results."""
    if evening.comparison.has_compared:
        for ranking in evening.rankings:
            for share in (share for place in ranking.places for share in place.shares):
                one, other = sorted(share.players)
                yield replace(share, players=(one, other))
