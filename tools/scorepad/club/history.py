"""A session: its records, what was decided about it, and the rows that follow from both.

It is loaded once, and passed on to whatever checks, decides, derives or shows something.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Self

from firmware import session as log
from firmware.scoring.deal import SEATS
from firmware.scoring.notation import to_text
from firmware.session import Session
from firmware.storage import record
from scorepad import wording
from scorepad.club.database.connection import AT_ONCE
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import names_of
from scorepad.club.decisions.scores import Scores
from scorepad.club.decisions.seating import merged, person, twice
from scorepad.club.derived.ranking import imps_won
from scorepad.club.derived.ranking_rows import catch_up, forget_from
from scorepad.club.derived.replay import (
    LEFT_OUT,
    Replay,
    replay,
    rounds_of,
    tablet_and_number,
    totals_text,
)
from scorepad.club.derived.settling import settlements
from scorepad.club.events import seating
from scorepad.club.events.event import Event
from scorepad.club.log import (
    Decision,
    Entry,
    Names,
    Subject,
    load_each,
    load_family,
)
from scorepad.errors import UserError, remedy
from scorepad.language import Text, joined, marked, text

VOID_TEXT = marked("void")  # instead of a deal
GUEST = "guest"
_SITS = (
    marked("{player} sits {seat}; make {seat} a guest first."),
    marked("{player} sits {seat} at deal {deal}; make {seat} a guest first."),
)

_CHANGES = (log.CORRECT, log.VOID, log.CLAIM)  # events that say something else of a deal
_RECORDS = "SELECT session, raw FROM records WHERE session IN :ids ORDER BY session, sequence"

LogEvent = tuple[int, int, int, int]
Found = list[dict[str, Any]]


class SessionHistory(Subject, begin="session"):
    """A session: `recorded` as its records say, `session` as it counts.

    The records stay as they are. A tablet may send more of a session later, and may then have
    changed the same deal itself: what the club has decided counts all the same, until it is
    undone, because somebody has looked at it and given a reason. That they disagree is noted.

    seats: who sat from North to West, as it was entered or decided, before merges; 0 = a guest
    left_out: whether it counts nowhere
    adjusted: the adjusted scores of deals
    seat_changes: all that was decided about who sat where, in order
    tablet: for decisions by their numbers what the tablet has said of their deals since
    carried: the decisions of which the tablet says the same
    copies: by the CRC-32 of damaged copies the last decision, and whether they may be replaced
    """

    def __init__(self, recorded: Replay, entries: Iterable[Entry] = ()):
        entries = tuple(entries)
        self.recorded = recorded
        # A change makes new deals, and leaves the old ones.
        self.session = copy(recorded.session) if entries else recorded.session
        self.seats = list(recorded.session.players)
        self.left_out = False
        self.adjusted = dict[int, Scores]()
        self.seat_changes = list[SeatChange]()
        self.tablet, self.carried = dict[int, str](), set[int]()
        self.copies = dict[int, tuple[int, bool]]()
        super().__init__(entries)

    @classmethod
    def load_each(cls, rows: Rows, found: Mapping[str, Sequence[Entry]]) -> dict[str, Self]:
        ids, records = [subject.partition(":")[2] for subject in found], dict[str, bytes]()
        for at in range(0, len(ids), AT_ONCE):
            read = rows.all(_RECORDS, ids=ids[at : at + AT_ONCE])
            for id, mine in groupby(read, key=itemgetter(0)):
                records[id] = b"".join([raw for _, raw in mine])
        replays = map(_replay, ids, (records.get(id, b"") for id in ids))
        return dict(zip(found, map(cls, replays, found.values()), strict=True))

    @classmethod
    def describe(cls, names: Names, which: str) -> Text:
        return text("session {session}", session=which)

    @property
    def id(self) -> str:
        """The id of the session."""
        return self.recorded.id

    @property
    def state(self) -> str:
        """damaged, left out, complete or open."""
        return LEFT_OUT if self.left_out else replace(self.recorded, session=self.session).state

    @property
    def decided(self) -> "list[tuple[Entry, OfSession]]":
        """The decisions that count about what was played, and by whom."""
        every = ((entry, entry.decision) for entry in self.counting)
        return [(entry, decision) for entry, decision in every if isinstance(decision, OfSession)]

    def with_entries(self, entries: Sequence[Entry]) -> Self:
        return type(self)(self.recorded, entries)

    def change_deal(self, event: LogEvent, records: int) -> None:
        """Apply what a tablet would have in its log. Raise UserError if that cannot be.

        records: how many of the session the club had when it was decided
        """
        deal, number, deals = event[2], self.applying.number, self.session.deals
        try:
            # The tablet may have done it already, and a deal is not void twice.
            if event[0] != log.VOID or not 0 < deal <= len(deals) or deals[deal - 1] >= 0:
                self.session.apply(*event)
            since = self._changed_since(records)
        except ValueError as wrong:
            raise UserError(str(wrong)) from None
        if deal in since:
            self.tablet[number] = deal_text(self.recorded.session, deal)
            if self.tablet[number] == deal_text(self.session, deal):
                self.carried.add(number)

    def _changed_since(self, records: int) -> set[int]:
        """Return the deals that the tablet has changed in the records after so many."""
        key = record.session_key(*tablet_and_number(self.id))
        later = record.events(key, self.recorded.raw[records * record.SIZE :], records)
        return {number for kind, _, number, _ in later if kind in _CHANGES}

    def find_pairs(self, deal: int, ns: int, ew: int) -> tuple[int, int]:
        """Return the pairs of an event that sat N-S and E-W at a deal, instead of these."""
        for change in self.seat_changes:
            if change.covers(deal):
                ns, ew = change.pairs_after(ns, ew)
        return ns, ew

    def check_undo(self, names: Names, entry: Entry) -> None:
        if entry.number in names.find(find_replaced):
            needed = text(
                "Decision {number}: the damaged copy was replaced, and the good one is needed.",
                number=entry.number,
            )
            raise UserError(needed, "number")

    def explain_undo(self, number: int) -> str:
        carried = text("The tablet has it too, so the deal stays as it is.")
        return carried if number in self.carried else ""

    def note(self, number: int) -> str:
        if not self.recorded.raw and number not in self.faults:
            return text("its records are not here")
        if number in self.carried:
            return text("the tablet has it too")
        if number in self.tablet:
            return text(
                "the tablet says {deal} since then, and what the club has decided counts",
                deal=show_deal(self.tablet[number]),
            )
        return super().note(number)

    def derive(self, rows: Rows, before: Self) -> None:
        if not self.recorded.raw:  # nothing follows from a forgotten session
            return
        if self.seat_changes != before.seat_changes:
            self._refuse_twice(rows, before)
        old = before.session_row()
        changed = {name: it for name, it in self.session_row().items() if it != old[name]}
        if self.seats != before.seats:
            seats = self.seat_rows(merged(rows))
            changed["twice"] = twice(seat["player"] for seat in seats)
            self._replace(rows, "seats", seats)
        if changed:
            assigned = ", ".join(f"{name} = :{name}" for name in changed)
            rows.run(f"UPDATE sessions SET {assigned} WHERE id = :id", id=self.id, **changed)
        if (settled := self.settlement_rows()) != before.settlement_rows():
            self._replace(rows, "settlements", settled)
        if self.seat_changes != before.seat_changes:
            self._replace(rows, "round_seats", [])
            seating.add(rows, [self])
        if changed.keys() & {"won", "twice"} and forget_from(rows, self.session.started):
            catch_up(rows)

    def seats_at(self, deal: int, seats: Sequence[int], steps: Mapping[int, int]) -> list[int]:
        """Return who sat at a deal from North to West, where these sat in the whole session.

        deal: 0 for the whole session; steps: who was merged
        """
        seats = list(seats)
        for change in self.seat_changes:
            if change.first and change.covers(deal):  # the others are in the seats already
                seats = change.seats_after(seats)
        return [person(steps, player) for player in seats]

    def _refuse_twice(self, rows: Rows, before: Self) -> None:
        """Raise UserError if somebody has two seats at a deal who did not before."""
        steps = merged(rows)
        for deal in range(len(self.session.deals) + 1):
            had, seats = (was.seats_at(deal, was.seats, steps) for was in (before, self))
            for player in filter(None, seats):
                if seats.count(player) > 1 >= had.count(player):
                    seat = SEATS[(had if player in had else seats).index(player)]
                    name = wording.player(names_of(rows, [player]).get(player), player)
                    where = {"deals": str(deal)} if deal else {}
                    free = remedy("club seat", session=self.id, seat=seat, player=GUEST, **where)
                    said = text(
                        _SITS[deal > 0], deal=deal, player=f"{name} (id={player})", seat=text(seat)
                    )
                    raise UserError(said, "player", [free])

    def _replace(self, rows: Rows, table: str, found: Found) -> None:
        rows.run(f"DELETE FROM {table} WHERE session = :id", id=self.id)
        rows.insert(table, found)

    def session_row(self) -> dict[str, Any]:
        """Return its row, but for whether somebody has two seats.

        One that is left out has nothing to settle, and moves no ranking.
        """
        session, recorded, whole = self.session, self.recorded, not self.recorded.fault
        won = imps_won(session) if whole and not self.left_out else None
        return {
            "id": self.id,
            "tablet": recorded.tablet,
            "number": recorded.number,
            "table_number": session.table,
            "rules": session.rules,
            "state": self.state,
            "records": recorded.records,
            "crc": recorded.crc,
            "started": session.started,
            "fault": recorded.fault,
            "played": sum(deal >= 0 for deal in session.deals) if whole else 0,
            "totals": totals_text(session) if whole else "",
            "won": None if won is None else array("b", won).tobytes(),
            "event": rounds_of(session).event,
        }

    def seat_rows(self, steps: dict[int, int]) -> Found:
        """Return the rows of its seats; a damaged one has none. `steps`: who was merged."""
        if self.recorded.fault:
            return []
        seated = zip(self.recorded.session.players, self.seats, strict=True)
        return [
            {
                "session": self.id,
                "seat": seat,
                "entered": entered,
                "decided": decided,
                "player": person(steps, decided),
            }
            for seat, (entered, decided) in enumerate(seated)
        ]

    def settlement_rows(self) -> Found:
        """Return who has won what of whom."""
        won = [] if self.recorded.fault or self.left_out else settlements(self.session)
        return [
            {"session": self.id, "seat": seat, "opponent": opponent, "points": points}
            for seat, opponent, points in won
        ]


@dataclass(frozen=True)
class OfSession(Decision[SessionHistory]):
    """Base of what is decided about a session, or some of its deals."""

    session: str

    @property
    def subject(self) -> str:
        return f"session:{self.session}"

    def list_related(self, rows: Rows, state: SessionHistory) -> Sequence[str]:
        """Return its evening and its event, whose rulings depend on the results."""
        session = state.recorded.session
        evening, event = rows.evenings.of(session.started), rounds_of(session).event
        return [f"evening:{evening}"] * bool(evening) + [f"event:{event}"] * bool(event)

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last deal that it is about; (0, 0): the whole session."""
        return 0, 0

    def covers(self, deal: int) -> bool:
        """Return whether it is about this deal."""
        first, last = self.span
        return not first or first <= deal <= last

    def apply(self, state: SessionHistory) -> None:
        if not state.recorded.raw:
            return  # it counts again when the records of the session come back
        if state.recorded.fault:
            raise UserError(state.recorded.fault)
        self.change(state)

    def change(self, state: SessionHistory) -> None:
        """Put it into the session. Raise UserError if it does not fit."""
        raise NotImplementedError

    def describe(self, names: Names | None = None) -> Text:
        first, last = self.span
        if not first:
            return self.describe_change()
        where = text("deals {first} to {last}", first=first, last=last)
        if first == last:
            where = text("deal {number}", number=first)
        return joined((where, self.describe_change()), ": ")

    def describe_change(self) -> Text:
        """Return what was decided, without the deals."""
        raise NotImplementedError


