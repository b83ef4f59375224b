"""What a page fetches and the club takes in is what a sync of the same tablet brings.

The tablets tell the truth, or lie; lines are good, or bad; cables are pulled and plugged in again.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dev.link.both_ends import CHIP, PATH, LocalPort, LocalTablet, converse
from firmware.link.codec import BadLine, LineReader, frame, unframe
from firmware.storage import record
from scorepad.tablet import fetched_file
from scorepad.tablet.cable import Cable, CableGone, NoAnswer, Refused
from scorepad.tablet.sync import Summary
from scorepad.upload import Upload
from support.depth import TORTURE, sampled, some
from support.link.hostile import (
    AWKWARD,
    CHATTER,
    Kept,
    cut,
    scraps,
    synced,
    true_records,
)
from support.link.liars import Lies, all_lies, lying, once
from support.link.ptys import hearing, script
from support.link.syncing import b64, listed, log, speaks
from support.web.js_cable import Node, run_checks
from support.web.web_site import WEBSITE

BYTES = 720  # of a fetch; some fewer where the numbers of its requests are short
Hears = Callable[[bytes], bytes]


@pytest.fixture
def fetch(js: Node, tmp_path: Path) -> Callable[..., tuple[Any, Any]]:

    def fetched(hears: Hears, called: str = "") -> tuple[Any, Any]:
        with LocalPort(hears).opened(), js.cable(PATH) as cable:
            return cable.fetched(called and f"{tmp_path}{called}")

    return fetched


def taken(file: Any, folder: Path) -> tuple[Summary, Kept]:
    path = folder / "fetched.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    club = Kept()
    return fetched_file.take(fetched_file.read(Upload(str(path))), club), club  # type: ignore[arg-type]


def both_ways(file: Any, hears: Hears, folder: Path) -> tuple[Summary, Summary]:
    """Take the file in, and sync such a tablet: the records are the same."""
    by_file, from_file = taken(file, folder)
    club = Kept()
    by_cable = synced(LocalTablet(), club, hears)
    assert from_file.records == club.records
    return by_file, by_cable


def alike(file: Any, hears: Hears, folder: Path) -> Summary:
    both = both_ways(file, hears, folder)
    counts = [(s.tablet, s.new, s.known, s.open, len(s.refused)) for s in both]
    assert counts[0] == counts[1]
    return both[0]


def liar(lies: Lies) -> Hears:
    return hearing(script(lying(LocalTablet(), lies)))


def test_an_honest_tablet_is_fetched_and_told(fetch: Any, js: Node, tmp_path: Path) -> None:
    tablet = LocalTablet()
    before = tablet.logs()
    file, trouble = fetch(tablet.hear, "honest")
    assert trouble is None
    assert tablet.logs() == before and ":f:" not in said(tablet, "list 0")
    summary = alike(file, LocalTablet().hear, tmp_path)
    assert (summary.new, summary.open, summary.refused, summary.notes) == (1, 1, [], [])
    with LocalPort(tablet.hear).opened(), js.cable(PATH) as cable:
        assert cable.tell_safe(f"{tmp_path}honest", 1) == []
    assert said(tablet, "list 0").count(":f:") == 1


def test_a_changed_session_is_not_told_to_be_safe(fetch: Any, js: Node, tmp_path: Path) -> None:
    fetch(LocalTablet().hear, "changed")
    refusing = liar({"done": "error the session has changed"})
    with LocalPort(refusing).opened(), js.cable(PATH) as cable:
        told = cable.tell_safe(f"{tmp_path}changed", 1, 2)
    assert told == [{"number": n, "why": "the session has changed"} for n in (1, 2)]
    other = LocalTablet(b"\x02other")
    elsewhere = pytest.raises(AssertionError, match="AnotherTablet")
    with LocalPort(other.hear).opened(), js.cable(PATH) as cable, elsewhere:
        cable.tell_safe(f"{tmp_path}changed", 1)
    assert ":f:" not in said(other, "list 0")


def said(tablet: LocalTablet, words: str) -> str:
    return tablet.hear(frame(f"?1 {words}")).decode()


@pytest.mark.parametrize("name", all_lies())
def test_a_lie_goes_no_further_than_with_a_cable(name: str, fetch: Any, tmp_path: Path) -> None:
    file, trouble = fetch(liar(all_lies()[name]))
    if file is None:
        assert trouble
        return
    by_file, by_cable = both_ways(file, liar(all_lies()[name]), tmp_path)
    assert bool(trouble) == bool(by_cable.trouble), trouble
    told = map(str, (*by_file.refused, *by_file.notes, by_file.trouble))
    assert all(line.isprintable() and line.isascii() for line in told)
    if not trouble:
        assert len(by_file.refused) == len(by_cable.refused)


@sampled
@pytest.mark.parametrize("place", some(range(1, BYTES, 2), 40))
def test_a_cable_that_is_pulled_loses_nothing(place: int, fetch: Any, tmp_path: Path) -> None:
    """What had come is in the file, which says what is missing; the next time the rest comes."""
    tablet = LocalTablet()
    file, trouble = fetch(cut(tablet.hear, place), "cut")
    if trouble:
        assert trouble[0] in ("CableGone", "NoAnswer")
    if file:
        summary, club = taken(file, tmp_path)
        assert club.records.items() <= true_records(tablet).items()
        assert bool(file["missing"]) == bool(summary.notes)
    file, trouble = fetch(tablet.hear, "cut")
    assert (trouble, file["missing"]) == (None, 0)
    assert taken(file, tmp_path)[1].records == true_records(tablet)


def test_a_session_that_has_come_is_kept_if_it_cannot_be_read_again(fetch, tmp_path):
    part, whole = log()[: -2 * record.SIZE], log()
    open_one = {"list 0": f"ok {listed(part, state='o')}", "read 1 0": f"ok {b64(part)}"}
    fetch(hearing(script(speaks(open_one))), "again")
    changed = {"list 0": f"ok {listed(whole)}", "read": "error store: 5"}
    file, trouble = fetch(
        hearing(script(speaks({**changed, "read 1 0": "error store: 5"}))), "again"
    )
    (kept,) = file["sessions"]
    assert (trouble, kept["pages"], kept["error"]) == (None, [b64(part)], "store: 5")
    summary, club = taken(file, tmp_path)
    assert [*club.records.values()] == [part]
    assert "store: 5" in " ".join(map(str, (*summary.refused, *summary.notes)))


NO_SESSION = {"no session": "ok " + "x" * 170, "another one": f"ok {listed(log(minutes=9))}"}


@pytest.mark.parametrize("then", NO_SESSION)
def test_records_that_came_stay_whatever_is_listed(then: str, fetch: Any, tmp_path: Path) -> None:
    """And the file can be taken in, however long the odd answer was."""
    lies: Lies = {"list 0": once(f"ok {listed(log())}", NO_SESSION[then])}
    file, trouble = fetch(hearing(script(speaks(lies))))
    (kept,) = file["sessions"]
    assert (trouble, kept["pages"]) == (None, [b64(log())])
    assert 0 < len(kept["error"]) < 100
    _, club = taken(file, tmp_path)
    assert [*club.records.values()] == [log()]


def test_another_tablet_is_not_mixed_with_the_first(fetch: Any) -> None:
    fetch(LocalTablet().hear, "first")
    other = LocalTablet(b"\x02other")
    file, trouble = fetch(other.hear, "first")
    assert trouble[0] == "AnotherTablet"
    assert file["tablet"] == CHIP.hex()


# ---- the codec and the cable of the site: the same lines, the same patience as the program's

Answers = Callable[[bytes], bytes]
LONG_LINES = (b"x" * 189, b"x" * 190, b"x" * 191, b"x" * 5000)
BLANKS = (b" ", b"\t", b"\x0b", b"\x0c", b"\r", b"\x1c", b"\xa0", b"")


def lines() -> list[bytes]:
    said = converse(LocalTablet().hear)
    return sorted({line for exchange in said for line in exchange})


def one(line: bytes) -> str | None:
    try:
        return unframe(line)
    except BadLine:
        return None


def changed(line: bytes) -> Iterator[bytes]:
    """With one byte changed, in each place: each bit of it, and to what is awkward."""
    for place, byte in enumerate(line):
        for other in {*(byte ^ 1 << bit for bit in range(8)), *AWKWARD} - {byte}:
            yield line[:place] + bytes([other]) + line[place + 1 :]


def test_both_make_the_same_lines(js: Node) -> None:
    for text in (*map(unframe, lines()), "", "?1 who", "~" * 150):
        assert js.do("frame", text=text) == frame(text).hex()


def test_both_take_the_same_lines(js: Node) -> None:
    every = lines()
    tried = [damaged for line in every[:: 1 if TORTURE else 7] for damaged in changed(line)]
    tried += [line[:place] for line in every for place in range(1, len(line))]
    tried += [line[place:] for line in every for place in range(1, len(line))]
    tried += [
        before + line[:-1] + after for line in every for before in BLANKS for after in BLANKS
    ]
    tried += [frame(text.decode())[:-1] for text in LONG_LINES]
    assert js.do("unframed", lines=[line.hex() for line in tried]) == [one(line) for line in tried]
    assert len(tried) > 10_000


@pytest.mark.parametrize("seed", range(10 if TORTURE else 1))
def test_both_cut_a_stream_into_the_same_lines(js: Node, seed: int) -> None:
    chance = random.Random(seed)
    every = [*lines(), *CHATTER, *(text + b"\n" for text in LONG_LINES), b"\r", b"\n\n"]
    stream = b"".join(
        chance.choice((scraps(chance, lines()), chance.choice(every))) for _ in range(40)
    )
    pieces = [stream[n : n + 64] for n in range(0, len(stream), 64)]
    reader = LineReader()
    here = [one(line) for piece in pieces for line in reader.feed(piece)]
    there = js.do("lines", pieces=[piece.hex() for piece in pieces])
    assert [text for text in there if text is not None] == [t for t in here if t is not None]


# ---- when it asks again


def answering(*said: str) -> Answers:
    left = [*said]

    def answer(sent: bytes) -> bytes:
        if b"?" not in sent or not left:
            return b""
        number = unframe(sent.strip()).split()[0][1:]
        return b"".join(frame(f"!{number} {one}") for one in left.pop(0).split("|"))

    return answer


PATIENCE = {
    "nobody": answering,
    "one that has heard": lambda: answering("wait"),
    "one that has heard twice": lambda: answering("wait", "", "wait"),
    "one that has gone": lambda: answering("ok here"),
    "one that was slow": lambda: answering("", "", "ok here", "", "wait", "", "ok there"),
    "one that refuses": lambda: answering("ok", "error no"),
    "one that refuses without a word": lambda: answering("error"),
    "one that says more": lambda: answering("wait|ok|ok again"),
}


def asked(plug: Callable[[str], Cable], answers: Answers) -> tuple[list[object], list[float]]:
    """What it sends, without the number that lot has drawn, and what comes of it; s in between."""
    log, waits, before = list[object](), list[float](), 0.0

    def hear(sent: bytes) -> bytes:
        nonlocal before
        if sent:
            log.append(sent.strip().partition(b" ")[2].partition(b" *")[0] or len(sent))
            waits.append(port.now - before)
            before = port.now
        return answers(sent)

    port = LocalPort(hear)
    with port.opened(), plug(PATH) as cable:
        for words in ("who", "list 0", "total 1"):
            try:
                log.append(cable.ask(words))
            except Refused as refused:
                log.append(("refused", refused.said))
            except (NoAnswer, CableGone) as gone:
                log.append(type(gone))
    return log, waits


@pytest.mark.parametrize("name", PATIENCE)
def test_both_ask_again_at_the_same_moments(js: Node, name: str) -> None:
    program, site = (asked(plug, PATIENCE[name]()) for plug in (Cable, js.cable))
    assert site[0] == program[0]
    assert site[1] == pytest.approx(program[1], abs=0.11)  # two looks at the time
    assert len(program[1]) > 2


# ---- serial ports, with a stand-in for that of a browser

RTS, DTR = "requestToSend", "dataTerminalReady"
NO_RESET = [[RTS, False], [DTR, False]]  # in this order: RTS asserted alone resets an ESP32
LISTENS = [[RTS, False], [DTR, True]]
ROOM = 256 * 1024  # bytes


def test_ports_do_so_where_no_real_one_can_be_made_to() -> None:
    happened = run_checks("port_checks.mjs", WEBSITE)
    assert ROOM < happened.pop("flood") <= ROOM + 1000  # no more than there is room for
    assert happened == {
        **dict.fromkeys(("converter", "unknown", "jtag"), NO_RESET),
        **dict.fromkeys(("pico", "s3"), LISTENS),
        "lineless": True,
        "pieces": [[1, 2], [3, 4], [5], [6], []],  # what comes is read in pieces
        "broken": [1, 2, 3],  # an error in the line loses what it hits and no more
        "stuck": [True, True],  # a port that takes nothing holds nobody up
        "shut": True,
        "closed": ["Gone", "Gone", True],
    }
