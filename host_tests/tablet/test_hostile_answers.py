"""What comes in at the PC is not what a tablet has sent: the next sync is right all the same.

The port is a local one, on which thousands of syncs take seconds and time passes only when it is
read; a real port is in test_whole_way.py.
"""

import contextlib
import random
import re
import shutil
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dev.link.both_ends import BUFFER, BYTES_A_SECOND, CHIP, PATH, LocalPort, LocalTablet
from firmware import session
from firmware.link.codec import frame
from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.storage import record
from firmware.storage.record import PER_PAGE
from scorepad.club.records.store import Club
from scorepad.operations.tablets.common import line_of
from scorepad.tablet.cable import MOST_S, TRIES, WORK_S, Cable, CableGone, NoAnswer, Refused
from support.club.club_sessions import raw
from support.depth import TORTURE, sampled, some
from support.link.accidents import forget
from support.link.hostile import (
    AWKWARD,
    CHATTER,
    MEGABYTE,
    RANDOM_BYTES,
    Kept,
    synced,
    true_records,
)
from support.link.liars import WHO, all_lies, forged, lying, once, truth
from support.link.syncing import fetch

pytestmark = pytest.mark.slow

NAP_S = 0.06  # of a tablet that is asleep, and hears nothing meanwhile
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
def test_an_answer_with_a_changed_byte_or_cut_short_is_asked_for_again(words):
    once = Once()
    with LocalPort(once).opened(), Cable(PATH) as cable:
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


def test_what_is_silent_is_asked_again_and_woken() -> None:
    sent = list[bytes]()

    def hear(received: bytes) -> bytes:
        sent.extend([received] if received else [])
        return b""

    with LocalPort(hear).opened(), Cable(PATH) as cable, pytest.raises(NoAnswer):
        cable.ask("who")
    assert [b" who " in request for request in sent] == [True, False] * TRIES
    assert all(len(request) / BYTES_A_SECOND > NAP_S for request in sent[1::2])


def test_a_tablet_that_only_says_wait_is_not_waited_for_without_end() -> None:
    begin = b""

    def wait(request: bytes) -> bytes:
        nonlocal begin
        if found := re.search(rb"\?([0-9]+)", request):
            begin = b"!" + found[1]
        return frame(begin.decode() + " wait") if port.now < 2 * MOST_S else b""

    port = LocalPort(wait)
    with port.opened(), Cable(PATH) as cable, pytest.raises(CableGone):
        cable.ask("who")
    assert MOST_S < port.now < MOST_S + WORK_S


def test_what_is_no_answer_is_none_and_takes_no_room() -> None:
    """Lines without an end, chatter for ever, and random bytes."""
    chance = random.Random(2026)
    endless = (MEGABYTE, b"!1 ok " * 9999, b"\0" * 9999, b"\xff\n" * 9999, *CHATTER)
    said = [lambda request, e=e[:BUFFER]: e for e in endless]
    said += [lambda request: chance.randbytes(4096)] * (RANDOM_BYTES // 100_000)
    for noise in said:
        with (
            LocalPort(noise).opened(),
            in_little_room(),
            Cable(PATH) as cable,
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


def test_answers_that_come_twice_late_or_out_of_turn_are_sorted_out() -> None:
    for seed in range(500 if TORTURE else 15):
        tablet, club = LocalTablet(), Kept()
        summary = synced(tablet, club, Muddle(tablet.hear, seed))
        assert (summary.new, summary.open, summary.refused) == (1, 1, []), (seed, summary)
        assert_whole(tablet, club)


@pytest.mark.parametrize("said", [*CHATTER, None], ids=str)
def test_what_stands_between_the_lines_is_passed_over(said: bytes | None) -> None:
    """What a board says that boots again and again; or an echo, and half a line before."""
    tablet, club = LocalTablet(), Kept()

    def hears(request: bytes) -> bytes:
        if said is None:
            return request + tablet.hear(b"\x03\x01half a li" + request)
        return said + b"\r\n" + tablet.hear(request) + said[:77]

    summary = synced(tablet, club, hears)
    assert (summary.new, summary.open, summary.trouble) == (1, 1, "")
    assert_whole(tablet, club)


# ---- a tablet that lies: the club keeps no record that is not on its flash

OTHER = bytes.fromhex("02badc0ffee0")


def kept(club: Club) -> dict[str, int]:
    """The CRC-32 of each session that the club has."""
    return {row.id: row.crc for row in club.sessions()}


def crcs(tablet: LocalTablet) -> dict[str, int]:
    return {name: record.checksum(raw) for name, raw in true_records(tablet).items()}


SAID = {  # of those that would be refused for a later reason too
    "another CRC": "not those that it lists",
    "a session again and again": "lists session 1 twice",
    "sessions that go backwards": "lists session 2 twice",
    "sessions without end": "more sessions than it can hold",
    "records that are too many": "133 bytes as one page",
}


@pytest.fixture(scope="module")
def same_club(new_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club for one lie after the other."""
    path = shutil.copy(new_file, tmp_path_factory.mktemp("lies") / "club.db")
    with Club(str(path)) as opened:
        yield opened


@sampled
@pytest.mark.parametrize("name", [*SAID, *some(sorted(all_lies().keys() - SAID), 2)])
def test_a_lie_is_said_in_a_line_and_the_next_sync_is_right(name: str, same_club: Club) -> None:
    club, tablet = same_club, LocalTablet()
    forget(Path(club.name))
    summary = fetch(lying(tablet, all_lies()[name]), club)
    said = [*map(str, (*summary.refused, summary.trouble))]
    assert any(said) and SAID.get(name, "") in "\n".join(said)
    lines = (*said, str(line_of(summary)))
    assert all(line.isprintable() and line.isascii() for line in lines)
    assert kept(club).items() <= crcs(tablet).items()
    then = fetch(lying(tablet, {}), club)
    assert (then.refused, then.trouble) == ([], "")
    assert kept(club) == crcs(tablet)


def test_a_session_that_is_refused_keeps_no_other_from_the_club(club: Club) -> None:
    """Whatever is said when a session is listed once more."""
    tablet = LocalTablet()
    first, second = truth(tablet, "list 0").split()[1:]
    for again in ("1:rubber:0:c:00000000", first, "1:rubber:5:c:deadbeef", "nonsense"):
        both = once(f"ok 1:rubber:5:c:00000001 {second}", f"ok {again}")
        summary = fetch(lying(tablet, {"list 0": both}), club)
        assert summary.trouble == "", again
        assert kept(club)[f"{CHIP.hex()}-2"] == crcs(tablet)[f"{CHIP.hex()}-2"]


def test_a_tablet_with_another_s_id_cannot_change_what_the_club_has(club: Club) -> None:
    fetch(lying(LocalTablet(CHIP), {}), club)
    before = kept(club)
    summary = fetch(lying(LocalTablet(OTHER), {"who": f"ok {WHO}"}), club)
    assert (len(summary.refused), kept(club)) == (2, before)


def test_forged_records_do_not_replace_those_that_are_there(club: Club) -> None:
    tablet = LocalTablet()
    fetch(lying(tablet, {}), club)
    events = [*opening("rubber", {}, 7, NORTH, 1), (session.DEAL, 0, 1, 0)]
    for log in (raw(1, events, CHIP), raw(1, events, CHIP)[:-1]):
        summary = fetch(lying(tablet, forged(log)), club)
        assert len(summary.refused) == 1
        assert kept(club) == crcs(tablet)
