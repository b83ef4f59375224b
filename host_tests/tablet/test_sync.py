"""Each session of a tablet comes into the club once, byte for byte, whatever the cable does.

The tablets are the firmware on MicroPython, or scripted ones that lie, at ports of this process;
real ports are in test_whole_way.py, and here where the port itself is what is tested.
"""

import json
import time
from contextlib import ExitStack, closing
from types import SimpleNamespace

import pytest
import serial

from firmware import session
from firmware.storage import record
from scorepad.cli import main
from scorepad.club.records.remarks import remarks
from scorepad.errors import UserError
from scorepad.operations.tablets.common import line_of
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet import all_ports, cable, sync
from scorepad.tablet.answers import listing, records
from scorepad.tablet.cable import Cable, CableGone, NoAnswer, PortShut
from scorepad.tablet.sync import sync_port
from support.depth import full
from support.link import local, ptys
from support.link.ptys import script
from support.link.syncing import (
    LIAR,
    b64,
    command,
    done,
    fetch,
    game,
    listed,
    log,
    play,
    speaks,
    start,
)

pytestmark = pytest.mark.slow

MINUTES_2026 = 14_142_009  # 2026-11-20 19:09 UTC, as a tablet counts
NOW = 946_684_800 + 60 * MINUTES_2026


@pytest.fixture
def tablet():
    with Tablet(Flash()) as it:
        yield it


def synced(tablet, club, to_tablet=bytes):
    with local.plugged_in(tablet, to_tablet) as port:
        return sync_port(port, club, lambda done, total: None)


def counts(summary):
    return summary.new, summary.extended, summary.known, summary.open, len(summary.refused)


def on_tablet(tablet):
    """What the tablet has: a list of (TabletSession, records)."""
    with local.plugged_in(tablet) as port, local.cable(port) as opened:
        return [(each, records(opened, each)) for each in listing(opened)]


# ---- exactly once


