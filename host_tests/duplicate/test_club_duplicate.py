"""`scorepad club duplicate` as a club meets it, on both kinds of database."""

import json
from typing import Any

import pytest

from scorepad import cli
from scorepad.club.records.store import Club
from support.club import mitchell
from support.club.club_sessions import TABLET, example, played, raw, session_of
from support.commands import ROOT, refused, scorepad
from support.databases import enrol
from support.depth import full

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

DOCS = (ROOT / "docs" / "duplicate.md").read_text(encoding="utf-8")
DAY = 24 * 60
GUESTS = (0, 0, 0, 0)
UNDATED = {2: 0, 3: (1 << 32) - 1}  # sessions, and when their tablet says that they began

NORTH_SOUTH = [  # worked by hand, in hundredths; the pair by its first name
    (1, "Cleo", 3000, 6250),
    (2, "Ann", 2800, 5833),
    (3, "Eva", 1900, 3958),
    (3, "Grete", 1900, 3958),
]
EAST_WEST = [
    (1, "Olga", 3200, 6667),
    (2, "Ida", 2900, 6042),
    (3, "Mia", 2100, 4375),
    (4, "Kim", 1400, 2917),
]


def take(where: str, *sessions: bytes) -> None:
    """Sessions of one tablet, numbered from 1."""
    with Club(where) as club:
        for number, records in enumerate(sessions, 1):
            club.take(TABLET, number, records, "port")


