"""The club's sessions: each is taken exactly once, with the bytes that its tablet has."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeVar, cast

from firmware.scoring.rounds import Rounds
from firmware.session import ROUND, Session
from firmware.storage import record
from scorepad.club.database import copying
from scorepad.club.database.connection import AT_ONCE
from scorepad.club.database.opening import Busy, Database
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import session_meant
from scorepad.club.decisions.seating import merged
from scorepad.club.derived.ranking_rows import catch_up, forget_from
from scorepad.club.derived.replay import (
    Replay,
    kept,
    replay,
    replay_each,
    rounds_of,
    session_id,
    tablet_and_number,
)
from scorepad.club.evenings import Evenings
from scorepad.club.events import loading, taking_over
from scorepad.club.events.event import Event, EventPair, EventPlayer
from scorepad.club.history import SessionHistory, add, with_decisions
from scorepad.club.log import load_entries
from scorepad.club.records.phone_bounds import refuse_too_much
from scorepad.club.records.session_list import Asked, Listing
from scorepad.club.sessions.decided import UNDECIDED, Decided, find_decided
from scorepad.club.sessions.replacing import may_replace, set_aside
from scorepad.club.settings.current import current
from scorepad.club.settings.stored import settings_in
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text
from scorepad.steps import Steps, show_nothing

_ATTEMPTS = 5  # at a session that other programs take at the same moment

_ALL = Asked()
_MAKING = text("making all sessions anew")

Made = TypeVar("Made")
_IN_ORDER = "ORDER BY started, tablet, number"  # as the sessions began


class Conflict(UserError):
    """A session whose id the club has with other records; nothing was changed."""


class Copied(NamedTuple):
    """The number of players and of sessions of each state in a copied database."""

    players: int
    sessions: Counter[str]


class _TakenBack(Exception):
    """Ends the transaction in which something was only tried, with what that gives."""


class Damaged(UserError):
    """A session whose records do not verify or cannot be replayed."""


@dataclass(frozen=True)
class Known:
    """The stored part of a session: whole records, CRC-32 of all bytes, state (schema.sql)."""

    records: int
    crc: int
    state: str


@dataclass(frozen=True)
class ClubSession:
    """A session replayed; in it are the players as the club knows them now.

    `players`: their names from North to West, None for a guest and for an id that the roster does
    not have. `numbers`: theirs in the federation, "" for who has none. `event`: to which it
    belongs, if the club has that; then nobody is said to sit there but in its rounds.

    `evening`: on which it began, None if the clock of its tablet was not set.
    `decided`: what the club has decided about it, which is in the session; `original`: what the
    records say, None where that is the same.
    """

    id: str
    tablet: str
    state: str
    players: tuple[str | None, ...]
    session: Session
    numbers: tuple[str, ...] = ("",) * 4
    event: Event | None = None
    decided: Decided = UNDECIDED
    original: Session | None = None
    evening: date | None = None

    @property
    def as_recorded(self) -> "ClubSession":
        """Return the session as the tablet sent it, with the players as the club knows them."""
        session = self.original or self.session
        state = "complete" if session.complete else "open"
        return replace(self, state=state, session=session, decided=UNDECIDED, original=None)

    @property
    def rounds(self) -> Rounds:
        """The rounds of an event; none, of event 0, if the session is of none."""
        return rounds_of(self.session)

    def pair(self, number: int) -> EventPair:
        """A pair of its event; 0: nobody, as the tablet says."""
        return (self.event.pairs if self.event else {}).get(number, EventPair(number))

    def seated(self, turn: int = -1) -> list[EventPlayer]:
        """Return the players from North to West; of an event in one of its rounds, -1: in none."""
        if turn < 0:
            seats = zip(self.session.players, self.players, self.numbers, strict=True)
            return [EventPlayer(player, name or "", number) for player, name, number in seats]
        at = self.rounds.listed[turn]
        return self.seat_pairs(at.round, (at.ns, at.ew))

    def seat_pairs(self, number: int, pairs: tuple[int, int]) -> list[EventPlayer]:
        """Return the players from North to West, where these pairs sit in a round."""
        ns, ew = (self.pair(pair).players(number) for pair in pairs)
        return [ns[0], ew[0], ns[1], ew[1]]

    @property
    def called(self) -> list[str]:
        """The names of the players that people read, from North to West."""
        return [player.called for player in self.seated()]


class Club(Database):
    """The club's database. Threads and other programs may use it at the same time.

    All methods raise UserError for whatever is wrong with the database.
    """

    def known(self, session: str) -> Known | None:
        """Return the stored part of the session with this id, or None."""
        wanted = "SELECT records, crc, state FROM sessions WHERE id = :id"
        with self.reading() as rows:
            row = rows.first(wanted, id=session)
            return Known(*row) if row else None

    def last_number(self, tablet: str) -> int:
        """The highest number of a session of a tablet, by its id in hexadecimal; 0: none."""
        highest = "SELECT max(number) FROM sessions WHERE tablet = :tablet"
        with self.reading() as rows:
            return rows.value(highest, tablet=tablet) or 0

    def take(self, tablet: bytes, number: int, raw: bytes, port: str) -> str:
        """Keeps the records of a session as they came through `port`, and what follows from them.

        "new"; "extended" if the club had the beginning; "replaced" if it had a damaged copy, which
        is set aside; "known" if it had these, or these and more, and nothing has changed;
        "damaged" if they are kept and say nothing. Raises Conflict if the club has others, TooMuch
        if the port is a phone's whose table has brought enough.
        """
        return self.take_replayed(replay(session_id(tablet, number), raw), port)

    def take_replayed(self, came: Replay, port: str) -> str:
        """Do the same with records that were replayed."""
        if not came.raw:
            raise UserError(f"session {came.id} has no records to keep")
        return self.write(lambda rows: take_records(rows, came, port))

    def catch_up(self) -> None:
        """Keeps the ranking after all that was taken; who reads it is faster then."""
        self.write(catch_up)

    def sessions(self, asked: Asked = _ALL) -> Listing:
        """The sessions that are meant, as they began."""
        return Listing(self.ask, asked)

    @property
    def evenings(self) -> Evenings:
        """Return what belongs to which evening, as it is set now."""
        return current(self.ask).evenings

    def ids(self) -> list[str]:
        """The ids of all sessions, in the order in which they began."""
        with self.reading() as rows:
            return [row.id for row in rows.all(f"SELECT id FROM sessions {_IN_ORDER}")]

    def session(self, given: str) -> ClubSession:
        """The session with this id, or the only one whose id begins so.

        Raises Damaged, or UserError that names ids which are near.
        """
        return self.read(lambda rows: load_session(rows, given))

    def rebuild(self, steps: Steps = show_nothing) -> Counter[str]:
        """Makes all that follows from the truth anew; how many sessions are in which state."""
        return self.write(partial(rebuild, steps=steps))

    def copy_to(
        self,
        other: "Club",
        keep: Callable[[], object] | None = None,
        steps: Steps = show_nothing,
    ) -> Copied:
        """Copies everything into a database that has nothing.

        Raises UserError if it has something; with `keep` that goes after this was called, and
        nobody writes in between.
        """
        with self.reading() as rows:
            return other.write(partial(other._filled, partial(self._all, rows), keep, steps))

    def _filled(
        self,
        source: copying.Source,
        keep: Callable[[], object] | None,
        steps: Steps,
        rows: Rows,
    ) -> Copied:
        if keep and copying.has_something(rows):
            keep()
            copying.clear(rows)
        copying.copy(source, rows)
        sessions = rebuild(rows, steps)
        return Copied(rows.value("SELECT count(*) FROM players"), sessions)

    def _all(self, rows: Rows, table: str) -> Iterator[copying.Page]:
        """Yield all rows of a table; report faults here, before they are written elsewhere."""
        with self.said():
            yield from copying.read_pages(rows, table)

    def read(self, work: Callable[[Rows], Made]) -> Made:
        """Return the result of `work`, which may only read. Evenings end as the club says."""
        with self.reading() as rows:
            rows.evenings = settings_in(rows).evenings
            return work(rows)

    def write(self, work: Callable[[Rows], Made]) -> Made:
        """Does `work` wholly, from the start again if another program was in between."""
        for _ in range(_ATTEMPTS):
            try:
                with self.writing() as rows:
                    rows.evenings = settings_in(rows).evenings
                    return work(rows)
            except Busy as error:
                busy = error
        raise busy

    def attempt(self, work: Callable[[Rows], Made]) -> Made:
        """Return what `work` gives, as `write` does; what it has written is taken back."""

        def trial(rows: Rows) -> None:
            raise _TakenBack(work(rows))

        try:
            self.write(trial)
        except _TakenBack as tried:
            return cast(Made, tried.args[0])
        raise AssertionError


def load_session(rows: Rows, given: str) -> ClubSession:
    """Return the session with this id, or the only one whose id begins so.

    Raise Damaged, or UserError that names ids which are near.
    """
    name = session_meant(rows, given)
    history = SessionHistory.load(rows, name)
    if history.recorded.fault:
        raise Damaged(_damage(name, history.recorded.fault))
    return _club_session(rows, history)


def list_damaged(rows: Rows) -> list[Text]:
    """Return what is wrong with each session that is damaged, in the order in which they began."""
    wrong = f"SELECT id, fault FROM sessions WHERE state = 'damaged' {_IN_ORDER}"
    return [_damage(*row) for row in rows.all(wrong)]


def _damage(name: str, fault: str) -> Text:
    about = {"session": name, "fault": fault}
    return text("session {session} is damaged: {fault}; its records are kept", **about)


def _end_wait(rows: Rows, name: str, raw: bytes) -> None:
    """A session waits no longer where what waits of it is among the records that are kept."""
    held = rows.value("SELECT raw FROM waiting WHERE session = :name", name=name)
    if held and raw.startswith(held):
        rows.run("DELETE FROM waiting WHERE session = :name", name=name)


def take_records(rows: Rows, came: Replay, port: str) -> str:
    """Keep the records of a session as `Club.take` does; it waits no longer (club/waiting.py)."""
    name, before, replaces = came.id, kept(rows, came.id), False
    grows, known = came.raw.startswith(before), "SELECT fault FROM sessions WHERE id = :name"
    fault = came.fault if grows else rows.value(known, name=name)
    if fault and not grows and may_replace(rows, had := SessionHistory.load(rows, name), came):
        set_aside(rows, had)
        before, replaces = b"", True
    if before.startswith(came.raw):
        _end_wait(rows, name, before)
        return "damaged" if fault else "known"
    if not grows and not replaces:
        raise Conflict(_conflict(name, bool(fault), good=not came.fault))
    refuse_too_much(rows, port, came)
    _append(rows, name, before, came.raw)
    _end_wait(rows, name, came.raw)
    history = SessionHistory(came, load_entries(rows, f"session:{name}"))
    rows.run("DELETE FROM sessions WHERE id = :name", name=name)
    add(rows, [history], merged(rows))
    forget_from(rows, history.session.started)
    grown = "replaced" if replaces else "extended" if before else "new"
    outcome = "damaged" if came.fault else grown
    brought = {"taken": datetime.now(UTC), "port": port, "session": name, "outcome": outcome}
    rows.insert("imports", [brought])
    rows.touch(f"session:{name}")
    now = rounds_of(came.session)
    if now.listed and not _has_round(came, len(before) // record.SIZE):
        taking_over.close_others(rows, now.event, came.session.table)
    return outcome


def _has_round(came: Replay, number: int) -> bool:
    """Return whether a round of an event has begun in the first records, so many."""
    key = record.session_key(*tablet_and_number(came.id))
    events = islice(record.events(key, came.raw), number)
    return any(kind == ROUND for kind, *_ in events)


def _conflict(session: str, damaged: bool, good: bool) -> Text:
    if damaged and good:
        return text(
            "the club has other records under the id {session}, which are damaged, and has kept "
            "those; if these are the right ones, {remedy} lets them in, then sync again",
            session=session,
            remedy=remedy("club replace", session=session),
        )
    return text(
        "the club has other records under the id {session} and has kept those: the tablet's flash "
        "was erased since, or another tablet has its id; to have these too, sync into another "
        "database (--db)",
        session=session,
    )


def _append(rows: Rows, name: str, kept: bytes, raw: bytes) -> None:
    """Keeps what `raw` has more than `kept`.

    Only a torn last record is replaced, and only if it is still there: where another program has
    taken the session meanwhile, a key is twice there and the transaction fails.
    """
    whole = len(kept) // record.SIZE
    torn = kept[whole * record.SIZE :]
    if torn:
        last = "session = :name AND sequence = :whole AND raw = :torn"
        rows.run(f"DELETE FROM records WHERE {last}", name=name, whole=whole, torn=torn)
    size = record.SIZE
    new = [
        {"session": name, "sequence": at // size, "raw": raw[at : at + size]}
        for at in range(whole * size, len(raw), size)
    ]
    rows.insert("records", new)


def _club_session(rows: Rows, history: SessionHistory) -> ClubSession:
    now, recorded = history.session, history.recorded
    mine = rows.all("SELECT player FROM seats WHERE session = :id ORDER BY seat", id=history.id)
    seats = now.players = recorded.session.players = [row.player for row in mine]
    players = rows.all("SELECT id, name, number FROM players WHERE id IN :seats", seats=seats)
    of = {player.id: (player.name, player.number) for player in players}
    names, numbers = zip(*(of.get(seat, (None, "")) for seat in seats), strict=True)
    number = rounds_of(now).event
    event = loading.numbered(rows, number) if number else None
    said = find_decided(rows, history, seats)
    original = recorded.session if history.decided else None
    about = history.id, recorded.tablet, history.state, names, now, numbers, event
    return ClubSession(*about, said, original, rows.evenings.of(now.started))


def rebuild(rows: Rows, steps: Steps = show_nothing) -> Counter[str]:
    """Make all that follows from the truth anew; return how many sessions are in which state.

    In bulk, for a club may have a million deals.
    """
    rows.raise_versions()
    for table in ("rankings", "settlements", "round_seats", "seats", "sessions"):
        rows.run(f"DELETE FROM {table}")
    number = rows.value("SELECT count(DISTINCT session) FROM records")
    records = rows.each("SELECT session, raw FROM records ORDER BY session, sequence")
    sessions = with_decisions(rows, steps(replay_each(records), number, _MAKING))
    merges, counts = merged(rows), Counter[str]()
    while some := list(islice(sessions, AT_ONCE)):
        add(rows, some, merges)
        counts.update(history.state for history in some)
    catch_up(rows)
    return counts
