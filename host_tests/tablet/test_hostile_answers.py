"""What comes in at the PC is not what a tablet has sent: the next sync is right all the same.

So it is for the program's cable and for that of the web site, which is JavaScript.

The port is a local one, on which thousands of syncs take seconds and time passes only when it is
read; real cables and a real port are in test_sync.py and test_hostile_tablets.py.
"""

import contextlib
import random
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from dev.link.both_ends import BUFFER, PATH, LocalPort, LocalTablet, converse
from firmware.link.codec import BadLine, frame, unframe
from firmware.storage.record import PER_PAGE
from scorepad.club.records.store import Club
from scorepad.tablet.cable import Cable, CableGone, NoAnswer, Refused
from support.depth import TORTURE
from support.link.hostile import (
    AWKWARD,
    CHATTER,
    MEGABYTE,
    RANDOM_BYTES,
    Kept,
    cut,
    lengths,
    scraps,
    synced,
    true_records,
)
from support.web.js_cable import node

pytestmark = pytest.mark.slow

Plug = Callable[[str], Cable]

ROOM = 4 * BUFFER  # bytes: the port has one, and copies it when it is read; the rest is little
WORDS = (
    "who",
    "list 0",
    "read 1 0",
    f"read 1 {PER_PAGE}",
    "total 1",
    "done 1 00000000",
    "table 12",
)


@contextlib.contextmanager
def in_little_room() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < ROOM
    finally:
        tracemalloc.stop()


@pytest.fixture(scope="module", params=["program", "web site"])
def plug(request: pytest.FixtureRequest) -> Iterator[Plug]:
    """Opens a cable, of the program or of the web site."""
    if request.param == "program":
        yield Cable
    else:
        with node() as started:
            yield started.cable


def chip(case: int) -> bytes:
    """A tablet of its own for each case, so that nothing is known from the one before."""
    return b"\x02" + case.to_bytes(5, "big")


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
        size = len(frame(f"!9999 ok {truth}"))
        for place in range(size):
            for other in range(256) if TORTURE else AWKWARD:
                once.damage = lambda a, p=place, o=other: a[:p] + bytes([o]) + a[p + 1 :]
                assert asked(cable, words) == truth
            once.damage = lambda answer, p=place: answer[:p]
            assert asked(cable, words) == truth
            once.damage = lambda answer, p=place: answer[p:]
            assert asked(cable, words) == truth


def test_an_answer_that_never_ends_is_none(plug: Plug) -> None:
    for endless in (MEGABYTE, b"!1 ok " * 9999, b"\0" * 9999, b"\xff\n" * 9999, *CHATTER):
        with LocalPort(lambda request, e=endless[:BUFFER]: e).opened(), in_little_room():
            cable = plug(PATH)
            with pytest.raises(NoAnswer):
                cable.ask("who")


def test_random_bytes_answer_nothing_and_take_no_room(plug: Plug) -> None:
    chance = random.Random(2026)
    heard = 0

    def noise(request: bytes) -> bytes:
        nonlocal heard
        heard += 4096
        return chance.randbytes(4096)

    with LocalPort(noise).opened(), in_little_room():
        while heard < RANDOM_BYTES:
            with pytest.raises(NoAnswer), plug(PATH) as cable:
                cable.ask("list 0")


def test_after_noise_a_tablet_that_has_answered_is_said_to_be_gone_or_answers(plug: Plug) -> None:
    chance = random.Random(2027)
    tablet, quiet = LocalTablet(), [True]

    def hears(request: bytes) -> bytes:
        return tablet.hear(request) if quiet[0] else chance.randbytes(2000)

    with LocalPort(hears).opened(), plug(PATH) as cable:
        for _ in range(5):
            assert cable.ask("who").startswith("scorepad 1")
            quiet[0] = False
            with pytest.raises(CableGone):
                cable.ask("who")
            quiet[0] = True


