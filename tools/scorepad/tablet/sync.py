"""Fetches the sessions of one tablet into the club's database, each exactly once.

A session is read whole, checked against the CRC-32 that the tablet has listed, kept by the club,
replayed with the shared core and compared with the tablet's own total. Only then, if it is
complete, the tablet is told that it is safe. Whatever interrupts this, the next sync goes on.

Nothing a tablet says is believed (answers.py): a session, or the whole tablet, is refused by name.
"""

import contextlib
import hashlib
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from firmware.session import Session
from firmware.storage import record
from firmware.storage.pin import secret
from scorepad.club import waiting
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.twice import doubles
from scorepad.club.derived.replay import Replay, replay, session_id, totals_text
from scorepad.club.events import claims, sends, taking_over
from scorepad.club.events.event import Event
from scorepad.club.events.taking_over import FIRST, Reached
from scorepad.club.house import HouseRules
from scorepad.club.records.phone_bounds import TooMuch
from scorepad.club.records.store import Club, Conflict
from scorepad.club.records.tablet_totals import TabletTotal, is_new, keep
from scorepad.club.settings.current import current
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text
from scorepad.tablet.answers import (
    BadAnswer,
    Discrepancy,
    TabletSession,
    TooNew,
    listed_after,
    listing,
    records,
    set_next_number,
    who,
)
from scorepad.tablet.cable import NEVER, Cable, NoAnswer, Place, PortShut, Refused, find_place
from scorepad.tablet.changes import NotTaken, find_corrections, send_corrections
from scorepad.tablet.event import NO_TABLE, OVER, TAKEN_AWAY, EventDelivery, send_event
from scorepad.tablet.listed import TooOld, send_house, send_roster
from scorepad.wording import visible

ATTEMPTS = 3  # at a session that is being played meanwhile
_LANGUAGES = {"en": 0, "de": 1, "fr": 2}  # as a tablet numbers them
_EPOCH = 946_684_800  # 2000-01-01 00:00 UTC in Unix time
_CALENDAR_END = 4_102_444_800  # 2100-01-01 00:00 UTC

Roster = list[tuple[int, str]]  # id and name of each player
Rosters = tuple[Roster, Roster]  # of tablets, and of phones

Made = TypeVar("Made")

_CHARGE = re.compile(r"(100|[0-9]{1,2})( low)?")

_club_turn = threading.Lock()  # tablets on several ports are read at once, and kept in turn


class NotItsTable(UserError):
    """A session of a table for which this tablet may not report."""


@dataclass
class Summary:
    """The outcome of a sync. `refused`, `notes` and `trouble` are texts of one line each."""

    # No fields, for JSON has them in `trouble`: the port may not be used; nothing answers there.
    shut = silent = False
    waiting = 0  # sessions that the director has to take in; JSON has them in `notes`

    port: str
    found: bool = False  # a tablet has answered here
    tablet: str = ""  # its id in hexadecimal
    table: int = 0
    new: int = 0
    extended: int = 0  # the club had the beginning, as of an open session
    known: int = 0
    open: int = 0  # more is to come; not counted in the three above
    players: int | None = None  # of the roster that was sent; None: none was
    house_rules: int | None = None  # that were sent; None: none were
    event: str | None = None  # as `send_event` says it, or OVER; None: not asked
    charge: int | None = None  # of its battery, in percent; None: it cannot measure it
    low: bool = False  # whether the tablet asks to be charged
    refused: list[Text] = field(default_factory=list)
    notes: list[Text] = field(default_factory=list)  # on sessions that were taken all the same
    trouble: str = ""  # why the port could not be used, or not to the end


@dataclass(frozen=True)
class Content:
    """The data that a tablet gets. `table`: a number, 0 = the one that it has.

    `rosters`: the players that it gets when its sessions are safe, None = those that it has;
    `house` and `event` likewise.
    """

    table: int = 0
    rosters: Rosters | None = None
    house: list[HouseRules] | None = None
    event: EventDelivery | None = None


_NOTHING = Content()


def sync_port(
    port: str,
    club: Club,
    progress: Callable[[int, int], None],
    cable: Callable[[str], Cable] = Cable,
    given: Content = _NOTHING,
    plays: bool = True,
    stop: threading.Event = NEVER,
) -> Summary:
    """Fetch the sessions of the tablet at `port`; errors of the port are in the summary.

    `progress` is called with how many sessions are done, of how many; `cable` opens the port;
    `plays`: False for a copy of a tablet, which starts no more sessions; `stop`: when it is set,
    no more requests are sent.
    """
    summary = Summary(port)
    try:
        place = find_place(port, cable)
        with place.cable(port) as opened:
            opened.stop = stop
            _Sync(opened, club, summary, place, plays).run(progress, given)
    except UserError as error:
        summary.shut, summary.silent = isinstance(error, PortShut), isinstance(error, NoAnswer)
        summary.trouble = error.said
        if isinstance(error, Refused):  # in the tablet's own words only
            summary.trouble = _at(port, error.said)
        elif summary.silent:
            summary.trouble = text(
                "{why} {remedy} says more.", why=error.said, remedy=remedy("doctor")
            )
    return summary