def guests(number: int, *deals: str, begun: int = mitchell.EVENING, table: int = 1) -> bytes:
    return raw(number, mitchell.ended(deals, table=table, begun=begun, players=GUESTS))


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes]):
    """Runs `scorepad club duplicate`: exit status, standard output, standard error."""

    def command(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(["club", "duplicate", *arguments])
        captured = capsysbinary.readouterr()
        return status, captured.out.decode(), captured.err.decode()

    return command


@pytest.fixture
def scored(run):
    def command(*arguments: str) -> dict[str, Any]:
        status, out, _ = run(*arguments, "--json")
        assert status == 0
        return json.loads(out)

    return command


def ranked(evening: dict[str, Any], side: str | None) -> list[tuple[int, str, int, int]]:
    return [
        (
            place["rank"],
            place["pair"].split()[0],
            place["total_hundredths"],
            place["percentage_hundredths"],
        )
        for place in evening["ranking"]
        if place["side"] == side
    ]


# The evening that was worked by hand, on both kinds of database


@pytest.mark.each_database
def test_the_evening_worked_by_hand(database, scored):
    ids = mitchell.take(database, mitchell.evening())
    enrol(database, mitchell.NAMES)
    evening = scored("--db", database)
    assert (evening["evening"], evening["scoring"], evening["winners"]) == (
        "2026-01-17",
        "matchpoints",
        2,
    )
    assert ranked(evening, "NS") == NORTH_SOUTH
    assert ranked(evening, "EW") == EAST_WEST
    assert [session["id"] for session in evening["sessions"]] == ids
    assert [traveller["board"] for traveller in evening["travellers"]] == list(range(1, 9))
    assert (evening["doubts"], evening["left_out"], evening["undated"]) == ([], [], 0)
    assert scored(*ids, "--db", database) == evening | {"evening": None}


@full
def test_open_sessions_count_and_damaged_ones_do_not(database, run):
    still = played(("b1 4S N +1",), "duplicate", table=2, begun=mitchell.EVENING)
    take(database, guests(1, "b1 4S N ="), raw(2, still), guests(3, "b1 4S N =")[:-1] + b"?")
    status, out, err = run("--db", database)
    assert status == 0
    assert session_of(2) in out
    assert err.count("\n") == 1 and f"left out: session {session_of(3)} " in err
    assert "table 2 N-S" in out and "100.00" in out
    evening = json.loads(run("--db", database, "--json")[1])
    assert [session["state"] for session in evening["sessions"]] == ["complete", "open"]
    assert len(evening["left_out"]) == 1 and session_of(3) in evening["left_out"][0]


# What is printed


@pytest.fixture(scope="module")
def mitchells(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The evening worked by hand, which nobody changes."""
    where = str(tmp_path_factory.mktemp("mitchell") / "club.db")
    mitchell.take(where, mitchell.evening())
    enrol(where, mitchell.NAMES)
    return where


@pytest.fixture(scope="module")
def slips(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same with a slip of each kind."""
    where = str(tmp_path_factory.mktemp("slips") / "club.db")
    mitchell.take(where, mitchell.evening(mitchell.SLIPS))
    enrol(where, mitchell.NAMES)
    return where


def documented(printed: str) -> bool:
    """Whether docs/duplicate.md shows this, indented."""
    indented = "\n".join(("    " + line).rstrip() for line in printed.splitlines())
    return indented in DOCS


def test_what_the_documentation_shows_is_what_comes_out(mitchells, slips):
    ranking = scorepad("club", "duplicate", "--db", mitchells)
    assert (ranking.returncode, ranking.stderr) == (0, "") and documented(ranking.stdout)
    words = ("--scoring", "cross-imps", "--winners", "1")
    assert documented(scorepad("club", "duplicate", *words, "--db", mitchells).stdout)
    boards = scorepad("club", "duplicate", "--travellers", "--db", mitchells).stdout.split("\n\n")
    assert documented(next(board for board in boards if board.startswith("Board 8 ")))
    said = scorepad("club", "duplicate", "--doubts", "--db", slips).stdout
    assert documented(said[said.index("Missing and doubtful") :])
    assert max(len(line) for line in said.splitlines()) <= 80


def test_doubts_are_for_the_director_who_is_told_how_many_there_are(slips, run):
    words = ("--travellers", "--language", "de", "--db", slips)
    status, out, err = run(*words)
    assert (status, err[:2], err.count("\n")) == (0, "6 ", 1) and "--doubts" in err
    with_doubts = run(*words, "--doubts")
    assert with_doubts[1].startswith(out) and with_doubts[2] == ""
    assert with_doubts[1].count("02005c0e9a0") >= 6 and "02005c0e9a0" not in out
    told = json.loads(run(*words, "--json")[1])
    assert len(told["doubts"]) == 6 and run(*words, "--json")[2] == ""
    assert told["doubts"][0]["what"] == "4♠ E +1, and N-S declare this suit elsewhere"
    assert run(*words, "--json", "--doubts")[1:] == run(*words, "--json")[1:]


def test_a_traveller_for_programs(mitchells, scored):
    board = scored("--db", mitchells)["travellers"][7]
    assert (board["board"], board["dealer"], board["vulnerable"]) == (8, "W", [])
    assert board["results"][1] == {
        "session": session_of(4, mitchell.tablet(1)),
        "table": 1,
        "pairs": {
            "NS": {"pair": "Ann & Bob", "players": [1, 2]},
            "EW": {"pair": "Kim & Leo", "players": [11, 12]},
        },
        "deal": "5Cx W -2",
        "declarer": "W",
        "tricks": 9,
        "score": {"NS": 300, "EW": -300},
        "adjusted": None,
        "decisions": [],
        "points_hundredths": {"NS": 400, "EW": 200},
    }
    passed = scored("--db", mitchells)["travellers"][3]["results"][2]
    assert (passed["deal"], passed["declarer"], passed["tricks"]) == ("pass", None, None)


@full
def test_an_evening_without_a_deal(database, run, scored):
    take(database, raw(1, played((), "duplicate", begun=mitchell.EVENING)))
    assert run("--db", database)[0] == 0
    evening = scored("--db", database)
    assert (evening["winners"], evening["ranking"], evening["travellers"]) == (None, [], [])


# Which sessions belong together


def test_the_latest_evening_is_taken_and_another_one_if_it_is_named(database, scored):
    take(
        database,
        guests(1, "b1 4S N ="),
        guests(2, "b1 4S N =", begun=mitchell.EVENING + DAY),
        guests(3, "b1 4S N =", begun=mitchell.EVENING + DAY + 11 * 60 + 29),  # 05:59
        guests(4, "b1 4S N =", begun=mitchell.EVENING - DAY),
        example(5),
    )
    latest = scored("--db", database)
    assert latest["evening"] == "2026-01-18"
    assert [session["id"] for session in latest["sessions"]] == [session_of(2), session_of(3)]
    before = scored("--db", database, "--evening", "2026-01-16")
    assert [session["id"] for session in before["sessions"]] == [session_of(4)]


def test_sessions_of_no_evening_are_counted(database, scored):
    take(
        database,
        guests(1, "b1 pass"),
        *(guests(n, "b1 pass", begun=b) for n, b in UNDATED.items()),
    )
    evening = scored("--db", database)
    assert (evening["undated"], len(evening["sessions"])) == (2, 1)


@full
def test_named_sessions_need_no_date(database, scored):
    take(database, guests(1, "b1 4S N ="), guests(2, "b1 4S N +1", begun=0, table=2))
    evening = scored(session_of(1), session_of(2), session_of(2), "--db", database)
    assert [session["id"] for session in evening["sessions"]] == [session_of(2), session_of(1)]


@full
def test_a_session_that_was_entered_anew_takes_the_place_of_the_wrong_one(database, scored):
    take(
        database,
        guests(1, "b1 4S N -6"),
        guests(2, "b1 4S N =", begun=mitchell.EVENING + 60),
    )
    assert [doubt["kind"] for doubt in scored("--db", database)["doubts"]] == ["again"]
    evening = scored("--db", database, "--without", session_of(1))
    assert [session["id"] for session in evening["sessions"]] == [session_of(2)]
    assert evening["doubts"] == []


# Errors


@pytest.fixture
def club(database: str) -> str:
    """A rubber, a session of duplicate, a damaged one."""
    take(database, example(1), guests(2, "b1 pass"), guests(3, "b1 pass")[:-1] + b"?")
    return database


def test_what_cannot_be_scored_is_refused(club):
    for arguments, why in (
        ([session_of(1)], "international"),
        ([session_of(2), "--evening", "2026-01-17"], "not both"),
        (["--evening", "2026-01-18"], "2026-01-18"),
        (["--evening", "18.1.2026"], "'18.1.2026'"),
        (["--evening", ""], "''"),
        ([session_of(9)], f"'{session_of(9)}'"),
        ([session_of(3)], "is damaged"),
        (["--without", session_of(9)], f"--without {session_of(9)}"),
        (["--without", session_of(1)], f"--without {session_of(1)}"),
        (["--scoring", "victory"], "--scoring"),
        (["--winners", "3"], "--winners"),
        (["--evening"], "--evening"),
    ):
        assert why in refused(scorepad("club", "duplicate", *arguments, "--db", club))
