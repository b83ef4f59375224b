"""Bytes that no PC has sent, at the tablet's side of the link: it answers what verifies alone.

The firmware's code runs on this Python, where each of thousands of cases takes microseconds. On
MicroPython device/test_link.py tries each byte of a line, and test_hostile_requests.py the rest.
"""

import random
from collections.abc import Iterator

import pytest

from dev.link.both_ends import Exchange, LocalTablet, converse
from firmware.link.codec import MAX_LINE, BadLine, frame, unframe
from firmware.link.incoming import BadIncoming
from firmware.link.incoming_roster import pack
from support.depth import TORTURE, sampled, some
from support.link.hostile import CHATTER, RANDOM_BYTES, changes, parts, verified

pytestmark = pytest.mark.slow

WHO = b"\n" + frame("?99 who")  # as the PC begins each line anew
ANSWER = b"!99 ok scorepad 1 "


@pytest.fixture(scope="module")
def conversation() -> list[Exchange]:
    """Everything that can be asked, and what a tablet answers."""
    said = converse(LocalTablet().hear)
    assert len(said) > 20
    return said


@pytest.fixture
def tablet() -> Iterator[LocalTablet]:
    """A tablet whose sessions are afterwards what they were."""
    tablet = LocalTablet()
    before = tablet.logs()
    assert len(before) == 2
    yield tablet
    assert tablet.logs() == before


def is_whole(line: bytes, damaged: bytes) -> bool:
    """Whether nothing is left of the damage but another line end."""
    return damaged.strip() == line.strip()


@sampled
def test_a_changed_or_cut_request_is_not_answered_and_the_next_one_is(
    conversation: list[Exchange], tablet: LocalTablet
) -> None:
    for request, _ in conversation:
        for damaged in some([*changes(request), *parts(request)], 3):
            answers = verified(tablet.hear(damaged + WHO))
            assert answers[-1].startswith(ANSWER[:-1].decode()), damaged
            assert len(answers) == 1 + is_whole(request, damaged), damaged


def test_lines_that_come_twice_late_or_out_of_turn_change_no_session(
    conversation: list[Exchange], tablet: LocalTablet
) -> None:
    requests = [request for request, _ in conversation]
    for seed in range(200 if TORTURE else 5):
        chance = random.Random(seed)
        muddle = chance.choices(requests, k=3 * len(requests))
        answers = verified(tablet.hear(b"".join(muddle)))
        numbers = [unframe(line).split()[0][1:] for line in muddle]
        assert [answer.split()[0][1:] for answer in answers] == numbers


@pytest.mark.parametrize("said", CHATTER)
def test_what_boards_and_prompts_say_is_not_answered(said: bytes, tablet: LocalTablet) -> None:
    assert tablet.hear(said) == b""
    assert tablet.hear(said + WHO).startswith(ANSWER)
    assert tablet.hear(WHO + said).startswith(ANSWER)


def test_a_line_has_at_most_200_bytes() -> None:
    room = MAX_LINE - len(frame("")[:-1])
    assert unframe(frame("x" * room)[:-1]) == "x" * room
    with pytest.raises(BadLine):
        unframe(frame("x" * (room + 1))[:-1])


def test_random_bytes_are_not_answered(tablet: LocalTablet) -> None:
    chance = random.Random(2026)
    for _ in range(RANDOM_BYTES // 4096 + 1):
        assert tablet.hear(chance.randbytes(4096)) == b""
    assert tablet.hear(WHO).startswith(ANSWER)


def python_takes(name: bytes) -> bool:
    """What a name may be, by the decoder of this Python."""
    try:
        codes = [ord(character) for character in name.decode()]
    except UnicodeError:
        return False
    return bool(codes) and not any(code < 32 or 127 <= code < 160 for code in codes)


def taken(name: bytes) -> bool:
    try:
        pack(1, name)
    except BadIncoming:
        return False
    return True


def test_a_name_is_utf8_exactly_when_python_says_so() -> None:
    chance = random.Random(2028)
    edges = (0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4)
    names = [bytes([first, second]) for first in range(256) for second in range(256)]
    names += [chr(code).encode() for code in range(0x20, 0x110000, 97) if code >> 11 != 27]
    names += [bytes((0xED, n, last)) for n in range(0x80, 0xC0) for last in (0x80, 0xBF)]
    names += [bytes(chance.choices((*edges, 0xF5, 0xFF), k=n % 4 + 1)) for n in range(5_000)]
    for name in names:
        assert taken(name) == python_takes(name), name