def _at(port: str, said: str) -> Text:
    return text("{port}: {said}", port=port, said=said)


class WrongClock(UserError):
    """A time of this computer that is outside a tablet's calendar."""


def minutes_now() -> int:
    """Return minutes since 2000-01-01 00:00 UTC; raise WrongClock before that, from 2100 on."""
    seconds = int(time.time())
    if not _EPOCH < seconds < _CALENDAR_END:
        year = time.gmtime(seconds).tm_year
        raise WrongClock(text("this computer has the year {year}: set its clock", year=year))
    return (seconds - _EPOCH) // 60


class _Sync:
    """The sync of one tablet with one club, which fills one summary."""

    def __init__(self, cable: Cable, club: Club, summary: Summary, place: Place, plays: bool):
        self._place = place
        self._plays = plays
        self._cable = cable
        self._club = club
        self._summary = summary

    def run(self, progress: Callable[[int, int], None], given: Content) -> None:
        """Do all steps. Raise UserError if the tablet cannot be read any further."""
        self._greet()
        with self._refusing(text("its clock cannot be set"), WrongClock):
            self._take_charge(self._cable.ask(f"clock {minutes_now()}"))
        if self._is_phone and given.table not in (0, self._place.table):
            self._refuse(text("its table stays as it is"), text("a phone has that of its code"))
        if (table := self._place.table or given.table) not in (0, self._summary.table):
            self._cable.ask(f"table {table}")  # which changes its screen
            self._summary.table = table
        if self._is_phone:
            self._configure_phone()
        sessions = list(listing(self._cable))
        progress(0, len(sessions))
        for done, listed in enumerate(sessions, 1):
            self._session(listed)
            progress(done, len(sessions))
        if self._summary.waiting:
            waiting = self._summary.waiting
            said = text("sessions that wait for the director: {number}", number=waiting)
            self._summary.notes.append(_at(self._cable.path, said))
        if self._summary.new or self._summary.extended or self._summary.open:
            with _club_turn:
                self._club.catch_up()  # the ranking follows once, after all sessions
        if self._plays:
            self._count_on(sessions)
        if given.rosters is not None:
            with self._refusing(text("its roster stays as it is")):
                self._summary.players = send_roster(self._cable, given.rosters[self._is_phone])
        if given.house is not None:
            self._send_house(given.house)
        if given.event is not None:
            self._send_event(given.event)

    def _read(self, work: Callable[[Rows], Made]) -> Made:
        with _club_turn:
            return self._club.read(work)

    @property
    def _tablet(self) -> bytes:
        return bytes.fromhex(self._summary.tablet)

    @property
    def _is_phone(self) -> bool:
        """True for a phone, which connects by the code of a table."""
        return bool(self._place.table)

    def _count_on(self, sessions: list[TabletSession]) -> None:
        """Prevent a tablet with an erased flash from reusing numbers of the club's sessions."""
        with _club_turn:
            known = self._club.last_number(self._summary.tablet)
        if known <= max((listed.number for listed in sessions), default=0):
            return
        cannot = text("its next session cannot be made number {number}", number=known + 1)
        with self._refusing(cannot, BadAnswer):
            before = set_next_number(self._cable, known + 1)
            if before <= known:
                said = text(
                    "its flash was erased, and it would have begun session {before} once more; "
                    "its next one is session {next}",
                    **{"before": before, "next": known + 1},
                )
                self._summary.notes.append(_at(self._cable.path, said))

    def _configure_phone(self) -> None:
        """Send a phone the club's language, and the club's PIN for its director."""
        with _club_turn:
            settings = current(self._club.ask)
        requests = [f"language {_LANGUAGES[settings.language]}"]
        if settings.pin:
            salt = hashlib.sha256(self._tablet).digest()[:8]  # the same each time
            requests.append(f"pin {secret(salt, settings.pin).hex()}")
        with self._refusing(text("its language and its PIN stay as they are")):
            for request in requests:
                self._cable.ask(request)

    def _send_house(self, house: list[HouseRules]) -> None:
        """Send the rules without a fault; refuse the others by name."""
        for rules in house:
            if rules.fault:
                self._refuse(text("house rules {name}", name=visible(rules.name)), rules.fault)
        with self._refusing(text("its house rules stay as they are"), TooOld):
            sound = [rules for rules in house if not rules.fault]
            self._summary.house_rules = send_house(self._cable, sound, self._is_phone)

    def _send_event(self, given: EventDelivery) -> None:
        summary, event = self._summary, given.event
        reached = self._reached(event, given.takers) if event else FIRST
        if event and given.again:  # to enter a board that is late, also when all are through
            reached = reached._replace(round=min(reached.round, event.rounds))
        if self._is_over(given) or (event and reached.round > event.rounds):
            summary.event = OVER
            return
        with self._refusing(text("its event stays as it is"), TooOld):
            summary.event, crc = send_event(
                self._cable, given, summary.table, self._is_phone, reached
            )
            if summary.event == NO_TABLE:
                return
            number = event.id if event and summary.event != TAKEN_AWAY else 0
            said = sends.Sent(summary.tablet, summary.table, crc)
            with _club_turn:
                self._club.write(partial(sends.keep, event=number, sent=said, again=given.again))

    def _is_over(self, given: EventDelivery) -> bool:
        """Return True if the event is over: sent again it would be offered again here."""
        summary = self._summary
        if given.event is None or given.again:
            return False
        there = sends.Sent(summary.tablet, summary.table, 0)
        return self._read(partial(sends.is_over, event=given.event, sent=there))

    def _reached(self, event: Event, takers: dict[int, str]) -> Reached:
        """Return the position of its table in the event, if that has another tablet."""
        table, tablet = self._summary.table, self._summary.tablet
        if table not in event.section_of:
            return FIRST
        with _club_turn:
            there = partial(taking_over.reached, event=event, table=table, tablet=tablet)
            found = self._club.read(there)
            if not found.round and takers.setdefault(table, tablet) != tablet:
                return Reached(1)
        return found

    def _greet(self) -> None:
        try:
            answer = who(self._cable)
        except TooNew:
            self._summary.found = True
            raise
        self._summary.found = True
        self._club.begin()  # not before: a port without a tablet makes no club
        if self._place.tablet not in ("", answer.tablet):
            other = text("this is not the tablet that was there")
            raise BadAnswer(_at(self._cable.path, other))
        self._summary.tablet, self._summary.table = answer.tablet, answer.table

    def _take_charge(self, answer: str) -> None:
        """Store the charge of the battery, unless the tablet cannot measure it."""
        found = _CHARGE.fullmatch(answer)
        if found:
            self._summary.charge, self._summary.low = int(found[1]), bool(found[2])
        elif answer:
            about = {"answer": visible(answer)}
            why = text("a charge is 0 to 100, perhaps with `low`, not {answer}", **about)
            self._refuse(text("its battery"), why)

    def _session(self, listed: TabletSession) -> None:
        name = session_id(self._tablet, listed.number)
        try:
            outcome = "known" if self._is_done(name, listed) else self._fetch(listed)
        except (Refused, BadAnswer, Conflict, NotItsTable, Discrepancy) as error:
            self._refuse(text("session {session}", session=name), error.said)
        except TooMuch as over:  # said once, of however many sessions
            said = _at(self._cable.path, over.said)
            self._summary.refused += [said] * (said not in self._summary.refused)
        else:
            setattr(self._summary, outcome, getattr(self._summary, outcome) + 1)

    def _refuse(self, what: Text, why: str) -> None:
        self._summary.refused.append(self._line(what, why))

    def _line(self, what: Text, why: str) -> Text:
        return text("{port}: {what}: {why}", port=self._cable.path, what=what, why=why)

    @contextlib.contextmanager
    def _refusing(self, what: Text, *kinds: type[UserError]) -> Iterator[None]:
        """Within the block, report a refusal (Refused, `kinds`) instead of raising it."""
        try:
            yield
        except UserError as refused:
            if not isinstance(refused, (Refused, *kinds)):
                raise
            self._refuse(what, refused.said)

    def _is_done(self, name: str, listed: TabletSession) -> bool:
        """Return True if club and tablet agree on a session that is marked as fetched.

        Every other session is read again: they are few, and errors are reported again.
        """
        with _club_turn:
            known = self._club.known(name)
        same = known and (known.records, known.crc) == (listed.records, listed.crc)
        return bool(same) and listed.state == "f"

    def _fetch(self, listed: TabletSession) -> str:
        """Return the count of the summary to which a session belongs, once it is safe."""
        for _ in range(ATTEMPTS):
            try:
                outcome = self._attempt(listed)
                if outcome == "open" and self._carry(listed):
                    outcome = self._attempt(self._listed_again(listed.number))
                return outcome
            except Discrepancy:
                again = self._listed_again(listed.number)
                if again == listed:
                    raise
                listed = again
        raise Discrepancy(text("it changes faster than it can be read; sync again after play"))

    def _carry(self, listed: TabletSession) -> bool:
        """Send the club's corrections of an open session; return True if any was accepted."""
        name, took = session_id(self._tablet, listed.number), False
        decided = self._read(partial(find_corrections, session=name))
        try:
            for said in send_corrections(self._cable, listed.number, listed.crc, decided):
                self._note(name, said)
                took = True
        except NotTaken as why:
            self._note(name, why.said)
        return took

    def _listed_again(self, number: int) -> TabletSession:
        if who(self._cable).tablet != self._summary.tablet:
            another = text("another tablet was connected; sync it again")
            raise UserError(_at(self._cable.path, another))
        page = listed_after(self._cable, number - 1)
        if not page or page[0].number != number or not page[0].records:
            raise BadAnswer(text("the tablet does not have it any more"))
        return page[0]

    def _attempt(self, listed: TabletSession) -> str:
        name = session_id(self._tablet, listed.number)
        raw = records(self._cable, listed)
        replayed = replay(name, raw)
        damaged = isinstance(replayed.wrong, record.BadRecord)
        if damaged and listed.state != "d":  # not this tablet's: it has verified its own
            about = {"why": replayed.fault}
            raise Discrepancy(text("these are no records of this session: {why}", **about))
        self._check_its_own(replayed)
        if self._is_phone and self._waits(replayed):
            return "waiting"
        with _club_turn:
            outcome = self._club.take_replayed(replayed, self._cable.path)
            if said := self._club.read(partial(doubles, session=name)).get(name):
                self._note(name, said)  # what is wrong with who sits there
        if replayed.fault:
            kept = text("it cannot be replayed: {why}; its records are kept", why=replayed.fault)
            if damaged:
                kept = text("it is damaged: {why}; its records are kept", why=replayed.fault)
            raise Discrepancy(kept)
        if outcome == "damaged":  # it was longer when it came before
            longer = text(
                "the club has it with more records, which are damaged, and has kept those; if it "
                "is right now, {remedy} lets it in, then sync again",
                remedy=remedy("club replace", session=name),
            )
            raise Discrepancy(longer)
        if outcome == "replaced":
            self._note(name, text("it replaces a damaged copy, which is set aside"))
        older = outcome == "known" and self._has_more(name, listed)
        if not older:
            self._compare(listed, replayed.session)
        if listed.state == "c":
            self._cable.ask(f"done {listed.number} {listed.crc:08x}")
        if listed.state == "o" and not older:
            return "open"
        return "extended" if outcome == "replaced" else outcome

    def _has_more(self, name: str, listed: TabletSession) -> bool:
        with _club_turn:
            known = self._club.known(name)
        return known is not None and known.records > listed.records

    def _check_its_own(self, replayed: Replay) -> None:
        """Raise NotItsTable if a phone brings a session of others."""
        tables, session = self._place.tables, replayed.session
        if not tables or replayed.wrong:  # what is damaged counts for nobody
            return
        if session.table not in tables:
            stranger = text(
                "it was played at table {table}, whose link this phone has never had; if it is "
                "right, scan the code of that table with it once",
                table=session.table,
            )
            raise NotItsTable(stranger)
        asked = partial(claims.refusal, tablet=self._summary.tablet, session=session)
        if why := self._read(asked):
            raise NotItsTable(why)

    def _waits(self, replayed: Replay) -> bool:
        """Return True if the director has to import it first; then it stays on the phone."""
        with _club_turn:
            now = datetime.fromtimestamp(time.time(), UTC)
            return waiting.holds_back(self._club, replayed, now)

    def _note(self, name: str, said: str) -> None:
        """Add a note once, for a session may be read twice."""
        line = self._line(text("session {session}", session=name), said)
        if line not in self._summary.notes:
            self._summary.notes.append(line)

    def _compare(self, listed: TabletSession, session: Session) -> None:
        """Raise Discrepancy if the tablet's totals or state differ from its records."""
        ours, theirs = totals_text(session), self._cable.ask(f"total {listed.number}")
        same = theirs == ours and session.complete == (listed.state in "cf")
        name = session_id(self._tablet, listed.number)
        said = TabletTotal(name, listed.crc, theirs, listed.state in "cf")
        with _club_turn:  # so that the club's lists can name what differs
            if self._club.read(partial(is_new, said=said, differs=not same)):
                self._club.write(partial(keep, said=said))
        if theirs != ours:
            about = {"theirs": theirs, "ours": ours}
            raise Discrepancy(
                text("the tablet says {theirs}, the records say {ours}, which counts", **about)
            )
        if not same:
            if session.complete:
                differs = text("the tablet says it is open, the records say it is complete")
            else:
                differs = text("the tablet says it is complete, the records say it is open")
            raise Discrepancy(differs)