@dataclass(frozen=True)
class SeatChange(OfSession):
    """Base of what is decided about who sat where.

    first, last: in which deals; 0: in the whole session
    """

    first: int
    last: int

    @property
    def span(self) -> tuple[int, int]:
        return self.first, self.last

    def change(self, state: SessionHistory) -> None:
        state.seat_changes.append(self)
        if not self.first:
            state.seats = self.seats_after(state.seats)

    def seats_after(self, seats: list[int]) -> list[int]:
        """Return who sits from North to West, where these sat."""
        return seats

    def pairs_after(self, ns: int, ew: int) -> tuple[int, int]:
        """Return the pairs of an event that sit N-S and E-W, where these sat."""
        return ns, ew


def find_replaced(rows: Rows) -> set[int]:
    """Return the numbers of the decisions by which a damaged copy was replaced."""
    return {number for (number,) in rows.all("SELECT DISTINCT replacement FROM set_aside")}


def deal_text(session: Session, deal: int) -> str:
    """Return a deal of a session in notation, or that it is void."""
    packed, place = session.deals[deal - 1], session.places[deal - 1]
    return to_text(packed, place) if packed >= 0 else VOID_TEXT


def show_deal(said: str) -> str:
    """Return what people read for a deal in notation, or for an adjusted score."""
    return text(VOID_TEXT) if said == VOID_TEXT else wording.visible(wording.in_symbols(said))


