"""A tablet is forgotten with all that it has brought, and its file brings its sessions back."""

import json
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.club.codes import give_out
from scorepad.club.events import sends
from scorepad.club.records.phone_bounds import PHONE
from scorepad.club.records.store import Club
from scorepad.club.records.tablet_totals import TabletTotal, keep
from scorepad.club.tablet_keys import Forgotten, NotYours, claim
from scorepad.errors import UserError
from scorepad.movement.model import Meeting
from support.club import planned
from support.club.club_sessions import Event, complete, played, raw
from support.databases import dump, enrol, filled_by, select

STRANGER, OTHER, BOARD = bytes.fromhex("0e0102030405"), bytes.fromhex("02005c0e9ad0"), b"8 octets"
ID = STRANGER.hex()
KEY = "a" * 32
PORT = f"{PHONE}2/{ID}/1"
SEATS, NAMES = (1, 2, 3, 4), ["Ann", "Ben", "Cy", "Di"]
KEPT = ("secrets", "decisions", "versions")  # tables in which something stays


database = filled_by(lambda where: enrol(where, NAMES))


@pytest.fixture(autouse=True)
def own_folder(utc: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where a server's database has its files


def let_in(club: Club, key: str = KEY) -> None:
    club.write(partial(claim, tablet=ID, key=key, table=2))


def give_out_codes(club: Club) -> None:
    club.write(partial(give_out, now=datetime.now(UTC)))


def bring(club: Club, tablet: bytes, number: int, log: list[Event], noise: bytes = b"") -> str:
    return club.take(tablet, number, raw(number, log, tablet) + noise, PORT)


def tables(database: str) -> list[str]:
    """What the club has, but for what stays; `imports` are numbered for ever."""
    lines = (line for line in dump(database) if not line.startswith("DELETE"))
    return [line for line in lines if not any(f'"{name}"' in line for name in KEPT)]


def forget(database: str, *more: str) -> int:
    return main(["club", "tablet", "forget", ID[:6], *more, "--db", database])


def file_of(database: str) -> Path:
    (found,) = Path(database).parent.glob(f"forgotten-{ID}-*.json")
    return found


def all_of_a_stranger(club: Club) -> None:
    """Everything that a phone can leave, and what people have decided about it."""
    let_in(club)
    bring(club, STRANGER, 1, complete(played(players=SEATS)))
    bring(club, STRANGER, 2, played(("pass",), "rubber", players=SEATS))
    club.write(partial(keep, said=TabletTotal(f"{ID}-2", 7, "NS=1 EW=1", False)))
    whole = raw(3, complete(played(players=SEATS)), STRANGER)
    club.take(STRANGER, 3, whole[:-9] + b"?", PORT)
    assert club.take(STRANGER, 3, whole, PORT) == "replaced"
    assert bring(club, STRANGER, 4, played(), bytes(14)) == "damaged"
    club.write(partial(sends.keep, event=1, sent=sends.Sent(ID, 2, 7)))


def test_nothing_of_it_is_left_and_its_file_brings_its_sessions_back(
    club: Club, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    planned.planned(club)
    club.take(OTHER, 1, raw(1, complete(played(players=SEATS)), OTHER), "port")
    club.catch_up()
    before = tables(database)
    all_of_a_stranger(club)
    stranger = select(database, f"SELECT * FROM records WHERE session LIKE '{ID}-%'")
    for decided in (["stake", "10", "--session", f"{ID}-1"], ["leave-out", f"{ID}-2"]):
        assert main(["club", *decided, "--db", database]) == 0
    assert main(["club", "release", "--evening", "2026-01-17", "--db", database]) == 0
    there = dump(database)
    capsys.readouterr()
    assert forget(database) == 0 and dump(database) == there
    said = capsys.readouterr().out
    assert "4 sessions, 11 deals, released to the room, played for money" in said
    assert "3 decisions" in said
    decided = select(database, "SELECT * FROM decisions")
    assert forget(database, "--yes") == 0
    assert file_of(database).stat().st_mode & 0o777 == 0o600
    assert tables(database) == before
    assert select(database, "SELECT * FROM decisions") == decided  # no number comes back
    capsys.readouterr()
    assert main(["club", "decisions", "--session", f"{ID}-2", "--db", database]) == 0
    assert "its records are not here" in capsys.readouterr().out
    club.rebuild()
    assert tables(database) == before
    for command in (["list"], ["decisions"], ["ledger"], ["ranking"], ["tablet", "list"]):
        assert main(["club", *command, "--db", database]) == 0, command
    assert (
        main(["club", "import", str(file_of(database)), "--db", database]) == 1
    )  # one is damaged
    back = select(database, f"SELECT * FROM records WHERE session LIKE '{ID}-%'")
    assert sorted(back) == sorted(stranger)
    states = "SELECT number, state FROM sessions WHERE tablet <> '02005c0e9ad0' ORDER BY 1"
    expected = [(1, "complete"), (2, "left out"), (3, "complete"), (4, "damaged")]
    assert select(database, states) == expected


@pytest.mark.each_database
def test_it_comes_in_again_by_a_new_code_only(club: Club, database: str) -> None:
    give_out_codes(club)
    let_in(club)
    bring(club, STRANGER, 1, played())
    assert forget(database, "--yes") == 0
    with pytest.raises(Forgotten):
        let_in(club)
    with pytest.raises(UserError, match="was forgotten"):  # a sync that was under way
        bring(club, STRANGER, 1, played())
    with pytest.raises(NotYours):
        let_in(club, "b" * 32)
    give_out_codes(club)
    with pytest.raises(NotYours):
        let_in(club, "b" * 32)
    let_in(club)
    assert bring(club, STRANGER, 1, played()) == "new"


@pytest.mark.each_database
def test_a_session_that_it_closed_is_open_again(club: Club, database: str) -> None:
    """A stranger's phone has taken over a table of an event."""
    event = planned.planned(club)
    log = planned.at_table(event, 2, 2)
    club.take(OTHER, 1, raw(1, log[:-1], OTHER), "port")
    let_in(club)
    goes_on = planned.round_begins(Meeting(2, 2, 2, 4, (6,)))
    bring(club, STRANGER, 1, [*planned.begun(event.number, 2), goes_on])
    state = "SELECT state FROM sessions WHERE tablet = '02005c0e9ad0'"
    assert select(database, state) != [("open",)]
    assert forget(database, "--yes") == 0
    assert select(database, state) == [("open",)]


def test_a_tablet_that_is_not_the_only_one_is_not_forgotten(club: Club, database: str) -> None:
    let_in(club)
    club.write(partial(claim, tablet="0e0102030406", key=KEY, table=2))
    assert forget(database, "--yes") == 2
    assert main(["club", "tablet", "forget", "ff", "--yes", "--db", database]) == 2
    assert len(select(database, "SELECT 1 FROM secrets WHERE kind = 'tablet'")) == 2


@pytest.mark.each_database
def test_the_list_says_what_each_has_brought_and_who_played_last(club, database, capsys):
    let_in(club)
    event = planned.entered(club, planned.planned(club), {2: ("id=3", "id=4")})
    alone, of_event = complete(played(players=SEATS)), planned.at_table(event, 2, 2)
    for tablet, number, log in ((BOARD, 7, alone), (OTHER, 10, of_event), (OTHER, 9, alone)):
        club.take(tablet, number, raw(number, log, tablet), "port")
    assert main(["club", "tablet", "list", "--json", "--db", database]) == 0
    listed = {one.pop("id"): [*one.values()] for one in json.loads(capsys.readouterr().out)}
    assert listed == {
        ID: [True, False, 0, 0, None, None, None, []],
        BOARD.hex(): [False, True, 1, 5, f"{BOARD.hex()}-7", 3, str(planned.DATE), NAMES],
        OTHER.hex(): [False, False, 2, 9, f"{OTHER.hex()}-10", 2, str(planned.DATE), NAMES[2:]],
    }
    assert main(["club", "tablet", "list", "--db", database]) == 0
    assert ", ".join(NAMES) in capsys.readouterr().out
