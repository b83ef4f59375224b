"""Each session of a tablet comes into the club once, byte for byte, whatever the cable does.

The tablets are the firmware on MicroPython, behind pseudo-terminals; the liars are scripted.
"""

import argparse
import functools
import json
import random
import shutil
import time
from contextlib import closing
from types import SimpleNamespace

import pytest
import serial

from firmware import session
from firmware.link.codec import BadLine, frame, unframe
from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.rules import NAMES
from firmware.storage import record
from scorepad.cli import main
from scorepad.cli.club_options import new_club_of
from scorepad.cli.commands import sync as sync_command
from scorepad.cli.commands.sync import lines
from scorepad.cli.parser import parser
from scorepad.club.records.remarks import remarks
from scorepad.errors import UserError
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet import cable
from scorepad.tablet.answers import MAX_RECORDS, TabletSession, listing, records
from scorepad.tablet.cable import Cable, CableGone, NoAnswer, Refused
from scorepad.tablet.sync import sync_port
from support.depth import FULL, SEED, sampled, some
from support.link.ptys import Wire, impostor, plugged_in, script, unchanged
from support.link.syncing import (
    LIAR,
    b64,
    command,
    done,
    game,
    hasty,
    listed,
    log,
    patient,
    play,
    speaks,
    start,
)
from support.tablet.tablets import store_in

pytestmark = pytest.mark.slow


@pytest.fixture
def tablet():
    with Tablet(Flash()) as it:
        yield it


@pytest.fixture
def club(tmp_path):
    return club_at(tmp_path / "club.sqlite")


def club_at(path):
    club = new_club_of(parser().parse_args(["--db", f"sqlite:///{path}"]))
    club.begin()
    return club


def sync(tablet, club, cable=patient):
    with plugged_in(tablet) as path:
        return sync_port(path, club, lambda done, total: None, cable)


def counts(summary):
    return summary.new, summary.extended, summary.known, summary.open, len(summary.refused)


def on_tablet(tablet):
    """What the tablet has: a list of (TabletSession, records)."""
    with plugged_in(tablet) as path, patient(path) as cable:
        return [(listed, records(cable, listed)) for listed in listing(cable)]