def test_scraps_of_answers_bring_typed_errors_or_true_records(plug: Plug) -> None:
    """Among them answers to this very request that verify, and are not true."""
    chance = random.Random(2028)
    lines = [line for exchange in converse(LocalTablet().hear) for line in exchange]
    heard = 0
    outcomes = set()
    while heard < RANDOM_BYTES // 10:
        tablet, club = LocalTablet(), Kept()

        def hears(request: bytes, tablet: LocalTablet = tablet) -> bytes:
            nonlocal heard
            scrap = scraps(chance, lines) if chance.random() < 0.3 else b""
            heard += len(scrap)
            return numbered(request, scrap) + b"\n" + tablet.hear(request)

        summary = synced(tablet, club, hears, plug)
        words = [*summary.refused, summary.trouble]
        assert all(line.isprintable() and line.isascii() for line in words)
        assert club.records.items() <= true_records(tablet).items()
        outcomes.add((bool(summary.refused), bool(summary.trouble)))
    assert len(outcomes) > 2


def numbered(request: bytes, said: bytes) -> bytes:
    """The same as an answer to this request, if it is an answer."""
    try:
        number = unframe(request.strip()).split()[0][1:]
        text = unframe(said)
    except BadLine:
        return said
    mark, space, rest = text.partition(" ")
    return frame(f"!{number} {rest}") if space and mark.startswith("!") else said


# ---- a whole sync


class Damaged:
    """A line on which one byte, counted from the start of the sync, becomes another or is lost."""

    def __init__(self, hears: Callable[[bytes], bytes], place: int, to_tablet: bool, other: bytes):
        self._hears = hears
        self._left = place
        self._to_tablet = to_tablet
        self._other = other

    def __call__(self, request: bytes) -> bytes:
        if self._to_tablet:
            return self._hears(self._pass(request))
        return self._pass(self._hears(request))

    def _pass(self, passing: bytes) -> bytes:
        place, self._left = self._left, self._left - len(passing)
        if 0 <= place < len(passing):
            return passing[:place] + self._other + passing[place + 1 :]
        return passing


@pytest.mark.parametrize("to_tablet", [True, False], ids=["requests", "answers"])
def test_any_byte_of_a_sync_may_be_wrong_or_missing(to_tablet: bool, plug: Plug) -> None:
    others = (b"", *(bytes([other]) for other in AWKWARD))
    for place in range(lengths()[not to_tablet]):
        for other in others if TORTURE else (others[place % len(others)],):
            tablet, club = LocalTablet(), Kept()
            summary = synced(tablet, club, Damaged(tablet.hear, place, to_tablet, other), plug)
            assert (summary.new, summary.open) == (1, 1), (place, other, summary)
            assert (summary.refused, summary.trouble) == ([], ""), (place, other)
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
    for seed in range(500 if TORTURE else 100):
        tablet, club = LocalTablet(), Kept()
        summary = synced(tablet, club, Muddle(tablet.hear, seed), plug)
        assert (summary.new, summary.open, summary.refused) == (1, 1, []), (seed, summary)
        assert club.records == true_records(tablet)


@pytest.mark.parametrize("said", CHATTER)
def test_a_board_that_boots_again_and_again_is_synced(said: bytes, plug: Plug) -> None:
    tablet, club = LocalTablet(), Kept()
    line = said + b"\r\n"  # an answer right behind a prompt would be one line with it
    summary = synced(tablet, club, lambda request: line + tablet.hear(request) + said[:77], plug)
    assert (summary.new, summary.open, summary.trouble) == (1, 1, "")
    assert club.records == true_records(tablet)


def test_the_club_s_database_has_what_the_tablet_has_after_any_cut(tmp_path, plug: Plug) -> None:
    """Cut for good at some byte, then a plain sync."""
    with Club(str(tmp_path / "club.db")) as club:
        for case, place in enumerate(range(20, sum(lengths()), 5 if TORTURE else 60)):
            tablet = LocalTablet(chip(case))
            first = synced(tablet, club, cut(tablet.hear, place), plug)
            assert first.trouble.isprintable()
            then = synced(tablet, club, tablet.hear, plug)
            assert (then.refused, then.trouble, then.open) == ([], "", 1)
            for name, raw in true_records(tablet).items():
                number = int(name.rpartition("-")[2])
                assert club.take(tablet.store.tablet, number, raw, "again") == "known"
