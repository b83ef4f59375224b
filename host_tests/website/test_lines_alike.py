"""The site's codec and cable are those of the program: the same lines, the same patience.

What hostile answers do to the site's cable is in host_tests/tablet/test_hostile_answers.py.
"""

import random
from collections.abc import Callable, Iterator

import pytest

from dev.link.both_ends import PATH, LocalPort, LocalTablet, converse
from firmware.link.codec import BadLine, LineReader, frame, unframe
from scorepad.tablet.cable import Cable, CableGone, NoAnswer, Refused
from support.depth import TORTURE
from support.link.hostile import AWKWARD, CHATTER, scraps
from support.web.js_cable import Node, run_checks
from support.web.web_site import WEBSITE

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
