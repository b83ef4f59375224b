"""Sessions of phones that wait for the director: which, why, what they would change, and the yes.

Whoever has the code of a table enters results of the evening for which the code was given out, and
of no other. What else a phone brings is kept here, counts nowhere, and stays on the phone.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from firmware.session import Session
from scorepad import wording
from scorepad.club.codes import find_codes
from scorepad.club.database.rows import Rows
from scorepad.club.database.tables import TABLE
from scorepad.club.decisions.finding import begun_so, names_of
from scorepad.club.derived.ranking_rows import catch_up
from scorepad.club.derived.replay import Replay, kept, replay, rounds_of, tablet_of
from scorepad.club.events import sends
from scorepad.club.events.event import Event
from scorepad.club.events.loading import numbered
from scorepad.club.history import SessionHistory
from scorepad.club.log import Signature, decide
from scorepad.club.money.ledger import Party, accounts, ledger
from scorepad.club.money.stakes import Stakes, evening_of, shown
from scorepad.club.records.session_list import began_in
from scorepad.club.records.store import Club, take_records
from scorepad.club.releasing import released
from scorepad.club.secret_hashes import FORGOTTEN, find_secret
from scorepad.club.sessions.kinds import TakeIn
from scorepad.errors import Unknown, remedy
from scorepad.language import Text, joined, marked, text
from scorepad.rule_sets import having, in_points

MOST, MOST_BYTES = 40, 1 << 20  # of a table
_LISTED = 200
_BEFORE = timedelta(hours=6)  # the codes were given out
_AHEAD = timedelta(hours=1)
CODE, CLOCK, EARLY, FUTURE = "code", "clock", "early", "future"
RELEASED, MONEY, OVER, DAMAGED = "released", "money", "over", "damaged"
REASONS = {
    CODE: marked("the phone has not scanned the current code of this table"),
    CLOCK: marked("the phone's clock was not set"),
    EARLY: marked("it began long before the codes were given out"),
    FUTURE: marked("it is dated in the future"),
    RELEASED: marked("the results of its evening have been released"),
    MONEY: marked("it was played for money on an earlier evening"),
    OVER: marked("its table has already finished the event"),
    DAMAGED: marked("what the phone added to it is damaged"),
}


class Held(NamedTuple):
    """A session that waits, as the table `waiting` has it."""

    session: str
    table_number: int
    raw: bytes
    came: datetime
    why: str
    dismissed: bool


@dataclass(frozen=True)
class Waiting:
    """A session that waits. `players`: from North to West, or the event; `deals`: that count."""

    row: Held
    session: Session
    players: str
    deals: int


def holds_back(club: Club, arrived: Replay, now: datetime) -> bool:
    """Keep what a phone has brought if the director has to decide. Return True if so."""

    def hold(rows: Rows) -> bool:
        why = find_reason(rows, arrived, now)  # again: meanwhile the director may have taken it in
        if why:
            _hold(rows, arrived, why, now)
        return bool(why)

    if not club.read(partial(find_reason, arrived=arrived, now=now)):
        return False
    return club.write(hold)


def find_reason(rows: Rows, arrived: Replay, now: datetime) -> str:
    """Return why a phone's session waits, a key of REASONS; "" if it is taken at once."""
    had, session = kept(rows, arrived.id), arrived.session
    if had.startswith(arrived.raw):
        return ""
    grows = arrived.raw.startswith(had)
    if arrived.fault or not grows:
        sound = bool(had) and not replay(arrived.id, had).fault
        if arrived.fault:  # alone it counts nowhere; behind good records it takes them away
            waits = not had and _list_held(rows, "session = :id", id=arrived.id)
            return DAMAGED if waits or (sound and grows) else ""
        if sound:
            return ""  # a conflict, which is refused
    codes = find_codes(rows, now)
    used = find_secret(rows, TABLE, f"{arrived.tablet} {session.table}")
    if codes is None or used is None or used.made < codes.made:
        return CODE
    began, given = wording.moment(session.started), rows.evenings.at(codes.made)
    if began is None:
        return CLOCK
    if began < codes.made - _BEFORE:
        return EARLY
    if began > now + _AHEAD:
        return FUTURE
    event = _find_event(rows, session)
    if event and not had and _is_over(rows, event, session.table):
        return OVER
    evening = rows.evenings.at(began)
    days = {evening, event.date if event else None}
    earlier = {day for day in days if day and given and day < given}
    covering = 0, event.id if event else 0  # whole evenings, and the event
    if any(one.evening in earlier and one.event in covering for one in released(rows)):
        return RELEASED
    if evening in earlier and session.rules in having(in_points):
        return MONEY if Stakes(rows).of(arrived.id, str(evening), session.rules) else ""
    return ""


def _find_event(rows: Rows, session: Session) -> Event | None:
    number = rounds_of(session).event
    return numbered(rows, number) if number else None


def _is_over(rows: Rows, event: Event, table: int) -> bool:
    """Return True if a tablet has played the event to its end there and was not sent it again."""
    there = "SELECT DISTINCT tablet FROM sessions WHERE event = :event AND table_number = :table"
    found = rows.all(there, event=event.number, table=table)
    return any(sends.is_over(rows, event, sends.Sent(row.tablet, table, 0)) for row in found)


