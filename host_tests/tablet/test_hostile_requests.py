"""A PC that lies: whatever it asks, the tablet answers in form, keeps the score and goes on."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.link.both_ends import LocalTablet, converse, hear
from firmware.link.codec import MAX_LINE, frame, unframe
from firmware.link.incoming_roster import pack
from firmware.storage.record import checksum
from firmware.storage.roster import MOST, SIZE
from scorepad.simulator.tablet import Tablet
from support.depth import TORTURE
from support.link.hostile import BOOT_LOG, MEGABYTE, PANIC, REPL, TERMINAL, bent, scraps
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
    *("player", "roster", "rule", "rules", "about", "next"),
)
VERBS += ("reboot",)
ARGUMENTS = (
    "-1",
    "0",
    "100",
    "4294967295",
    "4294967296",
    "99999999999999999999",
    "0x10",
    "1.5",
    "1e9",
    "NaN",
    "+1",
    "1_0",
    "ffffffff",
    "fffffffff",
    "FF",
    "٣",
    "é",
    "\x1b[2J",
    "\x03",
    "../../boot.py",
    "000/1.00",
    "__import__('machine').reset()",
    "%s%n",
    "*00000000",
    "9" * 120,
    "a" * 120,
)
LEAK = NAMES_TABLE + 2048  # bytes: less than this is names, which MicroPython keeps
SCORED = {"000/1.00"}


def lies() -> Iterator[str]:
    """Every request with too many, too few and impossible arguments; none that is right."""
    for verb in VERBS:
        yield verb.upper()
        for count in range(5):
            for argument in ARGUMENTS:
                yield " ".join([verb, *[argument] * count])


def framed(words: str) -> bytes:
    return frame(f"?77 {words}")


def asked(tablet: Tablet, words: str) -> str:
    """What the tablet answers to a request, without the number; "" if nothing."""
    answer = hear(tablet, b"\n" + framed(words))  # as the PC begins each line anew
    return unframe(answer).partition(" ")[2] if answer else ""


def is_clear(words: str) -> bool:
    """Whether a line of the link may be like this: such a request has an answer."""
    return len(framed(words)) - 1 <= MAX_LINE and words.isascii() and words.isprintable()


@pytest.fixture(scope="module")
def flash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("flash") / "tablet"


@pytest.fixture(scope="module")
def running(flash: Path) -> Iterator[Tablet]:
    """One tablet for all that is said to it here, in the middle of a game."""
    with with_board_words(flash) as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
        hear(tablet, framed("player 0 1 41"))
        yield tablet
    (log,) = logs(flash)
    assert len(log) == 3
    with littlefs(flash) as files:
        found = names(files)
    assert found >= SCORED
    assert found <= {*SCORED, "settings", "roster", "roster.new", "rules", "rules.new"}


@pytest.fixture
def tablet(running: Tablet) -> Iterator[Tablet]:
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
    assert "did not come in whole" in asked(tablet, "roster 0 00000001")
    return tablet.count().heap_used


def test_requests_that_are_none_are_errors_or_noise(tablet: Tablet) -> None:
    for words in lies():
        answer = asked(tablet, words)
        assert bool(answer) == is_clear(words), words
        assert answer.partition(" ")[0] in ("", "ok", "error"), words


def test_what_is_no_number_of_32_bits_is_said_to_be_none(tablet: Tablet) -> None:
    for verb, count in (("list", 1), ("read", 2), ("total", 1), ("clock", 1), ("table", 1)):
        for argument in ("-1", "4294967296", "99999999999999999999", "0x10", "1.5", "1_0", "ff"):
            words = " ".join([verb, *[argument] * count])
            assert asked(tablet, words) == f"error not a number: {argument}", words


def test_a_done_with_another_crc_marks_nothing(tablet: Tablet) -> None:
    crc = int(asked(tablet, "list 0")[-8:], 16)
    for wrong in (0, crc ^ 1, crc ^ 1 << 31, 0xFFFFFFFF):
        assert asked(tablet, f"done 1 {wrong:08x}") == "error the session has changed"
    assert asked(tablet, f"done 2 {crc:08x}") == "error no session 2"


def test_a_roster_that_never_ends_takes_neither_heap_nor_flash(tablet: Tablet) -> None:
    for place in range(MOST):
        assert asked(tablet, f"player {place} {place + 1} 41") == "ok"
    for place in (MOST, MOST + 1, 4294967295):
        assert "a tablet has room for" in asked(tablet, f"player {place} 1 41")
    assert "did not come in whole" in asked(tablet, f"roster {MOST} 00000000")
    free = int(asked(tablet, "who").split()[-1])
    for _ in range(3):
        for place in range(50):
            assert asked(tablet, f"player {place} 1 41") == "ok"
    assert int(asked(tablet, "who").split()[-1]) >= free


def test_names_of_all_the_world_s_characters_take_no_heap(tablet: Tablet) -> None:
    """A character that has been a string stays in MicroPython's RAM for ever."""
    for first in range(0x4E00, 0x9FA4 if TORTURE else 0x5B20, 6):
        name = "".join(chr(first + n) for n in range(6)).encode().hex()
        assert asked(tablet, f"player 0 1 {name}") == "ok"


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


