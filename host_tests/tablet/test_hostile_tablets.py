"""A tablet that lies: the club keeps no record that is not on its flash, and says what is wrong.

The liars are the tablet's side of the link with some answers replaced, behind a pseudo-terminal.
"""

import functools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dev.link.both_ends import CHIP, LocalTablet
from firmware import session
from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.storage import record
from scorepad.cli.commands import sync as sync_command
from scorepad.cli.parser import parser
from scorepad.club.records.store import Club
from scorepad.tablet.cable import Cable
from scorepad.tablet.sync import Summary, sync_port
from support.commands import scorepad
from support.depth import TORTURE
from support.link.hostile import Kept, bent_once, synced, true_records
from support.link.liars import (
    SLAM,
    WHO,
    Lies,
    all_lies,
    asking,
    forged,
    log,
    lying,
    once,
    some_log,
    truth,
)
from support.link.ptys import impostor, script

pytestmark = pytest.mark.slow

OTHER = bytes.fromhex("02badc0ffee0")
REQUESTS = 12  # in a sync of two sessions
hasty = functools.partial(Cable, timeout=0.1, tries=2)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club(str(tmp_path / "club.db")) as club:
        yield club


def fetch(answers: Callable[[str], str], club: Club) -> Summary:
    with impostor(script(answers)) as path:
        return sync_port(path, club, lambda done, total: None, hasty)


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


@pytest.mark.parametrize("name", all_lies())
def test_a_lie_is_said_in_a_line_and_the_next_sync_is_right(name: str, club: Club) -> None:
    tablet = LocalTablet()
    summary = fetch(lying(tablet, all_lies()[name]), club)
    said = [*summary.refused, summary.trouble]
    assert any(said)
    assert SAID.get(name, "") in " ".join(said)
    assert all(line.isprintable() and line.isascii() for line in said)
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
    honest, liar = LocalTablet(CHIP), LocalTablet(OTHER)
    id_of_honest: Lies = {"who": f"ok {WHO}"}
    fetch(lying(honest, {}), club)
    before = kept(club)
    summary = fetch(lying(liar, id_of_honest), club)
    assert len(summary.refused) == 2
    assert all("no records of this session" in line for line in summary.refused)
    assert kept(club) == before


def test_forged_records_do_not_replace_those_that_are_there(club: Club) -> None:
    tablet = LocalTablet()
    fetch(lying(tablet, {}), club)
    events = [*opening("rubber", {}, 7, NORTH, 1), (session.DEAL, 0, 1, 0)]
    for raw in (log(events), log(events)[:-1]):
        summary = fetch(lying(tablet, forged(raw)), club)
        assert len(summary.refused) == 1
        assert kept(club) == crcs(tablet)


def test_a_session_that_goes_backwards_loses_nothing(club: Club) -> None:
    tablet = LocalTablet()
    fetch(lying(tablet, {}), club)
    whole = true_records(tablet)[f"{CHIP.hex()}-1"]
    for count in range(1, len(whole) // record.SIZE):
        fetch(lying(tablet, forged(whole[: count * record.SIZE], "o")), club)
        assert kept(club) == crcs(tablet)


def test_events_that_verify_and_make_no_sense_are_kept_and_named() -> None:
    chance = random.Random(2026)
    states = set()
    for case in range(5_000 if TORTURE else 500):
        tablet, club, raw = LocalTablet(), Kept(), some_log(chance)
        answers = script(lying(tablet, forged(raw, chance.choice("ocd"))))
        summary = synced(tablet, club, asking(answers))
        assert all(line.isprintable() for line in (*summary.refused, summary.trouble)), case
        assert not summary.trouble
        assert club.records == {f"{CHIP.hex()}-1": raw}
        states.add(bool(summary.refused))
    assert True in states


def test_one_bent_answer_in_a_sync_brings_no_record_that_is_not_there() -> None:
    """It verifies; so a tablet must have said it."""
    for seed in range(5_000 if TORTURE else 200):
        chance, tablet, club = random.Random(seed), LocalTablet(), Kept()
        summary = synced(tablet, club, bent_once(chance, tablet, chance.randrange(REQUESTS)))
        said = [*summary.refused, summary.trouble]
        assert all(line.isprintable() and line.isascii() for line in said), seed
        assert club.records.items() <= true_records(tablet).items(), seed
        then = synced(tablet, club, tablet.hear)
        assert (then.refused, then.trouble) == ([], ""), seed
        assert club.records == true_records(tablet), seed


# ---- the command


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("escapes in its id", 2),
        ("escapes in an error", 2),
        ("a huge protocol", 2),
        ("a count of 4 GB", 1),
        ("sessions that go backwards", 2),
        ("a session that has shrunk", 1),
        ("a total that escapes", 2),
        ("a total of markup", 1),
    ],
)
def test_the_command_says_it_without_control_characters(
    name: str,
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sync_command, "sync_port", functools.partial(sync_port, cable=hasty))
    with impostor(script(lying(LocalTablet(), all_lies()[name]))) as path:
        given = parser().parse_args(["sync", path, "--db", str(tmp_path / "club.db")])
        assert sync_command.run(given) == status
    shown = capsys.readouterr()
    assert all(line.isprintable() for line in (shown.out + shown.err).splitlines())
    assert path in shown.err


def test_a_liar_at_a_real_port_is_an_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And makes no file, neither beside the database nor where the command is run."""
    monkeypatch.chdir(tmp_path)
    db = str(tmp_path / "club.db")
    deal = (session.DEAL, 0, 1, SLAM)
    raw = log([*opening("rubber", {}, 255, NORTH, 4294967295), deal])
    lies = {**forged(raw, "o"), "total": "ok [red]../../x\\033[2J"}
    with impostor(script(lying(LocalTablet(), lies))) as path:
        done = scorepad("sync", path, "--db", db)
    assert done.returncode == 1
    assert "the tablet says [red]../../x\\033[2J, the records say" in done.stderr
    assert "Traceback" not in done.stderr
    assert scorepad("club", "list", "--db", db).returncode == 0
    assert {file.name for file in tmp_path.iterdir()} == {"club.db"}
