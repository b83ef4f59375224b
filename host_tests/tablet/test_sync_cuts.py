"""A sync is interrupted at any byte, of either way: nothing is lost, doubled or promised too soon.

TORTURE=1 pytest host_tests/tablet/test_sync_cuts.py                       at each byte, minutes
"""

import functools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.scoring.notation import parse
from firmware.session import CORRECT
from scorepad.club.records.store import Club
from support.club.club_sessions import played, session_of
from support.databases import heard
from support.depth import TORTURE, sampled, some
from support.link.accidents import (
    CUT,
    DEAD,
    LOST,
    RESET,
    UNDECIDED,
    WAYS,
    Accident,
    Pipe,
    PipedTablet,
    assert_done,
    assert_safe,
    assert_whole,
    evening,
    forget,
    sync,
)

OFTEN, SELDOM = (1, 1) if TORTURE else (29, 61)  # bytes from one accident to the next
EVENING = evening()
OPEN = 2  # the session that is
NEXT_DEAL = played((*UNDECIDED, "2S S ="))[-1]


class Traced(Pipe):
    """Notes behind which bytes a line was whole."""

    def __init__(self, tablet: PipedTablet):
        super().__init__(tablet)
        self.line_ends: dict[str, list[int]] = {way: [] for way in WAYS}

    def _carry(self, way: str, byte: bytes) -> bytes:
        arrives = super()._carry(way, byte)
        if byte == b"\n":
            self.line_ends[way].append(self.carried[way])
        return arrives


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    there = tmp_path_factory.mktemp("cuts")
    return there / "one.db", there / "two.db"


@pytest.fixture(scope="module")
def clubs(paths: tuple[Path, Path]) -> Iterator[tuple[Club, Club]]:
    with Club(str(paths[0])) as first, Club(str(paths[1])) as two:
        yield first, two


@functools.cache
def whole_sync() -> Traced:
    with tempfile.TemporaryDirectory() as there, Club(f"{there}/club.db") as club:
        pipe = Traced(tablet := PipedTablet(bytearray(EVENING)))
        assert_done(sync(tablet, club, pipe))
    return pipe


def moments(way: str, step: int) -> list[int]:
    """Bytes at which something can happen: about the line ends, and every `step`-th."""
    ends = whole_sync().line_ends[way]
    last = whole_sync().carried[way]
    near = {end + off for end in ends for off in (-1, 0)} if step == OFTEN else set()
    return sorted({n for n in (*range(0, last + 1, step), *near) if 0 <= n <= last})


def accidents_of(what: str, way: str, step: int) -> list[Accident]:
    """Some of all that can happen; often also within the last line, which is a `done`."""
    last = [whole_sync().line_ends[way][-1] - 5] * (step == OFTEN)
    return [Accident(what, way, n) for n in (*some(moments(way, step), 24), *last)]


# ---- the cable


@sampled
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("what", "step"), [(CUT, OFTEN), (DEAD, SELDOM)])
def test_after_a_cut_a_plain_repeat_makes_everything_whole(paths, clubs, what, way, step):
    for accident in accidents_of(what, way, step):
        forget(paths[0])
        tablet = PipedTablet(bytearray(EVENING))
        pipe = Pipe(tablet, accident)
        first = sync(tablet, clubs[0], pipe)
        assert pipe.broken
        assert str(first.trouble).isprintable() and (first.trouble or first.refused == [])
        assert_safe(tablet, paths[0])
        assert_done(sync(tablet, clubs[0]))
        assert_whole(tablet, paths[0])


@sampled
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", [LOST, RESET])
def test_a_lost_byte_and_a_reset_of_the_tablet_do_not_even_end_the_sync(paths, clubs, what, way):
    for accident in accidents_of(what, way, SELDOM):
        forget(paths[0])
        tablet = PipedTablet(bytearray(EVENING))
        summary = sync(tablet, clubs[0], Pipe(tablet, accident))
        assert_done(summary)
        assert (summary.new, summary.open) == (2, 1)
        assert_whole(tablet, paths[0])


@sampled
@pytest.mark.parametrize("way", WAYS)
def test_another_pc_and_another_deal_between_a_cut_and_its_repeat(paths, clubs, way):
    for accident in accidents_of(CUT, way, 7 if TORTURE else SELDOM):
        for path in paths:
            forget(path)
        tablet = PipedTablet(bytearray(EVENING))
        sync(tablet, clubs[0], Pipe(tablet, accident))
        assert_done(sync(tablet, clubs[1]))
        assert_safe(tablet, *paths)
        assert_whole(tablet, paths[1])
        tablet.play_on(OPEN, NEXT_DEAL)
        for path, club in zip(paths, clubs, strict=True):
            assert_done(sync(tablet, club))
            assert_whole(tablet, path)


# ---- the tablet's power


def test_the_tablets_power_goes_at_any_change_of_its_flash(paths, clubs):
    """The PC asks again; half of what was being written is on flash."""
    for lasts in range(1000):
        forget(paths[0])
        tablet = PipedTablet(bytearray(EVENING), lasts=lasts)
        assert_done(sync(tablet, clubs[0]))
        assert_whole(tablet, paths[0])
        if not tablet.power_cuts:
            break
    assert lasts > 1  # each of the two marks is written


# ---- at every instant


class Watched(PipedTablet):
    """A tablet that is looked at before each of its answers leaves it."""

    def __init__(self, image: bytearray, look: Callable[[], None]):
        super().__init__(image)
        self._look = look

    def hear(self, received: bytes) -> bytes:
        said = super().hear(received)
        if said:
            self._look()
        return said


def test_at_no_instant_more_is_marked_than_is_committed(paths, clubs):
    """Neither before an answer nor before a statement: so may the program be killed there."""
    forget(paths[0])
    moments = []

    def look(*statement: object) -> None:
        moments.append(bool(statement))
        assert_safe(tablet, paths[0])

    tablet = Watched(bytearray(EVENING), look)
    with heard(look):
        assert_done(sync(tablet, clubs[0]))
    assert moments.count(True) > 30 and moments.count(False) > 10
    assert_whole(tablet, paths[0])


# ---- the director corrects a deal of a session that is complete

CORRECTION = (CORRECT, 0, 8, parse("1H E -2")[0])


class Corrected(PipedTablet):
    """Its first session is corrected just as the PC says that it has it."""

    def __init__(self, image: bytearray):
        super().__init__(image)
        self._heard = b""

    def hear(self, received: bytes) -> bytes:
        self._heard += received
        if self._heard.endswith(b" done 1 "):
            self.play_on(1, CORRECTION)
        return super().hear(received)


def test_what_was_corrected_since_it_was_read_is_not_marked(paths, clubs):
    forget(paths[0])
    tablet = Corrected(bytearray(EVENING))
    summary = sync(tablet, clubs[0])
    assert len(summary.refused) == 1
    assert tablet.fetched() == {session_of(3)}
    again = PipedTablet(tablet.image)
    summary = sync(again, clubs[0])
    assert_done(summary)
    assert (summary.extended, summary.known) == (1, 1)
    assert_whole(again, paths[0])