def test_rules_that_never_end_take_neither_heap_nor_flash(tablet: Tablet) -> None:
    for place in range(20):
        assert asked(tablet, f"rule {place} {place % 9} 00 41") == "ok"
    for place in (20, 21, 4294967295):
        assert "a tablet has room for 20" in asked(tablet, f"rule {place} 4 00 41")
    assert "did not come in whole" in asked(tablet, "rules 20 00000000")
    free = int(asked(tablet, "who").split()[-1])
    for _ in range(3):
        for place in range(20):
            assert asked(tablet, f"rule {place} 4 00 41") == "ok"
    assert int(asked(tablet, "who").split()[-1]) >= free


def test_no_roster_comes_in_that_was_not_announced(tablet: Tablet) -> None:
    anna = pack(17, b"Anna")
    crc = checksum(anna, size=SIZE)
    assert asked(tablet, "player 0 17 416e6e61") == "ok"
    for announced in (f"2 {checksum(anna * 2, size=SIZE):08x}", f"1 {crc ^ 1:08x}", "0 00000001"):
        assert "did not come in whole" in asked(tablet, f"roster {announced}")
        assert asked(tablet, "player 0 17 416e6e61") == "ok"
    assert asked(tablet, f"roster 1 {crc:08x}") == "ok"


@pytest.mark.parametrize("said", [BOOT_LOG, PANIC, REPL, TERMINAL, b"\x03\x04\x01\x02" * 500])
def test_what_other_devices_say_is_not_answered(tablet: Tablet, said: bytes) -> None:
    assert hear(tablet, said) == b""


def test_a_line_without_an_end_is_dropped_as_it_comes(tablet: Tablet) -> None:
    for start in range(0, len(MEGABYTE) if TORTURE else 65536, 8192):
        assert hear(tablet, MEGABYTE[start : start + 8192]) == b""
        assert tablet.count().heap_free > 4096


def test_random_bytes_and_scraps_of_requests_change_no_score(tablet: Tablet) -> None:
    chance = random.Random(2026)
    lines = [framed(words) for words in ("who", "list 0", "read 1 0", "total 1", "player 0 1 41")]
    lines.append(framed("rule 0 4 0001 41"))
    for _ in range(2000 if TORTURE else 100):
        for answer in hear(tablet, scraps(chance, lines) + b"\n").splitlines(keepends=True):
            assert unframe(answer).startswith("!")
        assert hear(tablet, chance.randbytes(500) + b"\n") == b""


# ---- the same side of the link on this Python, where a request takes microseconds


def test_no_combination_of_arguments_breaks_the_form_of_an_answer() -> None:
    tablet = LocalTablet()
    before = tablet.logs()
    pool = (*ARGUMENTS, "1", "2", "9", "416e6e61", "c3bc")
    for verb in VERBS:
        for count in range(4 if verb == "player" else 3):
            for arguments in itertools.product(pool, repeat=count):
                words = " ".join([verb, *arguments])
                answer = tablet.hear(framed(words))
                assert bool(answer) == is_clear(words), words
                assert len(answer) <= MAX_LINE, words
                assert not answer or unframe(answer).startswith("!77 "), words
    assert tablet.logs() == before


def test_no_rules_break_the_form_of_an_answer() -> None:
    tablet = LocalTablet()
    before = tablet.logs()
    numbers = ("0", "4", "8", "9", "19", "20", "255", "256", "4294967295", "-1")
    chosen = ("00", "01", "02", "ff", "00" * 8, "00" * 17, "00" * 18, "00ff", "0002", "0", "zz")
    names = ("41", "ff", "0a", "c3bc", "41" * 20, "41" * 21, "e280a8")
    for arguments in itertools.product(numbers, numbers, chosen, names):
        answer = tablet.hear(framed(" ".join(["rule", *arguments])))
        assert unframe(answer).startswith(("!77 ok", "!77 error")), arguments
    assert tablet.logs() == before


def test_bent_requests_that_verify_are_answered_and_change_no_session() -> None:
    tablet = LocalTablet()
    before = tablet.logs()
    requests = [request for request, _ in converse(tablet.hear)]
    chance = random.Random(2027)
    for _ in range(200_000 if TORTURE else 5_000):
        request = bent(chance, chance.choice(requests))
        for answer in tablet.hear(request).splitlines(keepends=True):
            assert unframe(answer).startswith("!"), request
    assert tablet.logs() == before
    assert tablet.hear(framed("total 1")) == frame("!77 ok NS=940 EW=0")
