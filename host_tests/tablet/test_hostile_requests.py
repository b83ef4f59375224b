"""A PC that lies: whatever it asks, the tablet answers in form, keeps the score and goes on.

Most requests go to the firmware's code on this Python, where each takes microseconds; what takes
heap goes to MicroPython with the words and the heap of a board.
"""

import contextlib
import itertools
import random
from collections.abc import Iterator

import pytest

from dev.link.both_ends import LocalTablet, hear
from firmware.link.codec import MAX_LINE, frame, unframe
from firmware.link.incoming import BadIncoming
from firmware.link.incoming_roster import pack
from firmware.storage.record import checksum
from firmware.storage.roster import MOST, SIZE
from scorepad.simulator.tablet import Tablet
from support.depth import TORTURE, sampled, some
from support.link.hostile import BOOT_LOG, MEGABYTE, PANIC, REPL, TERMINAL, scraps
from support.tablet.tablets import (
    NAMES_TABLE,
    NEW_GAME,
    THREE_SPADES_BY_SOUTH,
    littlefs,
    logs,
    names,
    with_board_words,
)

pytestmark = pytest.mark.slow

VERBS = (
    *("who", "list", "read", "total", "done", "clock", "table", "test", "keys"),
    *("player", "roster", "rule", "rules", "about", "next", "reboot"),
)
ARGUMENTS = (
    *("-1", "0", "100", "4294967295", "4294967296", "99999999999999999999"),
    *("0x10", "1.5", "1e9", "NaN", "+1", "1_0", "ffffffff", "fffffffff", "FF", "٣", "é"),
    *("\x1b[2J", "\x03", "../../boot.py", "000/1.00", "__import__('machine').reset()", "%s%n"),
    *("*00000000", "9" * 120, "a" * 120),
)
LEAK = NAMES_TABLE + 2048  # bytes: less than this is names, which MicroPython keeps
SCORED = {"000/1.00"}


def framed(words: str) -> bytes:
    return frame(f"?77 {words}")


def asked(tablet: Tablet | LocalTablet, words: str) -> str:
    """What the tablet answers to a request, without the number; "" if nothing."""
    request = b"\n" + framed(words)  # as the PC begins each line anew
    answer = hear(tablet, request) if isinstance(tablet, Tablet) else tablet.hear(request)
    assert not answer or unframe(answer).startswith("!77 "), words
    return unframe(answer).partition(" ")[2] if answer else ""


def is_clear(words: str) -> bool:
    """Whether a line of the link may be like this: such a request has an answer."""
    return len(framed(words)) - 1 <= MAX_LINE and words.isascii() and words.isprintable()


# ---- on MicroPython


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablet]:
    """One tablet for all that is said to it here, in the middle of a game."""
    flash = tmp_path_factory.mktemp("flash") / "tablet"
    with with_board_words(flash) as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
        hear(tablet, framed("player 0 1 41"))
        yield tablet
    (log,) = logs(flash)
    assert len(log) == 3
    with littlefs(flash) as files:
        found = names(files)
    assert SCORED <= found <= {*SCORED, "settings", "roster", "roster.new", "rules", "rules.new"}


@pytest.fixture
def on_board(running: Tablet) -> Iterator[Tablet]:
    """It shows afterwards what it showed, has the same session and the same heap, and answers."""
    before = hear(running, b"\n" + framed("list 0"))
    screen, heap = running.pixels(), heap_at_rest(running)
    yield running
    assert hear(running, b"\n" + framed("list 0")) == before
    assert asked(running, "who").startswith("ok scorepad 1 ")
    assert running.look().screen == "compass"
    assert running.pixels() == screen
    assert heap_at_rest(running) - heap < LEAK


def heap_at_rest(tablet: Tablet) -> int:
    """Bytes in use when no roster is half in."""
    assert asked(tablet, "roster 0 00000001").startswith("error ")
    return tablet.count().heap_used


def test_on_micropython_noise_is_not_answered_and_takes_no_room(on_board: Tablet) -> None:
    for said in (BOOT_LOG, PANIC, REPL, TERMINAL, b"\x03\x04\x01\x02" * 500):
        assert hear(on_board, said) == b""
    for start in range(0, len(MEGABYTE) if TORTURE else 32768, 8192):
        assert hear(on_board, MEGABYTE[start : start + 8192]) == b""
        assert on_board.count().heap_free > 4096
    chance = random.Random(2026)
    lines = [framed(words) for words in ("who", "list 0", "read 1 0", "player 0 1 41")]
    for _ in range(2000 if TORTURE else 30):
        for answer in hear(on_board, scraps(chance, lines) + b"\n").splitlines(keepends=True):
            assert unframe(answer).startswith("!")


