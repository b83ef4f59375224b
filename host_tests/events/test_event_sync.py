"""`scorepad sync` and `scorepad event send` give each tablet its table's part of an event."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

import pytest

from firmware.storage import record
from scorepad.club.evenings import Evenings
from scorepad.club.events.loading import of_day
from scorepad.club.records.store import Club
from scorepad.movement.model import Meeting
from scorepad.tablet.event import EventDelivery
from support.club.club_sessions import Event, raw, stopped
from support.club.planned import (
    at_table,
    begun,
    entered,
    planned,
    round_begins,
    take,
    two_sections,
)
from support.databases import enrol, select
from support.depth import full
from support.in_process import Commands
from support.link.ptys import impostor, script
from support.link.syncing import LIAR, b64, listed, log, speaks
from support.zones import in_zone, zone_at

pytestmark = pytest.mark.usefixtures("noon")

OTHER = bytes.fromhex("02005c0e9a77")
GONE = "error the event did not come in whole; begin with entry 0"
PORT = "PORT"
ASKS = "asks whether to take over the table"
SYNC, SEND = ("sync", PORT), ("event", "send", "--port", PORT)


@pytest.fixture
def run(club: Club, new: Commands) -> Commands:
    """A club with an event today."""
    enrol(new.database, ("Ann", "Bob"))
    entered(club, planned(club, when=Evenings().today()), {3: ("Ann", "Bob")})
    return new


class TabletWithEvents:
    """Answers as a tablet at a table that keeps the list that it is sent."""

    def __init__(self, table: int, tablet: bytes = LIAR):
        self.has = "0 00000000"
        self.entries: list[bytes] = []
        self.asked: list[str] = []
        said = {"who": f"ok scorepad 1 {tablet.hex()} {table} 0.1.0 4096"}
        mine = log(tablet)
        said |= {"list 0": f"ok {listed(mine)}", "read 1 0": f"ok {b64(mine)}"}
        self.answer = speaks({**said, "table": "ok", "entry": self._entry, "event": self._end})

    def _entry(self, words: str) -> str:
        self.asked.append(words)
        _, place, raw = words.split()
        del self.entries[int(place) :]
        self.entries.append(bytes.fromhex(raw))
        return "ok"

    def _end(self, words: str) -> str:
        self.asked.append(words)
        _, _, announced = words.partition(" ")
        if announced[0] == "0":
            self.entries = []
        sealed = b"".join(record.seal(entry.ljust(50, b"\0")) for entry in self.entries)
        came = f"{len(self.entries)} {record.checksum(sealed, size=54):08x}"
        if announced not in (came, self.has):
            return GONE
        self.has = announced
        return "ok"


def ended(run: Commands, answer: Callable[[str], str], *words: str) -> tuple[int, str, str]:
    """How a command ends that asks a tablet at PORT."""
    with impostor(script(answer)) as port:
        return run.ended(*(port if word == PORT else word for word in words))


def said(run: Commands, tablet: TabletWithEvents, *words: str) -> str:
    """What is said of the event."""
    status, out, _ = ended(run, tablet.answer, *words)
    assert status == 0
    return " ".join(re.findall("; event: (.*)\n", out))


def test_the_event_of_today_is_sent_once_and_again_when_it_changes(run, club):
    tablet = TabletWithEvents(3)
    assert said(run, tablet, *SYNC) == "sent"
    event = planned(club, name="Other", when=Evenings().today().replace(year=2030))
    assert len(tablet.entries) == 9 == len(EventDelivery(event).records(1))
    assert tablet.entries[3].startswith(bytes((3, 0, 1, 0, 0, 0, 2, 0, 0, 0)) + b"Ann\0")
    assert all(len(one) <= 50 and one[-1] for one in tablet.entries)
    tablet.asked.clear()
    assert said(run, tablet, *SYNC) == "has it already"
    assert [words.split()[0] for words in tablet.asked] == ["event"]
    run.run("event", "pair", "Tuesday", "3", "guest", "Bob")
    status, out, _ = ended(run, tablet.answer, *SEND, "--json")
    (summary,) = json.loads(out)["tablets"]
    assert (status, summary["event"], summary["new"], summary["known"]) == (0, "sent", 0, 1)
    rows = select(run.database, "SELECT event, tablet, table_number FROM event_sends")
    assert rows == [(1, LIAR.hex(), 3)] * 2


def test_what_changes_in_a_section_is_sent_to_its_tables_alone(club, new):
    enrol(new.database, ("Ann", "Bob"))
    entered(club, planned(club, *two_sections(), when=Evenings().today()), {7: ("Ann", "Bob")})
    tablets = [TabletWithEvents(4, OTHER), TabletWithEvents(5)]
    told = []
    for change in (("show",), ("leave", "Tuesday", "7", "--round", "4")):
        new.run("event", *change)
        for tablet in tablets:
            status, out, _ = ended(new, tablet.answer, *SYNC, "--json")
            told += [(status, one["event"]) for one in json.loads(out)["tablets"]]
    assert told == [*[(0, "sent")] * 3, (0, "had")]


@full
def test_a_tablet_on_which_it_was_begun_anew_gets_what_changes(run, club):
    """Until it has ended there once more; a session that is left out says nothing of that."""
    tablet = TabletWithEvents(3)
    begins = begun(club.read(lambda rows: of_day(rows, Evenings().today())).number, 3)
    for number, played in ((9, stopped(begins)), (10, begins)):
        club.take(LIAR, number, raw(number, played, LIAR), "port")
    assert said(run, tablet, *SYNC) and tablet.entries
    club.take(LIAR, 10, raw(10, stopped(begins), LIAR), "port")
    club.take(LIAR, 11, raw(11, begins, LIAR), "port")
    run.run("club", "leave-out", f"{LIAR.hex()}-11")
    assert said(run, tablet, *SYNC) == "is over there"


def test_a_tablet_that_takes_a_table_over_goes_on_where_the_table_is(run, club):
    """The other one's session is closed then, and what it still brings counts."""
    event = club.read(lambda rows: of_day(rows, Evenings().today()))
    first, second = TabletWithEvents(1, OTHER), TabletWithEvents(1)

    def comes(tablet: bytes, log: list[Event]) -> None:
        club.take(tablet, 2, raw(2, log, tablet), "port")

    assert said(run, first, *SYNC) == "sent"
    take(club, {2: at_table(event, 2, 3)[:-1], 3: at_table(event, 3, 2)[:-1]})
    assert said(run, second, *SYNC) == ASKS
    assert second.entries[0][39] == 2  # as the others, of whom one is behind
    comes(OTHER, at_table(event, 1, 2)[:-1])  # of round 2 board 4 is left
    assert said(run, second, *SYNC, "--table", "1") == ASKS
    assert second.entries[0][39] == 2 and bytes((2, 1, 1, 6, 4, 4)) in second.entries[7]
    assert said(run, first, *SYNC) == "has it already"
    comes(LIAR, begun(event.number, 1))  # nobody has sat down yet
    assert said(run, second, *SYNC) == ASKS and second.entries[0][39] == 2
    goes_on = [*begun(event.number, 1), round_begins(Meeting(2, 1, 1, 6, (4,)))]
    comes(LIAR, goes_on)
    assert (said(run, second, *SYNC), second.entries[0][39:]) == ("sent", b"")
    assert said(run, first, *SYNC) == ASKS  # it may take the table back
    (closed,) = [one for one in run.told("club", "decisions") if one["session"]]
    assert (closed["session"], closed["author"]) == (f"{OTHER.hex()}-2", f"tablet {LIAR.hex()}")
    comes(OTHER, at_table(event, 1, 2))  # with the board that it had not brought
    table = run.told("event", "show")["tables"][0]
    assert (table["tablet"], table["played"], table["complete"]) == (LIAR.hex(), 4, False)
    comes(LIAR, stopped(goes_on))
    assert run.told("event", "show")["tables"][0]["complete"]
    doubts = [one for one in run.told("club", "duplicate")["doubts"] if one["table"] == 1]
    assert [(one["kind"], one["board"]) for one in doubts] == [("missing", 5), ("missing", 6)]


