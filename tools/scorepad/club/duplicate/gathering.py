"""Which sessions of duplicate belong together: those that are named, or those of one evening."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from scorepad.club.evenings import evening_of
from scorepad.club.replay import tablet_and_number
from scorepad.club.store import Club, Damaged, Evening
from scorepad.errors import UserError

RULES = "duplicate"


@dataclass(frozen=True)
class Gathering:
    """Sessions in the order in which they began; `evening`: None where they were named.

    `damaged`: what is wrong with those that are left out. `undated`: how many sessions of
    duplicate belong to no evening, because the clock of their tablet was not set.
    """

    evening: date | None
    sessions: list[Evening]
    damaged: list[str]
    undated: int = 0


def named(club: Club, ids: Iterable[str]) -> Gathering:
    """The sessions with these ids. Raises UserError for one that is not of duplicate."""
    gathering = _gathered(club, None, ids)
    for evening in gathering.sessions:
        if evening.session.rules != RULES:
            raise UserError(
                f"session {evening.id} is {evening.session.rules}: name sessions of {RULES}"
            )
    return gathering


def of_evening(club: Club, wanted: date | None) -> Gathering:
    """The sessions of this evening, or of the latest that has any. Raises UserError if none."""
    rows = [row for row in club.sessions() if row.rules == RULES]
    if not rows:
        raise UserError(f"the club has no session of {RULES} yet; `scorepad sync` fetches them")
    evenings = {row.id: evening_of(row.started) for row in rows}
    there = _chosen(wanted, {evening for evening in evenings.values() if evening})
    undated = sum(evening is None for evening in evenings.values())
    return _gathered(club, there, [row.id for row in rows if evenings[row.id] == there], undated)


def without(gathering: Gathering, ids: Iterable[str]) -> Gathering:
    """The gathering without these sessions. Raises UserError for one that it does not have."""
    sessions = list(gathering.sessions)
    for given in ids:
        sessions.remove(_meant(given.lower(), sessions))
    return replace(gathering, sessions=sessions)


def _meant(given: str, sessions: list[Evening]) -> Evening:
    """The session with this id, or the only one whose id begins so."""
    exact = [one for one in sessions if one.id == given]
    found = exact or [one for one in sessions if one.id.startswith(given)]
    if len(found) != 1:
        raise UserError(f"--without {given}: the id of one session that is scored here")
    return found[0]


def _chosen(wanted: date | None, evenings: set[date]) -> date:
    if not evenings:
        raise UserError(
            f"no session of {RULES} has a date, for no tablet's clock was set; "
            "name the sessions: `scorepad club list` shows them"
        )
    latest = max(evenings)
    if wanted and wanted not in evenings:
        raise UserError(f"no session of {RULES} began on {wanted}; the latest evening is {latest}")
    return wanted or latest


def _gathered(club: Club, evening: date | None, ids: Iterable[str], undated: int = 0) -> Gathering:
    sessions, damaged = dict[str, Evening](), list[str]()
    for name in ids:
        try:
            session = club.session(name)
            sessions[session.id] = session
        except Damaged as error:
            damaged.append(str(error))
    if not sessions:
        raise UserError(f"nothing can be scored: {damaged[0]}")
    return Gathering(evening, sorted(sessions.values(), key=_began), damaged, undated)


def _began(evening: Evening) -> tuple[int, bytes, int]:
    return (evening.session.started, *tablet_and_number(evening.id))