def test_each_session_comes_once_and_a_second_sync_changes_nothing(tablet, club):
    game(tablet)
    game(tablet)
    start(tablet)
    play(tablet, 1)
    first, second = synced(tablet, club), synced(tablet, club)
    assert (counts(first), first.trouble) == ((2, 0, 0, 1, 0), "")
    assert (counts(second), second.trouble) == ((0, 0, 2, 1, 0), "")
    sessions = on_tablet(tablet)
    assert [each.state for each, _ in sessions] == ["f", "f", "o"]
    for each, raw in sessions:
        known = club.known(f"{first.tablet}-{each.number}")
        assert (known.records, known.crc) == (len(raw) // record.SIZE, record.checksum(raw))
        assert club.take(bytes.fromhex(first.tablet), each.number, raw, "again") == "known"


def test_a_session_that_goes_on_while_it_is_read_is_taken_as_it_then_is(tablet, club):
    start(tablet)
    play(tablet, 2)
    passed, left = bytearray(), [lambda: (play(tablet, 2), done(tablet))]

    def finish_before_it_is_read(passing):
        passed.extend(passing)
        if b" read " in passed and left:
            left.pop()()
        return passing

    assert counts(synced(tablet, club, finish_before_it_is_read)) == (1, 0, 0, 0, 0)
    assert [each.state for each, _ in on_tablet(tablet)] == ["f"]


def test_the_clock_of_the_tablet_is_set(tablet, club, monkeypatch):
    monkeypatch.setattr(sync, "time", SimpleNamespace(time=lambda: NOW))
    summary = synced(tablet, club)
    start(tablet)
    ((each, raw),) = on_tablet(tablet)
    key = record.session_key(bytes.fromhex(summary.tablet), each.number)
    assert session.fold(record.events(key, raw)).started - MINUTES_2026 in (0, 1)


@pytest.mark.parametrize("now", [-1, 0, 946_684_799, 4_102_444_800, 2**37])
def test_a_computer_in_another_century_is_named_and_the_rest_is_done(
    tablet, club, monkeypatch, now
):
    start(tablet)
    clock = SimpleNamespace(time=lambda: now, gmtime=time.gmtime)
    monkeypatch.setattr(sync, "time", clock)
    summary = synced(tablet, club)
    (refused,) = summary.refused
    assert str(time.gmtime(now).tm_year) in str(refused)
    assert counts(summary) == (0, 0, 0, 1, 1)


# ---- slow tablets


@pytest.mark.parametrize(
    "pace",
    [
        {"request_ms": 1000},
        {"request_ms": 6000},
        pytest.param({"turn_ms": 3000}, marks=full),
        pytest.param({"read_us": 200_000}, marks=full),
    ],
    ids=str,
)
def test_a_tablet_that_takes_its_time_is_asked_once(tablet, club, pace):
    """Once it says that it has heard; who repeats a request gets the same answer."""
    start(tablet)
    tablet.pace(**pace)
    heard = bytearray()

    def listen(passing):
        heard.extend(passing)
        return passing

    assert counts(synced(tablet, club, listen)) == (0, 0, 0, 1, 0)
    asked = [line for line in bytes(heard).split(b"\n") if line]
    if pace == {"request_ms": 1000}:  # less than WORK_S
        assert len(asked) == len(set(asked)) == 6  # who, clock, list twice, read, total


def test_another_tablet_at_the_same_cable_is_noticed(tablet, club, tmp_path):
    game(tablet)
    with Tablet(Flash(tmp_path / "other")) as other:
        game(other)
        once = [(other._process, tablet._process)]

        def swap(passing):
            if b" read " in passing and once:
                tablet._process, other._process = once.pop()
            return passing

        assert "another tablet" in str(synced(tablet, club, swap).trouble)
        assert counts(synced(tablet, club)) == counts(synced(other, club)) == (1, 0, 0, 0, 0)


# ---- ports, and what answers there


def test_a_port_is_one_programs_at_a_time_and_free_after_a_sync(club):
    with ptys.impostor(script(speaks({}))) as port:
        with serial.Serial(port, exclusive=True):
            shut = sync_port(port, club, lambda done, total: None)
            assert (shut.shut, shut.found) == (True, False)
            with pytest.raises(PortShut):
                Cable(port)
        assert counts(sync_port(port, club, lambda done, total: None)) == (1, 0, 0, 0, 0)
        serial.Serial(port, exclusive=True).close()


@pytest.mark.parametrize("name", [".", "file", "none"])
def test_a_path_that_is_no_port_is_said_to_be_none(tmp_path, name):
    (tmp_path / "file").write_text("scores")
    with pytest.raises(UserError):
        Cable(str(tmp_path / name))
    assert (tmp_path / "file").read_text() == "scores"


def test_a_tablet_that_vanishes_or_falls_silent_is_gone(club):
    def vanish(request):
        raise OSError("no device")

    for answers in (vanish, lambda request: b""):
        once = iter([script(lambda words: "ok here")])
        with (
            local.impostor(lambda request, a=answers, once=once: next(once, a)(request)) as port,
            local.cable(port) as opened,
        ):
            assert opened.ask("who") == "here"
            with pytest.raises(CableGone):
                opened.ask("who")
    with local.impostor(lambda request: b"") as port, local.cable(port) as opened:
        with pytest.raises(NoAnswer):
            opened.ask("who")
        summary = sync_port(port, club, lambda done, total: None)
    assert (summary.silent, summary.found, bool(summary.trouble)) == (True, False, True)


@pytest.mark.parametrize(
    ("vendor", "product", "listens"),
    [
        (0x2E8A, 5, True),
        (0x303A, 0x4001, True),
        (0x303A, 0x1001, False),  # JTAG's
        (0x10C4, 0xEA60, False),
        (None, None, False),
    ],
)
def test_at_a_chip_s_own_usb_somebody_listens(monkeypatch, tmp_path, vendor, product, listens):
    """DTR: a converter's resets the board; without it a Pico drops what it has not sent.

    RTS is never asserted without it, which resets an ESP32 and begins the way into the S3's
    bootloader (MicroPython, mp_usbd_cdc.c).
    """
    lines = {"dtr": True, "rts": True}  # as Linux opens a port
    states = []

    def update(port, name):
        lines[name] = getattr(port, name)
        states.append((lines["dtr"], lines["rts"]))

    for name in lines:
        method = f"_update_{name}_state"
        monkeypatch.setattr(serial.Serial, method, lambda port, name=name: update(port, name))
    with ptys.impostor(lambda request: b"") as path:
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
        assert states[-1] == (listens, False) and (False, True) not in states


# ---- tablets that lie; more of them are in test_hostile_answers.py


@pytest.mark.parametrize(
    ("answer", "charge", "low"), [("ok", None, False), ("ok 55", 55, False), ("ok 9 low", 9, True)]
)
def test_a_tablet_that_wants_to_be_charged_is_named(club, answer, charge, low):
    summary = fetch(speaks({"clock": answer}), club)
    assert (summary.charge, summary.low, summary.refused) == (charge, low, [])
    assert str(line_of(summary)).endswith(" 9 %") == low


@pytest.mark.parametrize("lie", [{"total": "ok NS=1 EW=0"}, {"read 1 0": "ok -"}])
def test_a_session_that_is_refused_is_never_said_to_be_safe(club, lie):
    said = []
    for _ in range(2):
        summary = fetch(speaks({**lie, "done": lambda words: said.append(words) or "ok"}), club)
        assert (summary.new, len(summary.refused), said) == (0, 1, [])


@pytest.mark.parametrize(
    ("lies", "theirs", "ours"),
    [
        ({"total": "ok NS=1 EW=0"}, "NS=1 EW=0", "NS=940 EW=0"),
        ({"list 0": f"ok {listed(log(), state='o')}"}, "open", "complete"),
    ],
)
def test_the_lists_say_what_counts_until_the_tablet_agrees(club, lies, theirs, ours, capsys):
    name = f"{LIAR.hex()}-1"
    for _ in range(2):
        (refused,) = fetch(speaks(lies), club).refused
        assert theirs in str(refused) and ours in str(refused)
        assert club.known(name).records == 5
        (remark,) = club.read(remarks).values()
        assert theirs in remark and ours in remark
    for words in (("list",), ("show", name)):
        assert main(["club", *words, "--db", club.name]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert remark[1:] in shown
    assert not fetch(speaks({}), club).refused
    assert club.read(remarks) == {}


# ---- the command


def test_tablets_on_several_ports_are_synced_together(tmp_path, database, capsys):
    ids = [bytes.fromhex(f"02feedfacad{digit}") for digit in "ab"]
    with ExitStack() as plugged:
        ports = [plugged.enter_context(local.impostor(script(of_tablet(each)))) for each in ids]
        assert command(*ports, "--json", "--db", database) == 0
        assert json.loads(capsys.readouterr().out)["all"]["new"] == 2
        assert command(*ports, str(tmp_path / "none"), "--json", "--db", database) == 2
    said = json.loads(capsys.readouterr().out)
    assert (said["all"]["new"], said["all"]["known"]) == (0, 2)
    assert [bool(tablet["trouble"]) for tablet in said["tablets"]] == [False, False, True]
    assert [tablet["tablet"] for tablet in said["tablets"]] == [*(each.hex() for each in ids), ""]


def of_tablet(tablet):
    """What a tablet with this id and one session answers."""
    raw = log(tablet)
    state = iter("c" + "f" * 9)

    def list_all(words):
        return f"ok {listed(raw, state=next(state))}"

    who = f"ok scorepad 1 {tablet.hex()} 7 0.1.0 4096"
    return speaks({"who": who, "list 0": list_all, "read 1 0": f"ok {b64(raw)}"})


def test_without_a_port_every_port_is_asked(database, capsys, monkeypatch):
    db, ports = ("--json", "--db", database), []
    monkeypatch.setattr(all_ports.list_ports, "comports", lambda: ports)
    silent = local.impostor(lambda _: b"ATZ\r\n")
    with local.impostor(script(speaks({}))) as device, silent as modem:
        ports += [SimpleNamespace(device=path, vid=None) for path in (modem, device)]
        assert command(*db) == 0
        (tablet,) = json.loads(capsys.readouterr().out)["tablets"]
        assert (tablet["port"], tablet["new"]) == (device, 1)
        ports.pop()
        with pytest.raises(UserError):
            command(*db)
    ports.clear()
    with pytest.raises(UserError):
        command(*db)
