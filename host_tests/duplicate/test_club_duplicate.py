"""`scorepad club duplicate` as a club meets it, on both kinds of database."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorepad import cli
from scorepad.club.records.store import Club
from support.club import mitchell
from support.club.club_sessions import TABLET, example, played, raw, session_of
from support.commands import ROOT, refused, scorepad
from support.databases import enrol
from support.zones import in_zone

pytestmark = pytest.mark.usefixtures("utc")

DOCS = (ROOT / "docs" / "duplicate.md").read_text(encoding="utf-8")
DAY = 24 * 60
GUESTS = (0, 0, 0, 0)

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


@pytest.fixture
def path(tmp_path: Path) -> str:
    """An empty database."""
    return str(tmp_path / "club.db")


def take(where: str, *sessions: bytes) -> None:
    """Sessions of one tablet, numbered from 1."""
    with Club(where) as club:
        for number, records in enumerate(sessions, 1):
            club.take(TABLET, number, records, "port")


def guests(number: int, *deals: str, begun: int = mitchell.EVENING, table: int = 1) -> bytes:
    """A complete session of guests."""
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
    """The same as JSON."""

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


def test_slips_are_asked_about(database, scored):
    mitchell.take(database, mitchell.evening(mitchell.SLIPS))
    evening = scored("--db", database)
    kinds = [(doubt["kind"], doubt["board"], doubt["table"]) for doubt in evening["doubts"]]
    assert kinds == mitchell.DOUBTS
    assert all(
        doubt["session"] and doubt["what"] and doubt["remedy"] for doubt in evening["doubts"]
    )


def test_open_sessions_count_and_damaged_ones_do_not(database, run):
    still = played(("b1 4S N +1",), "duplicate", table=2, begun=mitchell.EVENING)
    take(database, guests(1, "b1 4S N ="), raw(2, still), guests(3, "b1 4S N =")[:-1] + b"?")
    status, out, err = run("--db", database)
    assert status == 0
    assert f"Not finished, counted as it stands: session {session_of(2)} at table 2." in out
    assert err.count("\n") == 1 and f"left out: session {session_of(3)} is damaged" in err
    assert "table 2 N-S" in out and "100.00" in out
    evening = json.loads(run("--db", database, "--json")[1])
    assert [session["state"] for session in evening["sessions"]] == ["complete", "open"]
    assert len(evening["left_out"]) == 1 and session_of(3) in evening["left_out"][0]


# What is printed


@pytest.fixture
def mitchells(path: str) -> str:
    """The evening worked by hand."""
    mitchell.take(path, mitchell.evening())
    enrol(path, mitchell.NAMES)
    return path


@pytest.fixture
def slips(path: str) -> str:
    """The same with a slip of each kind."""
    mitchell.take(path, mitchell.evening(mitchell.SLIPS))
    enrol(path, mitchell.NAMES)
    return path


def documented(printed: str) -> bool:
    """Whether docs/duplicate.md shows this, indented."""
    indented = "\n".join(("    " + line).rstrip() for line in printed.splitlines())
    return indented in DOCS


def test_the_ranking_in_the_documentation_is_what_comes_out(mitchells):
    done = scorepad("club", "duplicate", "--db", mitchells)
    assert (done.returncode, done.stderr) == (0, "")
    assert documented(done.stdout)


def test_the_imps_in_the_documentation_are_what_comes_out(mitchells):
    done = scorepad(
        "club", "duplicate", "--scoring", "cross-imps", "--winners", "1", "--db", mitchells
    )
    assert documented(done.stdout)


def test_the_traveller_in_the_documentation_is_what_comes_out(mitchells):
    done = scorepad("club", "duplicate", "--travellers", "--db", mitchells)
    boards = done.stdout.split("\n\n")
    assert documented(next(board for board in boards if board.startswith("Board 8 ")))


def test_the_doubts_in_the_documentation_are_what_comes_out(slips):
    done = scorepad("club", "duplicate", "--doubts", "--db", slips)
    assert (done.returncode, done.stderr) == (0, "")
    assert documented(done.stdout[done.stdout.index("Missing and doubtful") :])


def test_the_ranking_on_paper(mitchells, run):
    lines = run("--db", mitchells)[1].splitlines()
    assert "  3=  Eva & Finn         8           19  39.58" in lines
    assert "  3=  Grete & Hugo       8           19  39.58" in lines
    assert lines[-1].split() == ["4", "Kim", "&", "Leo", "8", "14", "29.17"]
    lines = run("--doubts", "--db", mitchells)[1].splitlines()
    assert lines[-1] == "Nothing is missing or doubtful."


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_doubts_are_for_the_director_who_is_told_how_many_there_are(slips, run, language):
    words = ("--travellers", "--language", language, "--db", slips)
    status, out, err = run(*words)
    assert (status, err) == (0, "6 results are missing or doubtful; --doubts shows them\n")
    with_doubts = run(*words, "--doubts")
    assert with_doubts[1].startswith(out) and with_doubts[2] == ""
    assert with_doubts[1].count("02005c0e9a0") >= 6 and "02005c0e9a0" not in out
    told = json.loads(run(*words, "--json")[1])
    assert len(told["doubts"]) == 6 and run(*words, "--json")[2] == ""
    assert told["doubts"][0]["what"] == "4♠ E +1, and N-S declare this suit elsewhere"
    assert run(*words, "--json", "--doubts")[1:] == run(*words, "--json")[1:]


def test_a_single_doubt_is_one(path, run):
    take(path, guests(1, "b1 4S N ="), guests(2, "b1 4S N -1"))
    assert run("--db", path)[2] == "1 result is missing or doubtful; --doubts shows it\n"


def test_it_fits_a_terminal(slips):
    done = scorepad("club", "duplicate", "--travellers", "--doubts", "--db", slips)
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
    assert done.stdout.count("\nBoard ") == 8 + 6


def test_travellers_are_printed_if_wanted(mitchells, run):
    assert "Board 8 ·" not in run("--db", mitchells)[1]
    assert "Board 8 · dealer W · vulnerable none" in run("--db", mitchells, "--travellers")[1]


def test_imps_are_whole_and_per_board(mitchells, run):
    for scoring in ("cross-imps", "butler"):
        out = run("--db", mitchells, "--scoring", scoring, "--travellers")[1]
        assert "IMPs  per board" in out and "IMPs N-S" in out and "%" not in out


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


def test_imps_for_programs(mitchells, scored):
    evening = scored("--db", mitchells, "--scoring", "cross-imps", "--winners", "1")
    assert evening["winners"] == 1
    first = evening["ranking"][0]
    assert (first["side"], first["pair"], first["total_hundredths"]) == (
        None,
        "Olga & Pawel",
        8400,
    )
    assert first["average_hundredths"] == 1050 and "percentage_hundredths" not in first
    assert sum(place["total_hundredths"] for place in evening["ranking"]) == 0


def test_a_club_without_a_roster(path, scored):
    take(path, *(guests(n, "b1 4S N =", f"b2 {n}N N =", table=n) for n in (1, 2, 3)))
    evening = scored("--db", path)
    assert ranked(evening, "NS")[0][2:] == (600, 7500)
    assert {place["pair"] for place in evening["ranking"]} == {
        f"table {n} {side}" for n in (1, 2, 3) for side in ("N-S", "E-W")
    }


def test_where_nothing_is_compared_that_is_said(path, run):
    take(path, guests(1, "b1 4S N ="))
    assert "No board has two results yet: nothing is compared." in run("--db", path)[1]


def test_an_evening_without_a_deal(path, run, scored):
    take(path, raw(1, played((), "duplicate", begun=mitchell.EVENING)))
    assert run("--db", path)[0] == 0
    evening = scored("--db", path)
    assert (evening["winners"], evening["ranking"], evening["travellers"]) == (None, [], [])


# Which sessions belong together


def test_the_latest_evening_is_taken_and_another_one_if_it_is_named(path, scored):
    take(
        path,
        guests(1, "b1 4S N ="),
        guests(2, "b1 4S N =", begun=mitchell.EVENING + DAY),
        guests(3, "b1 4S N =", begun=mitchell.EVENING + DAY + 11 * 60 + 29),  # 05:59
        guests(4, "b1 4S N =", begun=mitchell.EVENING - DAY),
        example(5),
    )
    latest = scored("--db", path)
    assert latest["evening"] == "2026-01-18"
    assert [session["id"] for session in latest["sessions"]] == [session_of(2), session_of(3)]
    before = scored("--db", path, "--evening", "2026-01-16")
    assert [session["id"] for session in before["sessions"]] == [session_of(4)]


def test_at_six_another_day_begins(path, scored):
    take(path, guests(1, "b1 pass", begun=mitchell.EVENING + 11 * 60 + 30))  # 06:00
    assert scored("--db", path)["evening"] == "2026-01-18"


@pytest.mark.parametrize(
    ("zone", "evening"),
    [
        ("Pacific/Auckland", "2026-01-18"),
        ("America/New_York", "2026-01-17"),
        ("UTC", "2026-01-17"),
    ],
)
def test_an_evening_is_that_of_the_clock_on_the_wall(path, scored, zone, evening):
    take(path, guests(1, "b1 pass"))  # 18:30 UTC: 07:30 of the next day in New Zealand
    with in_zone(zone):
        assert scored("--db", path)["evening"] == evening


def test_sessions_of_no_evening_are_counted(path, run):
    take(path, guests(1, "b1 pass"), guests(2, "b1 pass", begun=0))
    out = run("--db", path)[1]
    assert "Of no evening, because the clock was not set: 1 session." in out
    assert "1 table" in out


def test_named_sessions_need_no_date(path, scored):
    take(path, guests(1, "b1 4S N ="), guests(2, "b1 4S N +1", begun=0, table=2))
    evening = scored(session_of(1), session_of(2), session_of(2), "--db", path)
    assert [session["id"] for session in evening["sessions"]] == [session_of(2), session_of(1)]


def test_a_session_that_was_entered_anew_takes_the_place_of_the_wrong_one(path, scored):
    take(
        path,
        guests(1, "b1 4S N -6"),
        guests(2, "b1 4S N =", begun=mitchell.EVENING + 60),
    )
    assert [doubt["kind"] for doubt in scored("--db", path)["doubts"]] == ["again"]
    evening = scored("--db", path, "--without", session_of(1))
    assert [session["id"] for session in evening["sessions"]] == [session_of(2)]
    assert evening["doubts"] == []


def test_a_whole_id_means_this_session_though_another_one_begins_so(path, scored):
    with Club(path) as club:
        for number in (1, 10, 11):
            club.take(TABLET, number, guests(number, "b1 pass", table=number), "port")
    for given, left in ((session_of(1), [10, 11]), (session_of(11), [1, 10])):
        evening = scored("--db", path, "--without", given)
        assert [session["id"] for session in evening["sessions"]] == [session_of(n) for n in left]


def test_a_rebuild_changes_nothing(mitchells, run):
    before = run("--db", mitchells, "--json")
    assert cli.main(["club", "rebuild", "--db", mitchells]) == 0
    rebuilt = run("--db", mitchells, "--json")
    assert rebuilt[1].endswith(before[1])


# Errors


@pytest.fixture
def club(path: str) -> str:
    """A rubber, a session of duplicate, a damaged one."""
    take(path, example(1), guests(2, "b1 pass"), guests(3, "b1 pass")[:-1] + b"?")
    return path


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([session_of(1)], f"session {session_of(1)} is international: name sessions of duplicate"),
        ([session_of(2), "--evening", "2026-01-17"], "name sessions or --evening, not both"),
        (["--evening", "2026-01-18"], "no session of duplicate began on 2026-01-18; the latest"),
        (["--evening", "18.1.2026"], "'18.1.2026' is no date: it is written as 2026-11-20"),
        (["--evening", ""], "'' is no date: it is written as 2026-11-20"),
        ([session_of(9)], f"no session '{session_of(9)}'"),
        ([session_of(3)], f"nothing can be scored: session {session_of(3)} is damaged"),
        (["--without", session_of(9)], f"--without {session_of(9)}: the id of one session"),
        (["--without", session_of(1)], f"--without {session_of(1)}: the id of one session"),
    ],
)
def test_what_cannot_be_scored_is_refused(club, arguments, why):
    assert why in refused(scorepad("club", "duplicate", *arguments, "--db", club))


def test_a_club_without_duplicate_says_so(path):
    Club(str(path)).close()
    assert "no session of duplicate yet" in refused(scorepad("club", "duplicate", "--db", path))
    take(path, example(1))
    assert "no session of duplicate yet" in refused(scorepad("club", "duplicate", "--db", path))


def test_sessions_without_a_date_have_to_be_named(path):
    take(path, guests(1, "b1 pass", begun=0), guests(2, "b1 pass", begun=(1 << 32) - 1))
    assert "name the sessions" in refused(scorepad("club", "duplicate", "--db", path))


@pytest.mark.parametrize(
    "arguments", [["--scoring", "victory"], ["--winners", "3"], ["--evening"], ["--winners", "x"]]
)
def test_what_is_no_option_is_refused(arguments):
    assert refused(scorepad("club", "duplicate", *arguments)).startswith("scorepad club duplicate")


def test_the_command_explains_itself():
    done = scorepad("club", "duplicate", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("--evening", "--scoring", "--winners", "--travellers", "--without", "examples:"):
        assert word in done.stdout
    assert "duplicate" in scorepad("club").stdout
