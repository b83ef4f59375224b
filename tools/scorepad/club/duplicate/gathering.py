"""Which sessions of duplicate belong together: those that are named, or those of one evening."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date
from string import ascii_uppercase
from typing import Any

from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import LEFT_OUT
from scorepad.club.duplicate.board_scores import with_board_scores
from scorepad.club.duplicate.directed import UNDIRECTED, Directed, directed_in, directed_of_event
from scorepad.club.evenings import END, FIRST
from scorepad.club.events.event import Event
from scorepad.club.events.history import DropEvent, PlanEvent
from scorepad.club.events.loading import (
    find_numbers,
    live,
    numbered,
    several_events,
)
from scorepad.club.records import choosing
from scorepad.club.records.session_list import began_in
from scorepad.club.records.store import ClubSession
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import marked, text
from scorepad.movement.model import Movement
from scorepad.rule_sets import has_boards, having

_RULES = having(has_boards)


@dataclass(frozen=True)
class Gathering:
    """Sessions in the order in which they began; `evening`: None where they were named.

    `damaged`: of those that are left out, in words, why they do not count. `undated`: how many
    sessions of duplicate belong to no evening, because the clock of their tablet was not set.
    `directed`: what was decided about the evening itself, or the event, beside its sessions.

    `event`: of which they all are, if they are of one; `section`: the letter of the section of
    which they are, "" = of all. `others`: how many sessions of the evening are not of this event
    or, without one, of an event whose plan the club does not have.
    """

    evening: date | None
    sessions: list[ClubSession]
    damaged: list[str]
    undated: int = 0
    directed: Directed = UNDIRECTED
    event: Event | None = None
    section: str = ""
    others: int = 0

    @property
    def movements(self) -> list[Movement]:
        """The movements of the event that are played here; empty without an event."""
        there = self.event.sections if self.event else []
        return [there[ascii_uppercase.index(self.section)]] if self.section else there

    @property
    def unplanned(self) -> bool:
        """True if the sessions are of an event whose plan the club does not have."""
        return self.event is None and any(session.rounds.event for session in self.sessions)

    @property
    def winners(self) -> int | None:
        """1 or 2, as the event says; None without one."""
        return min((movement.winners for movement in self.movements), default=None)


def select_by_ids(rows: Rows, ids: Iterable[str]) -> Gathering:
    """The sessions with these ids. Raises UserError for one that is not of duplicate."""
    gathering = _gather(rows, None, ids)
    for club_session in gathering.sessions:
        rules = club_session.session.rules
        if rules not in _RULES:
            about = {"session": club_session.id, "rules": rules}
            said = text("session {session} is {rules}: name sessions of duplicate", **about)
            raise UserError(said, "ids", [remedy("club list", rules="duplicate")])
    events = {club_session.rounds.event for club_session in gathering.sessions}
    if len(events) > 1:
        said = text("these sessions are of different events, or of none: name those of one")
        raise UserError(said, "ids")
    return replace(gathering, event=gathering.sessions[0].event)


def of_event(rows: Rows, event: Event, forgiving: bool = False) -> Gathering:
    """Return all sessions of an event, whenever they began. Raise UserError if there is none.

    `forgiving`: all may be damaged.
    """
    mine = rows.all("SELECT id FROM sessions WHERE event = :event", event=event.number)
    ids = [row.id for row in mine]
    if not ids:
        said = text("no session of {event} has come in yet", event=event.title)
        raise UserError(said, "event", [remedy("sync")])
    return replace(_gather(rows, event.date, ids, forgiving=forgiving), event=event)


def by_section(gathering: Gathering) -> list[Gathering]:
    """Return a gathering for each section compared in itself, else the whole gathering."""
    event = gathering.event
    if event is None or event.across or len(event.sections) == 1:
        return [gathering]
    of = {place: list[ClubSession]() for place in range(len(event.sections))}
    for club_session in gathering.sessions:
        of[find_section(event, club_session)].append(club_session)
    return [
        replace(
            gathering,
            sessions=theirs,
            section=event.letter(place),
            directed=gathering.directed.of_section(event.sections[place]),
        )
        for place, theirs in of.items()
        if theirs
    ]


def find_section(event: Event, club_session: ClubSession) -> int:
    """Return the place of its section: by the pairs that have played, else by the table."""
    pairs = [pair for begun in club_session.rounds.listed for pair in (begun.ns, begun.ew)]
    known = [event.section_of_pair[pair] for pair in pairs if pair in event.section_of_pair]
    return next(iter(known), event.section_of.get(club_session.session.table, 0))


def of_evening(rows: Rows, wanted: date | None) -> Gathering:
    """The sessions of this evening, or of the latest that has any; all of its event if it has one.

    Raises UserError if there are none, or several events.
    """
    evening, ids, undated = find_evening(rows, wanted)
    gathering = _gather(rows, evening, ids, undated)
    events = {session.event.id: session.event for session in gathering.sessions if session.event}
    if len(events) > 1:
        names = ", ".join(repr(event.name) for event in events.values())
        raise several_events(evening, names)
    for event in events.values():
        whole = of_event(rows, event)
        damaged = list(dict.fromkeys([*gathering.damaged, *whole.damaged]))
        others = sum(not session.event for session in gathering.sessions)
        return replace(whole, evening=evening, undated=undated, damaged=damaged, others=others)
    numbers = {session.rounds.event for session in gathering.sessions}
    if len(numbers) > 1 and 0 not in numbers:
        said = text(
            "the sessions of {evening} are of {number} events whose plans the club does not have: "
            "name the sessions of one",
            **{"evening": evening, "number": len(numbers)},
        )
        raise UserError(said, "ids", [remedy("club list", evening=str(evening))])
    # Those of no event; if there are none, those of the only one, which has no plan here.
    return _with_event(rows, gathering, min(numbers))


def _with_event(rows: Rows, gathering: Gathering, number: int) -> Gathering:
    """Return the sessions of the event with this number only; 0: of no event."""
    mine = [session for session in gathering.sessions if session.rounds.event == number]
    others = len(gathering.sessions) - len(mine)
    return replace(gathering, sessions=mine, others=others, directed=directed_of(rows, mine))


def find_played_events(rows: Rows) -> list[Event]:
    """The events of which there are sessions, as far as the club has their plans."""
    played = {row.event for row in rows.all("SELECT DISTINCT event FROM sessions")}
    theirs = (entry.decision.event for entry in live(rows))
    return list(filter(None, (numbered(rows, event) for event in theirs if event in played)))


def of_no_event(rows: Rows, evening: date, events: Collection[int]) -> Gathering:
    """Return the sessions of an evening without an event; there may be none.

    `events`: the numbers of those that are not looked for here.

    `others`: how many sessions are of events whose plans the club does not have.
    """
    there = _duplicate(rows, "id, event", *began_in(evening, rows.evenings))
    ids = [row.id for row in there if row.event not in events]
    return _with_event(rows, _gather(rows, evening, ids, forgiving=True), 0)


def find_evening(rows: Rows, wanted: date | None) -> tuple[date, list[str], int]:
    """The evening, its sessions, and how many belong to none. Raise Unknown."""
    undated = undated_in(rows, find_numbers(rows, PlanEvent))
    latest = _latest(rows, undated)
    evening = wanted or latest
    ids = [row.id for row in _duplicate(rows, "id", *began_in(evening, rows.evenings))]
    if not ids:
        about = {"evening": wanted, "latest": latest}
        said = marked("no session of duplicate began on {evening}; the latest evening is {latest}")
        raise Unknown(text(said, **about), "evening")
    return evening, ids, undated


def undated_in(rows: Rows, events: Collection[int]) -> int:
    """Return how many sessions outside these events belong to no evening."""
    there = _duplicate(rows, "event", *began_in(None, rows.evenings))
    return sum(row.event not in events for row in there)


def _latest(rows: Rows, undated: int) -> date:
    dated = "started >= :first AND started < :end AND state != :left_out"
    about = {"first": FIRST, "end": END, "left_out": LEFT_OUT}
    counts = f"{dated} AND NOT event IN :dropped"
    dropped = [-1, *find_numbers(rows, DropEvent)]  # which no session has
    counting = _duplicate(rows, "max(started)", counts, {**about, "dropped": dropped})
    newest = _duplicate(rows, "max(started)", dated, about)
    latest = rows.evenings.of(counting[0][0] or newest[0][0] or 0)
    if latest:
        return latest
    if not undated:
        raise Unknown(text("the club has no session of duplicate yet"), remedies=[remedy("sync")])
    said = text(
        "no session of duplicate has a date, for no tablet's clock was set; name the sessions"
    )
    raise Unknown(said, "ids", [remedy("club list")])


def _duplicate(rows: Rows, what: str, which: str, values: dict[str, Any]) -> list[Any]:
    wanted = f"SELECT {what} FROM sessions WHERE rules IN :rules AND {which}"
    return rows.all(wanted, rules=_RULES, **values)


def without(gathering: Gathering, ids: Iterable[str]) -> Gathering:
    """The gathering without these sessions. Raises UserError for one that it does not have."""
    return replace(gathering, sessions=choosing.without(gathering.sessions, ids))


def _gather(
    rows: Rows, evening: date | None, ids: Iterable[str], undated: int = 0, forgiving: bool = False
) -> Gathering:
    sessions, damaged = choosing.load_sessions(rows, ids)
    if not sessions and not forgiving:
        raise UserError(text("nothing can be scored: {why}", why=damaged[0]))
    return Gathering(evening, sessions, damaged, undated, directed_of(rows, sessions))


def with_boards(rows: Rows, sessions: Iterable[ClubSession]) -> list[ClubSession]:
    """The sessions with what was decided about boards of their evenings and events.

    What has taken place in another session of these is not said to be of no deal.
    """
    sessions = list(sessions)
    groups = defaultdict[int | date | None, list[ClubSession]](list)
    for one in sessions:
        if one.session.rules in _RULES:
            groups[one.rounds.event or one.evening].append(one)
    done = dict[str, ClubSession]()
    for which, theirs in groups.items():
        directed = directed_of(rows, theirs)
        if directed.entries or directed.leaving:
            whole = with_board_scores(_with_others(rows, which, theirs), directed)
            done |= {session.id: session for session in whole}
    return [done.get(session.id, session) for session in sessions]


def _with_others(
    rows: Rows, which: int | date | None, sessions: list[ClubSession]
) -> list[ClubSession]:
    """Return all sessions of the event, or of the evening without one, that these belong to."""
    theirs, values = "event = :event", dict[str, Any](event=which)
    if not isinstance(which, int):
        began, values = began_in(which, rows.evenings)
        theirs = f"{began} AND event = 0"
    ids = {row.id for row in _duplicate(rows, "id", theirs, values)}
    others, _ = choosing.load_sessions(rows, ids - {session.id for session in sessions})
    return choosing.in_order([*sessions, *others])


def directed_of(rows: Rows, sessions: Iterable[ClubSession]) -> Directed:
    """Return the decisions about the event of these sessions, or their evening, if shared."""
    sessions = list(sessions)
    events = {session.rounds.event: session.event for session in sessions}
    evenings = choosing.evenings_of(sessions)
    (event,) = events.values() if len(events) == 1 else (None,)
    if event:
        return directed_of_event(rows, event)
    if len(evenings) != 1 or any(events):
        return UNDIRECTED
    return directed_in(rows, evenings.pop())