def assert_club_has(club, tablet_id, sessions):
    """The club has these sessions, byte for byte: it takes the same again for known."""
    for there, raw in sessions:
        known = club.known(f"{tablet_id.hex()}-{there.number}")
        assert (known.records, known.crc) == (len(raw) // record.SIZE, record.checksum(raw))
        assert club.take(tablet_id, there.number, raw, "again") == "known"


# ---- exactly once


def test_each_session_comes_once_and_a_second_sync_changes_nothing(tablet, club):
    game(tablet)
    game(tablet)
    start(tablet)
    play(tablet, 1)
    first, second = sync(tablet, club), sync(tablet, club)
    assert counts(first) == (2, 0, 0, 1, 0)
    assert counts(second) == (0, 0, 2, 1, 0)
    assert first.trouble == second.trouble == ""
    sessions = on_tablet(tablet)
    assert [listed.state for listed, _ in sessions] == ["f", "f", "o"]
    assert_club_has(club, bytes.fromhex(first.tablet), sessions)


def test_an_open_session_is_extended_when_it_is_complete(tablet, club):
    start(tablet)
    play(tablet, 2)
    assert counts(sync(tablet, club)) == (0, 0, 0, 1, 0)
    play(tablet, 1)
    assert counts(sync(tablet, club)) == (0, 0, 0, 1, 0)
    play(tablet, 1)
    done(tablet)
    assert counts(sync(tablet, club)) == (0, 1, 0, 0, 0)
    assert counts(sync(tablet, club)) == (0, 0, 1, 0, 0)


def test_a_session_of_every_rule_set_comes(club, tmp_path):
    path = tmp_path / "t.flash"
    with store_in(path) as store:
        for name in NAMES:
            store.create(opening(name, {}, 1, NORTH, 0))
    with Tablet(Flash(path)) as tablet:
        assert counts(sync(tablet, club)) == (0, 0, 0, len(NAMES), 0)
    assert {row.rules for row in club.sessions()} == set(NAMES)


def test_a_second_pc_gets_what_the_first_has_fetched(tablet, tmp_path):
    game(tablet)
    assert counts(sync(tablet, club_at(tmp_path / "one"))) == (1, 0, 0, 0, 0)
    assert counts(sync(tablet, club_at(tmp_path / "two"))) == (1, 0, 0, 0, 0)


def test_a_session_that_goes_on_while_it_is_read_is_taken_as_it_then_is(tablet, club):
    start(tablet)
    play(tablet, 2)
    reads = iter([lambda: (play(tablet, 2), done(tablet))])
    passed = bytearray()  # a line may come in pieces

    def finished_before_it_is_read(passing):
        passed.extend(passing)
        if b" read " in passed:
            next(reads, lambda: None)()
        return passing

    summary = sync(Wire(tablet, to_tablet=finished_before_it_is_read), club)
    assert counts(summary) == (1, 0, 0, 0, 0)
    assert [listed.state for listed, _ in on_tablet(tablet)] == ["f"]


def test_the_clock_of_the_tablet_is_set(tablet, club):
    sync(tablet, club)
    start(tablet)
    ((listed, raw),) = on_tablet(tablet)
    key = record.session_key(bytes.fromhex(sync(tablet, club).tablet), listed.number)
    started = session.fold(record.events(key, raw)).started
    assert abs(started - (time.time() - 946_684_800) / 60) < 3


# ---- bad cables


@pytest.mark.parametrize("milliseconds", [1000, pytest.param(6000, marks=pytest.mark.full)])
def test_a_tablet_that_takes_its_time_is_asked_once(tablet, club, milliseconds):
    """It has heard, and is given its time; who repeats a request gets the same answer."""
    start(tablet)
    tablet.pace(request_ms=milliseconds)
    begun = time.monotonic()
    assert counts(sync(tablet, club, Cable)) == (0, 0, 0, 1, 0)
    asked = 6  # who, clock, list twice, read, total
    assert asked <= (time.monotonic() - begun) * 1000 / milliseconds < asked + 2


@pytest.mark.full
@pytest.mark.parametrize("pace", [{"turn_ms": 3000}, {"read_us": 200_000}], ids=str)
def test_a_tablet_that_is_busy_elsewhere_hears_later(tablet, club, pace):
    start(tablet)
    tablet.pace(**pace)
    assert counts(sync(tablet, club, Cable)) == (0, 0, 0, 1, 0)


def test_a_tablet_that_sleeps_is_woken(tablet, club):
    start(tablet)
    tablet.wait(11 * 60_000)
    assert not tablet.chip.display_on
    assert counts(sync(tablet, club, Cable)) == (0, 0, 0, 1, 0)
    assert tablet.chip.display_on


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The flash of a tablet with two sessions to fetch, the second still open."""
    path = tmp_path_factory.mktemp("flash") / "played"
    with Tablet(Flash(path)) as tablet:
        game(tablet)
        start(tablet)
        play(tablet, 2)
    return path


def cut_then_sync(played, folder, cut_after, silent=False):
    """Syncs over a cable that breaks, then over a good one; whether it had broken."""
    folder.mkdir()
    flash = Flash(shutil.copy(played, folder / "flash"))
    club = club_at(folder / "club.sqlite")
    with Tablet(flash) as tablet:
        wire = Wire(tablet, cut_after=cut_after, silent=silent)
        sync(wire, club, hasty if silent else patient)
        before = on_tablet(tablet)
        assert_club_has(club, flash.tablet, [s for s in before if s[0].state == "f"])
        summary = sync(tablet, club)
        assert (summary.refused, summary.trouble) == ([], "")
        sessions = on_tablet(tablet)
        assert [listed.state for listed, _ in sessions] == ["f", "o"]
        assert [raw for _, raw in sessions] == [raw for _, raw in before]
        assert_club_has(club, flash.tablet, sessions)
    return wire.cut


@sampled
@pytest.mark.parametrize("offset", [1, 6, 11])
def test_a_cable_pulled_at_any_byte_loses_and_doubles_nothing(played, tmp_path, offset):
    """Every fifth byte, of both directions, within three days, or ten as `make test` goes."""
    step = 45 if FULL else 150
    cut_after = offset + 15 * SEED % step
    while cut_then_sync(played, tmp_path / str(cut_after), cut_after):
        cut_after += step
    assert cut_after > 500  # it did come to an end by itself


@sampled
def test_a_cable_that_goes_dead_loses_and_doubles_nothing(played, tmp_path):
    for cut_after in some(range(5, 500, 45), 4):
        assert cut_then_sync(played, tmp_path / str(cut_after), cut_after, silent=True)


def noise(seed):
    """Changes, drops and doubles bytes, a few in every hundred."""
    chance = random.Random(seed)

    def spoil(byte):
        return chance.choice((b"", bytes([chance.randrange(256)]), bytes([byte, byte])))

    def noisy(passing):
        return b"".join(
            spoil(byte) if chance.random() < 0.01 else bytes([byte]) for byte in passing
        )

    return noisy


BANNER = (
    b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13\r\n\xff\xfe\x00"
    b"MPY: soft reboot\r\nMicroPython v1.25 on 2025; ESP32\r\n>>> raw REPL; CTRL-B to exit\r\n>"
)


def after_a_banner(passing):
    """Boot messages before, half a line behind."""
    return BANNER + b"\r\n" + passing + passing[:7] if passing else b""


class Echo:
    """What the PC sends comes back to it before the answer."""

    def __init__(self):
        self._heard = b""

    def hear(self, passing):
        self._heard += passing
        return passing

    def answer(self, passing):
        heard, self._heard = self._heard, b""
        return heard + passing


ECHO = Echo()


@pytest.mark.parametrize(
    ("to_tablet", "to_pc"),
    [
        (unchanged, after_a_banner),
        (ECHO.hear, ECHO.answer),
        (lambda passing: b"\x03\x01half a li" + passing, unchanged),
        (noise(1), noise(2)),
        (noise(3), noise(4)),
    ],
    ids=["banner", "echo", "half lines", "noise", "other noise"],
)
def test_noise_between_the_lines_and_in_them_is_passed_over(tablet, club, to_tablet, to_pc):
    game(tablet)
    game(tablet)
    assert counts(sync(Wire(tablet, to_tablet, to_pc), club)) == (2, 0, 0, 0, 0)
    sessions = on_tablet(tablet)
    assert [listed.state for listed, _ in sessions] == ["f", "f"]


@pytest.mark.parametrize("moment", range(1, 9))
def test_a_reset_of_the_tablet_in_the_middle_is_survived(tablet, club, moment):
    game(tablet)
    requests = iter(range(1, 100))

    def reset_once(passing):
        if next(requests) == moment:
            tablet.reset()
        return passing

    assert counts(sync(Wire(tablet, to_tablet=reset_once), club)) == (1, 0, 0, 0, 0)
    assert counts(sync(tablet, club)) == (0, 0, 1, 0, 0)


def test_another_tablet_at_the_same_cable_is_noticed(tablet, club, tmp_path):
    game(tablet)
    with Tablet(Flash(tmp_path / "other")) as other:
        game(other)

        def swapped(passing):
            if b" read " in passing:
                wire.tablet = other
            return passing

        wire = Wire(tablet, to_tablet=swapped)
        assert "another tablet" in sync(wire, club).trouble
        assert counts(sync(tablet, club)) == counts(sync(other, club)) == (1, 0, 0, 0, 0)


# ---- ports that are no good


def test_silence_is_no_tablet(club):
    with impostor(lambda request: b"") as path:
        summary = sync_port(path, club, print, hasty)
    assert summary.trouble.endswith("is this its port? Ask `scorepad doctor`")
    assert not summary.found


def test_what_talks_all_the_time_is_no_tablet():
    with (
        impostor(lambda request: b"$GPGGA,1*" * 400 + b"\n>>> ", first=b"$GPGGA\r\n") as path,
        hasty(path) as cable,
        pytest.raises(NoAnswer),
    ):
        cable.ask("who")


def test_a_port_is_one_programs_at_a_time(tablet, club):
    with plugged_in(tablet) as path, patient(path) as cable:
        assert cable.ask("who")
        assert "another program is using this port" in sync_port(path, club, print).trouble


def test_the_port_is_free_again_after_a_sync(tablet, club):
    with plugged_in(tablet) as path:
        sync_port(path, club, lambda done, total: None, patient)
        serial.Serial(path, exclusive=True).close()


@pytest.mark.parametrize(
    ("name", "reason"),
    [(".", "directory"), ("file", "not a serial port"), ("none", "no such port")],
)
def test_a_path_that_is_no_port_is_said_to_be_none(tmp_path, name, reason):
    (tmp_path / "file").write_text("scores")
    with pytest.raises(UserError, match=reason):
        Cable(str(tmp_path / name))
    assert (tmp_path / "file").read_text() == "scores"


def test_a_tablet_that_vanishes_or_falls_silent_is_gone():
    def vanish(request):
        raise SystemExit

    for answers in (vanish, lambda request: b""):
        once = iter([script(lambda words: "ok here")])
        with (
            impostor(lambda request, a=answers, once=once: next(once, a)(request)) as path,
            hasty(path) as cable,
        ):
            assert cable.ask("who") == "here"
            with pytest.raises(CableGone):
                cable.ask("who")


@pytest.mark.parametrize(
    ("vendor", "product", "listens"),
    [
        (0x2E8A, 5, True),
        (0x303A, 0x4001, True),
        (0x303A, 0x1001, False),  # JTAG's
        (0x10C4, 0xEA60, False),
        (0x1A86, 0x7523, False),
        (None, None, False),
    ],
)
def test_at_a_chip_s_own_usb_somebody_listens(monkeypatch, tmp_path, vendor, product, listens):
    """DTR: a converter's resets the board; without it a Pico drops what it has not sent."""
    with impostor(lambda request: b"") as path:
        named = tmp_path / "by-id"
        named.symlink_to(path)
        there = [
            SimpleNamespace(device=path, vid=vendor, pid=product),
            SimpleNamespace(device="x", vid=0x2E8A, pid=5),
        ]
        monkeypatch.setattr(cable.list_ports, "comports", lambda: there)
        for name in (path, str(named)):
            with closing(cable.open_port(name, 0.1)) as port:
                assert (port.rts, port.dtr) == (False, listens)


def test_the_first_answer_is_waited_for_as_the_board_may_boot():
    boot = iter([b"rst:0x1 (POWERON_RESET)\r\n"] * 5)
    up = script(lambda words: "ok here")
    with (
        impostor(lambda request: next(boot, b"") or up(request)) as path,
        Cable(path, timeout=0.04) as cable,
    ):
        assert cable.ask("who") == "here"


def test_an_answer_to_another_request_is_not_taken():
    def late(request):
        number = int(request[1:].split()[0])
        return b"".join(frame(f"!{n} ok {n - number}") for n in (number - 1, number + 1, number))

    with impostor(late) as path, hasty(path) as cable:
        assert [cable.ask("who") for _ in range(3)] == ["0", "0", "0"]


def test_an_error_is_the_tablets_own_words():
    with (
        impostor(script(lambda words: "error unknown request")) as path,
        hasty(path) as cable,
        pytest.raises(Refused, match="the tablet answers: unknown request"),
    ):
        cable.ask("roster")


# ---- tablets that lie


def unending(words):
    after = int(words.split()[1])
    return "ok " + " ".join(listed(b"", after + n, count=1) for n in range(1, 5))


def test_a_tablet_that_tells_the_truth_is_believed(club):
    with impostor(script(speaks({}))) as path:
        summary = sync_port(path, club, lambda done, total: None, hasty)
    assert counts(summary) == (1, 0, 0, 0, 0)
    assert_club_has(club, LIAR, [(TabletSession(1, 5, "c", 0), log())])


OTHERS = log(b"another tablet")
OF_SESSION_2 = {
    "list 0": f"ok {listed(log(), 2)}",
    "list 1": f"ok {listed(log(), 2)}",
    "read 2 0": f"ok {b64(log())}",
}
PAGE = bytes(record.SIZE * record.PER_PAGE)
PAGES = {f"read 1 {n}": f"ok {b64(PAGE)}" for n in range(0, 500, record.PER_PAGE)}


@pytest.mark.parametrize(
    ("lies", "said"),
    [
        ({"who": "ok scorepad 2 words of a later version"}, "install a scorepad"),
        ({"who": "ok scorepad 1 zz 7 0.1.0 4096"}, "does not say who it is"),
        ({"who": f"ok scorepad 1 {'ab' * 60} 7 0.1.0 4096"}, "does not say who it is"),
        ({"who": "ok modem"}, "no tablet"),
        ({"who": "ok"}, "no tablet"),
        ({"who": "error unknown request"}, "unknown request"),
        ({"who": "ok scorepad 1 \x1b[31m 7 0.1.0 4096"}, "no tablet answers"),
        ({"who": f"ok scorepad 1 {LIAR.hex()} ünïcode 0.1.0 4096"}, "no tablet answers"),
        ({"list 0": "ok -1:rubber:5:c:00000000"}, "no session: -1:rubber"),
        ({"list 0": "ok 0:rubber:5:c:00000000"}, "session 0 twice"),
        ({"list 0": f"ok {listed(log())} {listed(log())}"}, "session 1 twice"),
        ({"list 0": f"ok {listed(log(), 9)} {listed(log(), 8)}"}, "session 8 twice"),
        ({"list 0": "ok 9999999999:rubber:5:c:00000000"}, "no session: 9999999999"),
        ({"list 0": "ok 1:rubber:5:c:0"}, "no session"),
        ({"list 0": "ok 1:[red]:5:c:00000000"}, "no session"),
        ({"list 0": "ok " + "x" * 170}, "no session"),
        ({"list": unending, "list 0": unending}, "more sessions than it can hold"),
        ({"list 0": "error store: 5"}, "store: 5"),
        ({"list 0": f"ok {listed(log(), count=4294967295)}"}, "4294967295 records"),
        ({"list 0": f"ok {listed(log(), count=99)}"}, "not those that it lists"),
        ({"list 0": f"ok {listed(log(), count=4)}"}, "not those that it lists"),
        ({"list 0": "ok 1:rubber:5:c:12345678"}, "not those that it lists"),
        (OF_SESSION_2, "record 0"),
        ({"list 0": f"ok {listed(OTHERS)}", "read 1 0": f"ok {b64(OTHERS)}"}, "record 0"),
        (
            {"list 0": f"ok {listed(bytes(record.SIZE * MAX_RECORDS))}", **PAGES},
            "not those that it lists",
        ),
        ({"list 0": f"ok {listed(log(), state='o')}"}, "says it is open, the records say it is"),
        ({"read 1 0": "ok !!!!"}, "not base64"),
        ({"read 1 0": "ok"}, "0 bytes as one page"),
        ({"read 1 0": "ok A"}, "not base64"),
        ({"read 1 0": f"ok {b64(bytes(130))}"}, "130 bytes as one page"),
        ({"read 1 0": "ok -"}, "not those that it lists"),
        ({"read 1 0": "error store: 5"}, "store: 5"),
        ({"total": "ok NS=930 EW=0"}, "the tablet says NS=930 EW=0, the records say NS=940"),
        ({"total": "ok"}, "the records say NS=940 EW=0"),
        ({"total": "error game 1: no"}, "game 1: no"),
        ({"done": "error the session has changed"}, "the session has changed"),
        ({"clock": "error no clock"}, "its clock cannot be set"),
        ({"clock": "ok 101 low"}, "its battery: a charge is 0 to 100"),
    ],
)
def test_a_lie_is_refused_by_name_and_in_time(club, lies, said):
    begun = time.monotonic()
    with impostor(script(speaks(lies))) as path:
        summary = sync_port(path, club, lambda done, total: None, hasty)
    words = " ".join([*summary.refused, summary.trouble])
    assert said in words
    assert words.isprintable()
    assert words.isascii()
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize(
    ("answer", "charge", "low"), [("ok", None, False), ("ok 55", 55, False), ("ok 9 low", 9, True)]
)
def test_a_tablet_that_wants_to_be_charged_is_named(club, answer, charge, low):
    with impostor(script(speaks({"clock": answer}))) as path:
        summary = sync_port(path, club, lambda done, total: None, hasty)
    assert (summary.charge, summary.low, summary.refused) == (charge, low, [])
    assert lines([summary])[0].endswith("; charge me: 9 %") == low


@pytest.mark.parametrize("lie", [{"total": "ok NS=1 EW=0"}, {"read 1 0": "ok -"}])
def test_a_session_that_is_refused_is_never_said_to_be_safe(club, lie):
    said = []

    def told(words):
        said.append(words)
        return "ok"

    with impostor(script(speaks({**lie, "done": told}))) as path:
        for _ in range(2):
            assert sync_port(path, club, lambda done, total: None, hasty).refused
    assert said == []


def test_a_session_whose_total_is_wrong_is_kept_all_the_same(club):
    with impostor(script(speaks({"total": "ok NS=1 EW=0"}))) as path:
        (words,) = sync_port(path, club, lambda done, total: None, hasty).refused
    assert f"session {LIAR.hex()}-1: the tablet says NS=1 EW=0, the records say NS=940" in words
    assert club.known(f"{LIAR.hex()}-1").records == 5


@pytest.mark.parametrize(
    ("lies", "said"),
    [
        (
            {"total": "ok NS=1 EW=0"},
            "the tablet says NS=1 EW=0, its records say NS=940 EW=0",
        ),
        (
            {"list 0": f"ok {listed(log(), state='o')}"},
            "the tablet says it is open, its records say it is complete",
        ),
    ],
)
def test_the_lists_say_what_counts_until_the_tablet_agrees(club, lies, said, capsys):
    session = f"{LIAR.hex()}-1"
    said += ", and what the records say counts"
    for _ in range(2):
        with impostor(script(speaks(lies))) as path:
            assert sync_port(path, club, lambda done, total: None, hasty).refused
        assert club.read(remarks) == {session: said}
    assert main(["club", "list", "--db", club.name]) == 0
    assert " ".join(capsys.readouterr().out.split()).endswith(f"{session}: {said}")
    assert main(["club", "show", session, "--db", club.name]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.endswith(f"{said[0].upper()}{said[1:]}.") and "N-S win by 940 points." in shown
    with impostor(script(speaks({}))) as path:
        assert not sync_port(path, club, lambda done, total: None, hasty).refused
    assert club.read(remarks) == {}


def test_a_damaged_session_is_kept_as_it_came_and_named(club):
    raw = log()[:20] + b"?" + log()[21:]
    lies = {"list 0": f"ok {listed(raw, state='d')}", "read 1 0": f"ok {b64(raw)}"}
    with impostor(script(speaks(lies))) as path:
        (words,) = sync_port(path, club, lambda done, total: None, hasty).refused
    assert "it is damaged: record 1 does not verify (CRC); its records are kept" in words
    assert club.known(f"{LIAR.hex()}-1").crc == record.checksum(raw)


def test_a_log_of_another_past_under_the_same_number_is_refused(club):
    other = log(minutes=2)
    lies = {"list 0": f"ok {listed(other)}", "read 1 0": f"ok {b64(other)}"}
    with impostor(script(speaks({}))) as path:
        assert not sync_port(path, club, lambda done, total: None, hasty).refused
    with impostor(script(speaks(lies))) as path:
        (words,) = sync_port(path, club, lambda done, total: None, hasty).refused
    assert "the club has other records under the id" in words
    assert club.known(f"{LIAR.hex()}-1").crc == record.checksum(log())


def test_a_wire_that_changes_the_total_is_found_out(tablet, club):
    def nicer(passing):
        with_end = passing.split(b"\n")
        return b"\n".join(_nicer(line) for line in with_end)

    game(tablet)
    (words,) = sync(Wire(tablet, to_pc=nicer), club).refused
    assert "the tablet says NS=9 EW=0, the records say NS=1060 EW=0" in words
    assert [listed.state for listed, _ in on_tablet(tablet)] == ["c"]
    assert counts(sync(tablet, club)) == (0, 0, 1, 0, 0)


def _nicer(line):
    try:
        return frame(unframe(line).replace("NS=1060", "NS=9"))[:-1]
    except BadLine:
        return line


# ---- the command


def test_tablets_on_several_ports_are_synced_together(tmp_path, capsys):
    tablets = [Tablet(Flash(tmp_path / name)) for name in "abc"]
    for each in tablets:
        game(each)
    with plugged_in(tablets[0]) as a, plugged_in(tablets[1]) as b, plugged_in(tablets[2]) as c:
        db = f"sqlite:///{tmp_path}/club.sqlite"
        assert command(a, b, "--db", db) == 0
        shown = capsys.readouterr()
        assert "table 1: 1 new, 0 extended, 0 already known, 0 still open, 0 refused" in shown.out
        assert "In all: 2 new" in shown.out
        assert f"{a}: a tablet with 1 session\n" in shown.err
        assert command(a, b, c, str(tmp_path / "none"), "--json", "--db", db) == 2
        shown = capsys.readouterr()
        assert json.loads(shown.out)["all"]["new"] == 1
        assert json.loads(shown.out)["all"]["known"] == 2
        assert "none: there is no such port" in shown.err
    for each in tablets:
        each.off()


@pytest.fixture
def machine(monkeypatch):
    """Says which serial ports this machine has; pseudo-terminals are never listed."""

    def has(*paths):
        ports = [argparse.Namespace(device=path, vid=None) for path in paths]
        monkeypatch.setattr(sync_command.list_ports, "comports", lambda: ports)
        monkeypatch.setattr(sync_command, "sync_port", functools.partial(sync_port, cable=hasty))

    return has


def test_without_a_port_every_port_is_asked(tmp_path, capsys, machine, tablet):
    db = ("--db", f"sqlite:///{tmp_path}/club.sqlite")
    game(tablet)
    with plugged_in(tablet) as one, impostor(lambda request: b"ATZ\r\n") as modem:
        machine(modem, one)
        assert command(*db) == 0
        shown = capsys.readouterr()
        assert "asked 2 serial ports, tablets at 1\n" in shown.err
        assert str(modem) not in shown.err
        assert "1 new" in shown.out
        machine(modem)
        with pytest.raises(UserError, match="no tablet answers at 1 serial port: is one plugged"):
            command(*db)
    machine()
    with pytest.raises(UserError, match="no serial port on this machine"):
        command(*db)


def test_a_port_that_may_not_be_used_is_named_though_nobody_asked_for_it(
    tmp_path, capsys, machine, tablet
):
    db = ("--db", f"sqlite:///{tmp_path}/club.sqlite")
    with (
        plugged_in(tablet) as one,
        impostor(lambda request: b"") as other,
        serial.Serial(other, exclusive=True),
    ):
        for ports, tablets in ((one, other), 1), ((other,), 0):
            machine(*ports)
            assert command(*db) == 2
            said = capsys.readouterr().err
            assert f"tablets at {tablets}\n" in said
            assert f"{other}: another program is using this port" in said


def test_a_refused_session_is_named_and_makes_exit_status_1(tmp_path, capsys):
    db = ("--db", f"sqlite:///{tmp_path}/club.sqlite")
    with impostor(script(speaks({"total": "ok [red]NS=1[/red]"}))) as path:
        assert command(path, *db) == 1
    shown = capsys.readouterr()
    assert "the tablet says [red]NS=1[/red], the records say NS=940 EW=0" in shown.err
    assert "0 new, 0 extended, 0 already known, 0 still open, 1 refused" in shown.out
