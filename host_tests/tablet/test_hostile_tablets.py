"""A tablet that lies: the club keeps no record that is not on its flash, and says what is wrong.

The liars are the tablet's side of the link with some answers replaced.
"""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.link.both_ends import CHIP, LocalTablet
from firmware import session
from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.storage import record
from scorepad.cli.commands.sync import lines
from scorepad.club.records.store import Club
from support.club.club_sessions import raw
from support.depth import TORTURE, sampled, some
from support.link.accidents import forget
from support.link.hostile import Kept, bent_once, synced, true_records
from support.link.liars import (
    WHO,
    all_lies,
    forged,
    lying,
    once,
    some_log,
    truth,
)
from support.link.ptys import hearing, script
from support.link.syncing import fetch

pytestmark = pytest.mark.slow

OTHER = bytes.fromhex("02badc0ffee0")
REQUESTS = 12  # in a sync of two sessions


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
    said = [*summary.refused, summary.trouble]
    assert any(said) and SAID.get(name, "") in "\n".join(said)
    assert all(line.isprintable() and line.isascii() for line in (*said, *lines([summary])))
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


def test_events_that_verify_and_make_no_sense_are_kept_and_named() -> None:
    chance = random.Random(2026)
    states = set()
    for case in range(5_000 if TORTURE else 100):
        tablet, club, log = LocalTablet(), Kept(), some_log(chance)
        answers = script(lying(tablet, forged(log, chance.choice("ocd"))))
        summary = synced(tablet, club, hearing(answers))
        assert all(line.isprintable() for line in (*summary.refused, summary.trouble)), case
        assert not summary.trouble
        assert club.records == {f"{CHIP.hex()}-1": log}
        states.add(bool(summary.refused))
    assert True in states


@sampled
def test_one_bent_answer_in_a_sync_brings_no_record_that_is_not_there() -> None:
    """It verifies; so a tablet must have said it."""
    for seed in some(range(5_000 if TORTURE else 100), 4):
        chance, tablet, club = random.Random(seed), LocalTablet(), Kept()
        summary = synced(tablet, club, bent_once(chance, tablet, chance.randrange(REQUESTS)))
        said = [*summary.refused, summary.trouble]
        assert all(line.isprintable() and line.isascii() for line in said), seed
        assert club.records.items() <= true_records(tablet).items(), seed
        then = synced(tablet, club, tablet.hear)
        assert (then.refused, then.trouble) == ([], ""), seed
        assert club.records == true_records(tablet), seed