def _hold(rows: Rows, arrived: Replay, why: str, now: datetime) -> None:
    """Keep it instead of an older version of it, unless it is shorter or is damaged.

    Where a table has too many, those that the director has dismissed give way first, and then the
    oldest of the tablet that has most, at least two more than this one. The phones have them all.
    """
    table, mine = arrived.session.table, {"id": arrived.id}
    for held in _list_held(rows, "session = :id", **mine):
        if arrived.fault or held.raw.startswith(arrived.raw):
            return
    if find_secret(rows, FORGOTTEN, arrived.tablet):  # since this sync began
        return
    theirs = "table_number = :table AND session != :id ORDER BY came"
    others = _list_held(rows, theirs, table=table, **mine)
    while len(others) >= MOST or sum(len(one.raw) for one in others) > MOST_BYTES:
        counts = Counter(tablet_of(one.session) for one in others)
        first = max(others, key=lambda one: (one.dismissed, counts[tablet_of(one.session)]))
        if not first.dismissed and counts[tablet_of(first.session)] < counts[arrived.tablet] + 2:
            return
        rows.run("DELETE FROM waiting WHERE session = :id", id=first.session)
        others.remove(first)
    rows.run("DELETE FROM waiting WHERE session = :id", **mine)
    held = Held(arrived.id, table, arrived.raw, now, why, dismissed=False)
    rows.insert("waiting", [held._asdict()])
    rows.touch(f"session:{arrived.id}")


def _list_held(rows: Rows, which: str, **values: Any) -> list[Held]:
    columns = ", ".join(Held._fields)
    found = rows.all(f"SELECT {columns} FROM waiting WHERE {which}", **values)
    return [
        Held(session, table, raw, datetime.fromisoformat(came), why, bool(dismissed))
        for session, table, raw, came, why, dismissed in found
    ]


def count(rows: Rows) -> int:
    """Return how many wait, without those that the director has dismissed."""
    return int(rows.value("SELECT count(*) FROM waiting WHERE dismissed = 0"))


def waiting(rows: Rows, dismissed: bool = False) -> list[Waiting]:
    """Return those that wait, or the dismissed ones, 200 at most, in the order they came in."""
    which = "dismissed = :dismissed ORDER BY came, session LIMIT :most"
    found = _list_held(rows, which, dismissed=dismissed, most=_LISTED)
    listed = [(row, replay(row.session, row.raw).session) for row in found]
    names = names_of(rows, {player for _, session in listed for player in session.players})
    return [
        Waiting(row, session, _players(rows, session, names), sum(d >= 0 for d in session.deals))
        for row, session in listed
    ]


def _players(rows: Rows, session: Session, names: dict[int, str]) -> str:
    if event := _find_event(rows, session):
        return event.heading
    return joined(wording.player(names.get(one), one) for one in session.players)


def find_waiting(rows: Rows, given: str) -> Held:
    """Return the one with this id, or the only one whose id begins so. Raise Unknown."""
    found = begun_so(rows, "waiting", "session", given)
    if len(found) == 1:
        return _list_held(rows, "session = :id", id=found[0])[0]
    unknown = text("No session {given} waits.", given=repr(given))
    raise Unknown(unknown, "waiting", [remedy("club waiting")])


def take_in(rows: Rows, given: str, by: Signature) -> Text:
    """Take a session in as if nothing had held it back. Return what to say of it.

    Raise Unknown, or UserError if the club has other records of it.
    """
    row = find_waiting(rows, given)
    came = replay(row.session, row.raw)
    take_records(rows, came, "waiting")
    entry = decide(rows, SessionHistory.load(rows, came.id), TakeIn(came.id), by)
    catch_up(rows)
    about = {"session": came.id, "number": entry.number}
    return text("Session {session} is taken in (decision {number}).", **about)


def dismiss(rows: Rows, given: str) -> Text:
    """Stop listing a session, which stays on its phone. Return what to say. Raise Unknown."""
    row = find_waiting(rows, given)
    rows.run("UPDATE waiting SET dismissed = 1 WHERE session = :id", id=row.session)
    rows.touch(f"session:{row.session}")
    return text("Session {session} is not taken in; it stays on the phone.", session=row.session)


def find_changes(rows: Rows, given: str, by: Signature) -> list[Text]:
    """Take a session in, and return what that changes in the evening. Raise as `take_in`."""
    row = find_waiting(rows, given)
    session = replay(row.session, row.raw).session
    before = _read_results(rows, session)
    take_in(rows, given, by)
    return list(_differences(rows, session, before, _read_results(rows, session)))


class _Results(NamedTuple):
    """The results of an evening. `money`: points and hundredths by account."""

    sessions: int
    deals: int
    money: dict[Party, tuple[int, int]]


def _read_results(rows: Rows, session: Session) -> _Results:
    evening = evening_of(rows, session.started)
    began, values = began_in(date.fromisoformat(evening) if evening else None, rows.evenings)
    found = f"SELECT count(*), coalesce(sum(played), 0) FROM sessions WHERE {began}"
    ((sessions, deals),) = rows.all(found, **values)
    won = accounts(ledger(rows, evening).entries)
    return _Results(sessions, int(deals), {one.party: (one.points, one.money) for one in won})


def _differences(
    rows: Rows, session: Session, before: _Results, after: _Results
) -> Iterator[Text]:
    evening = evening_of(rows, session.started)
    yield text(
        "Evening {evening}: sessions {sessions}, deals {deals}",
        evening=wording.dated(evening) if evening else text("without a date"),
        sessions=f"{before.sessions} -> {after.sessions}",
        deals=f"{before.deals} -> {after.deals}",
    )
    for party in before.money | after.money:
        old, new = (one.money.get(party, (0, 0)) for one in (before, after))
        if old != new:
            guest = wording.guest(party.session, party.seat)
            who = wording.player(party.name, party.id) if party.id else guest
            money = "+" * (new[1] > old[1]) + shown(new[1] - old[1])
            won = {"points": f"{new[0] - old[0]:+}", "money": money}
            yield text("{player}: {points} points, {money} in money", player=who, **won)
