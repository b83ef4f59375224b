"""Which sessions of duplicate belong together: those that are named, or those of one evening."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import SessionRow
from scorepad.club.derived.replay import LEFT_OUT
from scorepad.club.duplicate.directed import UNDIRECTED, Directed, directed_in
from scorepad.club.records import choosing
from scorepad.club.records.evenings import END, FIRST, evening_of
from scorepad.club.records.store import Club, ClubSession
from scorepad.errors import UserError
from scorepad.rule_sets import has_boards, having

_RULES = having(has_boards)


@dataclass(frozen=True)
class Gathering:
    """Sessions in the order in which they began; `evening`: None where they were named.

    `damaged`: of those that are left out, in words, why they do not count. `undated`: how many
    sessions of duplicate belong to no evening, because the clock of their tablet was not set.
    `directed`: what was decided about the evening itself, beside its sessions.
    """

    evening: date | None
    sessions: list[ClubSession]
    damaged: list[str]
    undated: int = 0
    directed: Directed = UNDIRECTED


def named(club: Club, ids: Iterable[str]) -> Gathering:
    """The sessions with these ids. Raises UserError for one that is not of duplicate."""
    gathering = _gathered(club, None, ids)
    for club_session in gathering.sessions:
        rules = club_session.session.rules
        if rules not in _RULES:
            raise UserError(f"session {club_session.id} is {rules}: name sessions of duplicate")
    return gathering


def of_evening(club: Club, wanted: date | None) -> Gathering:
    """The sessions of this evening, or of the latest that has any. Raises UserError if none."""
    evening, ids, undated = club.read(partial(_of_evening, wanted=wanted))
    return _gathered(club, evening, ids, undated)


def _of_evening(rows: Rows, wanted: date | None) -> tuple[date, list[str], int]:
    """The evening, its sessions, and how many belong to none. Raises UserError."""
    undated = rows.scalar(_duplicate(func.count(), choosing.began_in(None))) or 0
    latest = _latest(rows, undated)
    evening = wanted or latest
    ids = list(rows.scalars(_duplicate(SessionRow.id, choosing.began_in(evening))))
    if not ids:
        raise UserError(
            f"no session of duplicate began on {wanted}; the latest evening is {latest}"
        )
    return evening, ids, undated


def _latest(rows: Rows, undated: int) -> date:
    """The last evening that has sessions. Raises UserError if none has."""
    latest = evening_of(rows.scalar(_duplicate(func.max(SessionRow.started), _dated())) or 0)
    if latest:
        return latest
    if not undated:
        raise UserError("the club has no session of duplicate yet; `scorepad sync` fetches them")
    raise UserError(
        "no session of duplicate has a date, for no tablet's clock was set; "
        "name the sessions: `scorepad club list` shows them"
    )


def _duplicate(what: Any, *which: ColumnElement[bool]) -> Select[Any]:
    return select(what).select_from(SessionRow).where(SessionRow.rules.in_(_RULES), *which)


def _dated() -> ColumnElement[bool]:
    there = SessionRow.started >= FIRST, SessionRow.started < END
    return and_(*there, SessionRow.state != LEFT_OUT)


def without(gathering: Gathering, ids: Iterable[str]) -> Gathering:
    """The gathering without these sessions. Raises UserError for one that it does not have."""
    return replace(gathering, sessions=choosing.without(gathering.sessions, ids))


def _gathered(club: Club, evening: date | None, ids: Iterable[str], undated: int = 0) -> Gathering:
    sessions, damaged = choosing.loaded(club, ids)
    if not sessions:
        raise UserError(f"nothing can be scored: {damaged[0]}")
    return Gathering(evening, sessions, damaged, undated, directed_of(club, sessions))


def directed_of(club: Club, sessions: Iterable[ClubSession]) -> Directed:
    """What was decided about the evening of these sessions, if they are of one."""
    evenings = choosing.evenings_of(sessions)
    if len(evenings) != 1:
        return UNDIRECTED
    return club.read(partial(directed_in, evening=evenings.pop()))