def _replay(session: str, raw: bytes) -> Replay:
    try:
        return replay(session, raw)
    except UserError as no_id:  # a restored file may have a decision about anything
        return Replay(session, b"", Session(), ValueError(str(no_id)))


def load_histories(rows: Rows, ids: Iterable[str]) -> Iterable[SessionHistory]:
    """Return several sessions, in this order."""
    wanted = [f"session:{id}" for id in ids]
    made = load_each(rows, wanted)
    return SessionHistory.load_each(rows, {one: made.get(one, ()) for one in wanted}).values()


def with_decisions(rows: Rows, replays: Iterable[Replay]) -> Iterator[SessionHistory]:
    """Yield sessions with what was decided about them; all decisions are read at once."""
    family = load_family(rows, "session")
    for recorded in replays:
        yield SessionHistory(recorded, family.get(f"session:{recorded.id}", ()))


def add(rows: Rows, histories: Sequence[SessionHistory], steps: dict[int, int]) -> None:
    """Add the rows of sessions that have none. `steps`: who was merged into whom."""
    sessions, seats = Found(), Found()
    for history in histories:
        mine = history.seat_rows(steps)
        doubled = twice(seat["player"] for seat in mine)
        sessions.append({**history.session_row(), "twice": doubled})
        seats += mine
    rows.insert("sessions", sessions)
    rows.insert("seats", seats)
    rows.insert("settlements", [row for each in histories for row in each.settlement_rows()])
    seating.add(rows, histories)


def seat_anew(rows: Rows, event: Event) -> None:
    """Put those into the seats of an event's sessions who are its pairs now."""
    ids = [row.id for row in rows.all("SELECT id FROM sessions WHERE event = :n", n=event.number)]
    rows.run("DELETE FROM round_seats WHERE session IN :ids", ids=ids)
    seating.add(rows, load_histories(rows, ids))