@full
def test_two_tablets_with_one_table_at_once(run):
    """The ports are asked at the same time: whoever comes first has it."""
    tablets = TabletWithEvents(3), TabletWithEvents(3, OTHER)
    with impostor(script(tablets[0].answer)) as one, impostor(script(tablets[1].answer)) as two:
        _, out, _ = run.ended("sync", one, two)
    assert (out.count("; event: sent\n"), out.count(ASKS)) == (1, 1)
    assert sorted(one.entries[0][39:] for one in tablets) == [b"", b"\1"]


@full
def test_a_tablet_is_told_until_when_it_offers_the_event(run, club):
    """Of an earlier date until the evening is over on which it was sent."""
    late, past = Evenings().today() + timedelta(days=3), Evenings().today() - timedelta(days=3)
    for name, when in (("Late", late), ("Past", past)):
        planned(club, name=name, when=when)
    for name, day in (
        ("Tuesday", Evenings().today()),
        ("Late", late),
        ("Past", Evenings().today()),
    ):
        tablet = TabletWithEvents(1)
        assert (said(run, tablet, *SYNC, "--no-event"), tablet.asked) == ("", [])
        assert said(run, tablet, *SYNC, "--event", name) == "sent"
        assert tablet.entries[0][15:].startswith(name.encode())
        until = timedelta(minutes=int.from_bytes(tablet.entries[0][35:39], "little"))
        end = datetime.combine(day + timedelta(days=1), time(6)).astimezone(UTC)
        assert datetime(2000, 1, 1, tzinfo=UTC) + until == end
    assert f"1  {LIAR.hex()}  has it " in run.run("event", "show", "Past")