def test_names_of_all_the_world_s_characters_take_no_heap(on_board: Tablet) -> None:
    """A character that has been a string stays in MicroPython's RAM for ever."""
    for first in range(0x4E00, 0x9FA4 if TORTURE else 0x5400, 6):
        name = "".join(chr(first + n) for n in range(6)).encode().hex()
        assert asked(on_board, f"player 0 1 {name}") == "ok"


def test_a_roster_of_many_characters_is_looked_through_at_no_cost() -> None:
    """That no font has them makes no difference: each is looked for."""
    names = ["".join(chr(0x4E00 + 6 * row + n) for n in range(6)).encode() for row in range(80)]
    roster = b"".join(pack(row + 1, name) for row, name in enumerate(names))
    with with_board_words() as tablet:
        for row, name in enumerate(names):
            assert asked(tablet, f"player {row} {row + 1} {name.hex()}") == "ok"
        assert asked(tablet, f"roster {len(names)} {checksum(roster, size=SIZE):08x}") == "ok"
        tablet.press("OK", "UP", "RIGHT", "DOWN")
        assert names[0].decode() in tablet.look().text
        heap = heap_at_rest(tablet)
        tablet.press(*["DOWN"] * len(names))
        assert tablet.look().screen == "roster"
        assert heap_at_rest(tablet) - heap < LEAK


# ---- on this Python


@pytest.fixture
def tablet() -> Iterator[LocalTablet]:
    """A tablet whose sessions are afterwards what they were."""
    tablet = LocalTablet()
    before = tablet.logs()
    yield tablet
    assert tablet.logs() == before
    assert asked(tablet, "total 1") == "ok NS=940 EW=0"


@pytest.mark.parametrize(
    ("entry", "end", "most"),
    [("player {} 1 41", "roster", MOST), ("rule {} 4 00 41", "rules", 20)],
)
def test_a_list_that_never_ends_takes_no_flash(tablet, entry, end, most):
    before = tablet.files.content.get(end)
    for place in range(most):
        assert asked(tablet, entry.format(place)) == "ok"
    for place in (most, most + 1, 4294967295):
        assert asked(tablet, entry.format(place)).startswith("error ")
    assert asked(tablet, f"{end} {most} 00000000").startswith("error ")
    free = int(asked(tablet, "who").split()[-1])
    for _ in range(3):
        for place in range(20):
            assert asked(tablet, entry.format(place)) == "ok"
    assert int(asked(tablet, "who").split()[-1]) >= free
    assert tablet.files.content.get(end) == before


@sampled
def test_no_combination_of_arguments_breaks_the_form_of_an_answer(tablet: LocalTablet) -> None:
    pool = (*ARGUMENTS, "1", "2", "9", "416e6e61", "c3bc")
    for verb in VERBS:
        for count in range(4 if verb == "player" and TORTURE else 3):
            for arguments in some(itertools.product(pool, repeat=count), 1 + 36 * (count > 1)):
                words = " ".join([verb, *arguments])
                assert bool(asked(tablet, words)) == is_clear(words), words


def python_takes(name: bytes) -> bool:
    """What a name may be, by the decoder of this Python."""
    try:
        codes = [ord(character) for character in name.decode()]
    except UnicodeError:
        return False
    return bool(codes) and not any(code < 32 or 127 <= code < 160 for code in codes)


def test_a_name_is_utf8_exactly_when_python_says_so() -> None:
    chance = random.Random(2028)
    edges = (0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4)
    names = [bytes([first, second]) for first in range(256) for second in edges]
    names += [chr(code).encode() for code in range(0x20, 0x110000, 197) if code >> 11 != 27]
    names += [bytes((0xED, n, last)) for n in range(0x80, 0xC0) for last in (0x80, 0xBF)]
    names += [bytes(chance.choices((*edges, 0xF5, 0xFF), k=n % 4 + 1)) for n in range(2_000)]
    for name in names:
        with contextlib.nullcontext() if python_takes(name) else pytest.raises(BadIncoming):
            pack(1, name)
