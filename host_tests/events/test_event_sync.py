"""`scorepad sync` and `scorepad event send` give each tablet its table's part of an event."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from firmware.storage import record
from scorepad.cli import main
from scorepad.club.events.event import Event
from scorepad.club.events.loading import of_day
from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club
from scorepad.tablet.event import EventGiven
from support.club.club_sessions import raw, stopped
from support.club.planned import begun, entered, planned, two_sections
from support.databases import enrol, select
from support.depth import full
from support.link.ptys import impostor, script
from support.link.syncing import LIAR, b64, command, listed, log, speaks

pytestmark = pytest.mark.usefixtures("noon")

OTHER = bytes.fromhex("02005c0e9a77")
GONE = "error the event did not come in whole; begin with entry 0"


@pytest.fixture
def path(club: Club, database: str) -> Path:
    enrol(database, ("Ann", "Bob"))
    entered(club, planned(club, when=today()), {3: ("Ann", "Bob")})
    return Path(database)


def of_today(club: Club) -> Event:
    found = club.read(lambda rows: of_day(rows, today()))
    assert found
    return found


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
        sealed = b"".join(record.sealed(entry.ljust(50, b"\0")) for entry in self.entries)
        came = f"{len(self.entries)} {record.checksum(sealed, size=54):08x}"
        if announced not in (came, self.has):
            return GONE
        self.has = announced
        return "ok"


def synced(answer: Callable[[str], str], path: Path, *words: str) -> int:
    with impostor(script(answer)) as port:
        return command(port, *words, "--db", str(path))


def sent(answer: Callable[[str], str], path: Path, *words: str) -> int:
    with impostor(script(answer)) as port:
        return main(["event", "send", "--port", port, *words, "--db", str(path)])


def test_the_event_of_today_is_sent_once_and_again_when_it_changes(path, capsys):
    tablet = TabletWithEvents(3)
    assert synced(tablet.answer, path) == 0
    assert capsys.readouterr().out.count("; event: sent\n") == 1
    with Club(str(path)) as club:
        event = planned(club, name="Other", when=today().replace(year=2030))
    assert len(tablet.entries) == 9 == len(EventGiven(event).records(1))
    assert tablet.entries[3].startswith(bytes((3, 0, 1, 0, 0, 0, 2, 0, 0, 0)) + b"Ann\0")
    assert all(len(one) <= 50 and one[-1] for one in tablet.entries)
    tablet.asked.clear()
    assert synced(tablet.answer, path) == 0
    assert capsys.readouterr().out.count("; event: has it already\n") == 1
    assert [words.split()[0] for words in tablet.asked] == ["event"]
    assert main(["event", "pair", "Tuesday", "3", "guest", "Bob", "--db", str(path)]) == 0
    capsys.readouterr()
    assert sent(tablet.answer, path, "--json") == 0
    (summary,) = json.loads(capsys.readouterr().out)["tablets"]
    assert (summary["event"], summary["new"], summary["known"]) == ("sent", 0, 1)
    rows = select(path, "SELECT event, tablet, table_number FROM event_sends")
    assert rows == [(1, LIAR.hex(), 3)] * 2


def test_what_changes_in_a_section_is_sent_to_its_tables_alone(club, database, capsys):
    enrol(database, ("Ann", "Bob"))
    entered(club, planned(club, *two_sections(), when=today()), {7: ("Ann", "Bob")})
    tablets = [TabletWithEvents(4, OTHER), TabletWithEvents(5)]
    told = []
    for change in (("show",), ("leave", "Tuesday", "7", "--round", "4")):
        assert main(["event", *change, "--db", database]) == 0
        for tablet in tablets:
            capsys.readouterr()
            assert synced(tablet.answer, Path(database), "--json") == 0
            told += [one["event"] for one in json.loads(capsys.readouterr().out)["tablets"]]
    assert told == ["sent", "sent", "sent", "had"]


@full
def test_a_tablet_on_which_it_was_begun_anew_gets_what_changes(path, capsys):
    """Until it has ended there once more; a session that is left out says nothing of that."""
    tablet = TabletWithEvents(3)
    with Club(str(path)) as club:
        begins = begun(of_today(club).number, 3)
        for number, played in ((9, stopped(begins)), (10, begins)):
            club.take(LIAR, number, raw(number, played, LIAR), "port")
        assert synced(tablet.answer, path) == 0 and tablet.entries
        club.take(LIAR, 10, raw(10, stopped(begins), LIAR), "port")
        club.take(LIAR, 11, raw(11, begins, LIAR), "port")
    assert main(["club", "leave-out", f"{LIAR.hex()}-11", "--db", str(path)]) == 0
    capsys.readouterr()
    assert synced(tablet.answer, path) == 0
    assert "; event: is over there\n" in capsys.readouterr().out


@full
def test_a_table_has_one_tablet(path, capsys):
    """Another is there instead of it when somebody says so, and then the first is not."""
    old, new = TabletWithEvents(3), TabletWithEvents(3, OTHER)
    assert synced(old.answer, path) == 0
    assert synced(new.answer, path) == 1
    said = capsys.readouterr()
    assert f"is that of tablet {LIAR.hex()}" in said.err
    assert ("event: " in said.out.splitlines()[-2], new.entries) == (False, [])
    for mine, other in ((new, old), (old, new), (new, old)):
        assert synced(mine.answer, path, "--table", "3") == 0
        assert synced(mine.answer, path) == 0
        assert synced(other.answer, path) == 1
    assert synced(TabletWithEvents(2, OTHER).answer, path) == 0


@full
def test_two_tablets_with_one_table_at_once(path, capsys):
    """The ports are asked at the same time: whoever comes first has it."""
    tablets = TabletWithEvents(3), TabletWithEvents(3, OTHER)
    with impostor(script(tablets[0].answer)) as one, impostor(script(tablets[1].answer)) as two:
        assert main(["sync", one, two, "--db", str(path)]) == 1
    said = capsys.readouterr()
    assert said.err.count(" is that of tablet ") == said.out.count("; event: sent\n") == 1
    assert sorted(bool(one.entries) for one in tablets) == [False, True]


@full
def test_a_tablet_is_told_until_when_it_offers_the_event(path, capsys):
    """Of an earlier date until the evening is over on which it was sent."""

    def until(tablet: TabletWithEvents) -> int:
        return int.from_bytes(tablet.entries[0][35:39], "little")

    late, past = today() + timedelta(days=3), today() - timedelta(days=3)
    with Club(str(path)) as club:
        for name, when in (("Late", late), ("Past", past)):
            planned(club, name=name, when=when)
    for name, day in (("Tuesday", today()), ("Late", late), ("Past", today())):
        tablet = TabletWithEvents(1)
        assert synced(tablet.answer, path, "--event", name) == 0
        then = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(minutes=until(tablet))
        assert then == datetime.combine(day + timedelta(days=1), time(6)).astimezone(UTC)
    assert main(["event", "show", "Past", "--db", str(path)]) == 0
    assert f"1  {LIAR.hex()}  has it " in capsys.readouterr().out


@full
def test_the_club_shows_which_tablet_has_what(path, capsys):
    def table(number: int) -> str:
        capsys.readouterr()
        assert main(["event", "show", "--db", str(path)]) == 0
        lines = capsys.readouterr().out.partition("Tablets\n")[2].splitlines()
        return " ".join(lines[1 + number].split())

    tablet = TabletWithEvents(3)
    assert table(3) == "3 not sent 0 of 6"
    assert sent(tablet.answer, path) == 0
    assert (table(2), table(3)) == ("2 not sent 0 of 6", f"3 {LIAR.hex()} has it 0 of 6")
    assert main(["event", "leave", "Tuesday", "1", "--round", "2", "--db", str(path)]) == 0
    assert table(3) == f"3 {LIAR.hex()} has another version 0 of 6"
    assert main(["event", "drop", "Tuesday", "--db", str(path)]) == 0
    assert sent(tablet.answer, path, "--take-away") == 0
    assert select(path, "SELECT event FROM event_sends") == [(1,), (0,)]


@full
def test_an_event_is_sent_by_name_and_none_if_that_is_said(path):
    with Club(str(path)) as club:
        planned(club, name="Cup", when=today().replace(year=2030))
    tablet = TabletWithEvents(1)
    assert synced(tablet.answer, path, "--no-event") == 0
    assert tablet.asked == []
    assert synced(tablet.answer, path, "--event", "Cup") == 0
    assert tablet.entries[0][15:18] == b"Cup"


@full
def test_a_tablet_without_a_table_keeps_what_it_has_unless_that_is_taken_away(path, capsys):
    tablet = TabletWithEvents(7)
    tablet.has = "9 0123abcd"
    assert synced(tablet.answer, path) == 0
    assert capsys.readouterr().out.count("; event: has no such table\n") == 1
    assert (tablet.asked, tablet.has) == ([], "9 0123abcd")
    assert sent(tablet.answer, path, "Tuesday", "--take-away") == 0
    assert capsys.readouterr().out.count("; event: none any more\n") == 1
    assert (tablet.asked, tablet.has) == (["event 0 00000000"], "0 00000000")


@pytest.mark.parametrize("refused", ["event", pytest.param("entry", marks=full)])
def test_a_tablet_that_refuses_is_named_and_its_sessions_are_safe(path, capsys, refused):
    playing = "error a session of another kind is open"
    answers = {
        "who": f"ok scorepad 1 {LIAR.hex()} 2 0.1.0 4096",
        "entry": "ok",
        "event": GONE,
        refused: playing,
    }
    assert synced(speaks(answers), path) == 1
    said = capsys.readouterr()
    assert f": {playing[6:]}\n" in said.err
    assert "1 new" in said.out and "1 refused\n" in said.out and "event" not in said.out
    assert select(path, "SELECT * FROM event_sends") == []


def test_what_cannot_be_sent_is_refused(path, capsys, monkeypatch):
    monkeypatch.setattr("scorepad.cli.commands.sync._all_ports", lambda: ["/nonexistent"])
    for words, said in (
        (["sync", "--event", "Cup"], "no event 'Cup'"),
        (["event", "send", "Cup"], "no event 'Cup'"),
        (["event", "send", "--table", "3"], "--table is for one tablet"),
    ):
        assert main([*words, "--db", str(path)]) == 2
        assert said in capsys.readouterr().err