@full
def test_the_club_shows_which_tablet_has_what(run):
    def table(number: int) -> str:
        lines = run.run("event", "show").partition("Tablets\n")[2].splitlines()
        return " ".join(lines[1 + number].split())

    tablet = TabletWithEvents(3)
    assert table(3) == "3 not sent 0 of 6"
    assert said(run, tablet, *SEND) == "sent"
    assert (table(2), table(3)) == ("2 not sent 0 of 6", f"3 {LIAR.hex()} has it 0 of 6")
    run.run("event", "leave", "Tuesday", "1", "--round", "2")
    assert table(3) == f"3 {LIAR.hex()} has another version 0 of 6"
    run.run("event", "drop", "Tuesday")
    assert said(run, tablet, *SEND, "--take-away")
    assert select(run.database, "SELECT event FROM event_sends") == [(1,), (0,)]


@full
def test_a_tablet_without_a_table_keeps_what_it_has_unless_that_is_taken_away(run):
    tablet = TabletWithEvents(7)
    tablet.has = "9 0123abcd"
    assert said(run, tablet, *SYNC) == "has no such table"
    assert (tablet.asked, tablet.has) == ([], "9 0123abcd")
    assert said(run, tablet, *SEND, "Tuesday", "--take-away") == "none any more"
    assert (tablet.asked, tablet.has) == (["event 0 00000000"], "0 00000000")


@pytest.mark.parametrize("refused", ["event", pytest.param("entry", marks=full)])
def test_a_tablet_that_refuses_is_named_and_its_sessions_are_safe(run, refused):
    playing = "error a session of another kind is open"
    answers = {"who": f"ok scorepad 1 {LIAR.hex()} 2 0.1.0 4096", "entry": "ok"}
    answers |= {"event": GONE, refused: playing}
    status, out, err = ended(run, speaks(answers), *SYNC)
    assert status == 1 and f": {playing[6:]}\n" in err
    assert "1 new" in out and "1 refused\n" in out and "event" not in out
    assert select(run.database, "SELECT * FROM event_sends") == []


def test_what_cannot_be_sent_is_refused(run, monkeypatch):
    monkeypatch.setattr("scorepad.tablet.all_ports.every_port", lambda: ["/nonexistent"])
    for words, why in (
        (("sync", "--event", "Cup"), "no event 'Cup'"),
        (("event", "send", "Cup"), "no event 'Cup'"),
        (("event", "send", "--table", "3"), "a table number is for one tablet"),
    ):
        assert why in run.refused(*words)


@full
@pytest.mark.parametrize(("ends", "before"), [("", 1), ("06:00", 1), ("02:00", 0)])
def test_today_is_the_evening_that_has_not_ended(new, ends, before):
    """At three in the morning; and a tablet that knows no events keeps what it has."""
    unknown = dict.fromkeys(("entry", "event"), "error unknown request")
    old = speaks({"who": f"ok scorepad 1 {LIAR.hex()} 1 0.1.0 4096", **unknown})
    with in_zone(zone_at(3)):
        day = datetime.now().astimezone().date() - timedelta(days=before)
        new.run("club", "settings", "set", f"--evening-ends={ends}")
        new.run("event", "new", "Late", "--movement", "mitchell --tables 3 --boards 2")
        assert new.told("event", "show")["date"] == str(day)
        for words in (SEND, SYNC):
            assert "its event stays" in ended(new, old, *words)[2]
        new.run("event", "drop", "Late")
        for words in (("send", "--port", "none"), ("show",)):
            assert f"the club has no event on {day}" in new.refused("event", *words)
