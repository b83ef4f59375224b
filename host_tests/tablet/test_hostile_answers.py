"""What comes in at the PC is not what a tablet has sent: the next sync is right all the same.

So it is for the program's cable and for that of the web site, which is JavaScript.

The port is a local one, on which thousands of syncs take seconds and time passes only when it is
read; a real port is in test_whole_way.py.
"""

import contextlib
import random
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from dev.link.both_ends import BUFFER, PATH, LocalPort, LocalTablet
from firmware.link.codec import frame
from firmware.storage.record import PER_PAGE
from scorepad.tablet.cable import Cable, NoAnswer, Refused
from support.depth import TORTURE, full
from support.link.hostile import (
    AWKWARD,
    CHATTER,
    MEGABYTE,
    RANDOM_BYTES,
    Kept,
    synced,
    true_records,
)
from support.web.js_cable import node

pytestmark = pytest.mark.slow

Plug = Callable[[str], Cable]

ROOM = 4 * BUFFER  # bytes: the port has one, and copies it when it is read; the rest is little
WORDS = ("who", "read 1 0", f"read 1 {PER_PAGE}", "done 1 00000000")


@contextlib.contextmanager
def in_little_room() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < ROOM
    finally:
        tracemalloc.stop()


@pytest.fixture(scope="module", params=["program", pytest.param("web site", marks=full)])
def plug(request: pytest.FixtureRequest) -> Iterator[Plug]:
    """Opens a cable, of the program or of the web site."""
    if request.param == "program":
        yield Cable
    else:
        with node() as started:
            yield started.cable


def asked(cable: Cable, words: str) -> str:
    try:
        return cable.ask(words)
    except Refused as refused:
        return str(refused)


# ---- one answer


class Once:
    """A tablet whose next answer is damaged; those after it are not."""

    def __init__(self) -> None:
        self._tablet = LocalTablet()
        self.damage: Callable[[bytes], bytes] | None = None

    def __call__(self, request: bytes) -> bytes:
        answer = self._tablet.hear(request)
        if request and self.damage:
            answer, self.damage = self.damage(answer), None
        return answer


@pytest.mark.parametrize("words", WORDS)
def test_an_answer_with_a_changed_byte_or_cut_short_is_asked_for_again(
    words: str, plug: Plug
) -> None:
    once = Once()
    with LocalPort(once).opened(), plug(PATH) as cable:
        truth = asked(cable, words)
        for place in range(len(frame(f"!9999 ok {truth}"))):
            others = range(256) if TORTURE else (AWKWARD[place % len(AWKWARD)],)
            for other in others:
                once.damage = lambda a, p=place, o=other: a[:p] + bytes([o]) + a[p + 1 :]
                assert asked(cable, words) == truth
            once.damage = lambda answer, p=place: answer[:p]
            assert asked(cable, words) == truth
            once.damage = lambda answer, p=place: answer[p:]
            assert asked(cable, words) == truth


def test_what_is_no_answer_is_none_and_takes_no_room(plug: Plug) -> None:
    """Lines without an end, chatter for ever, and random bytes."""
    chance = random.Random(2026)
    endless = (MEGABYTE, b"!1 ok " * 9999, b"\0" * 9999, b"\xff\n" * 9999, *CHATTER)
    said = [lambda request, e=e[:BUFFER]: e for e in endless]
    said += [lambda request: chance.randbytes(4096)] * (RANDOM_BYTES // 100_000)
    for noise in said:
        with (
            LocalPort(noise).opened(),
            in_little_room(),
            plug(PATH) as cable,
            pytest.raises(NoAnswer),
        ):
            cable.ask("who")


# ---- a whole sync


def assert_whole(tablet: LocalTablet, club: Kept) -> None:
    """Both sessions are in the club, and the complete one is marked."""
    assert club.records == true_records(tablet)
    assert tablet.hear(frame("?1 list 0")).count(b":f:") == 1


class Muddle:
    """A line on which answers come twice, late, before their turn, and between others' chatter."""

    def __init__(self, hears: Callable[[bytes], bytes], seed: int):
        self._hears = hears
        self._chance = random.Random(seed)
        self._late: list[bytes] = []

    def __call__(self, request: bytes) -> bytes:
        answers = self._hears(request).splitlines(keepends=True)
        self._late += answers * self._chance.choice((1, 1, 2, 3))
        self._chance.shuffle(self._late)
        come = self._chance.randrange(len(self._late) + 1)
        said, self._late = self._late[:come], self._late[come:]
        chatter = self._chance.choice((b"", b"", *CHATTER)) if request else b""
        return chatter + b"".join(said)


def test_answers_that_come_twice_late_or_out_of_turn_are_sorted_out(plug: Plug) -> None:
    for seed in range(500 if TORTURE else 15):
        tablet, club = LocalTablet(), Kept()
        summary = synced(tablet, club, Muddle(tablet.hear, seed), plug)
        assert (summary.new, summary.open, summary.refused) == (1, 1, []), (seed, summary)
        assert_whole(tablet, club)


@pytest.mark.parametrize("said", [*CHATTER, None], ids=str)
def test_what_stands_between_the_lines_is_passed_over(said: bytes | None, plug: Plug) -> None:
    """What a board says that boots again and again; or an echo, and half a line before."""
    tablet, club = LocalTablet(), Kept()

    def hears(request: bytes) -> bytes:
        if said is None:
            return request + tablet.hear(b"\x03\x01half a li" + request)
        return said + b"\r\n" + tablet.hear(request) + said[:77]

    summary = synced(tablet, club, hears, plug)
    assert (summary.new, summary.open, summary.trouble) == (1, 1, "")
    assert_whole(tablet, club)
