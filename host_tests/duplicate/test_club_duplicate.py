"""`scorepad club duplicate` as a club meets it, on both kinds of database."""

import json
from functools import partial

import pytest

from scorepad.club.records.store import Club
from support.club import mitchell
from support.club.club_sessions import TABLET, example, played, raw, session_of
from support.commands import ROOT
from support.databases import filled_by
from support.depth import full

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

DOCS = (ROOT / "docs" / "duplicate.md").read_text(encoding="utf-8")
DAY = 24 * 60
GUESTS = (0, 0, 0, 0)
UNDATED = {2: 0, 3: (1 << 32) - 1}  # sessions, and when their tablet says that they began


def take(where: str, *sessions: bytes) -> None:
    """Sessions of one tablet, numbered from 1."""
    with Club(where) as club:
        for number, records in enumerate(sessions, 1):
            club.take(TABLET, number, records, "port")


def guests(number: int, *deals: str, begun: int = mitchell.EVENING, table: int = 1) -> bytes:
    return raw(number, mitchell.ended(deals, table=table, begun=begun, players=GUESTS))


hand_checked = filled_by(mitchell.make)
slips = filled_by(partial(mitchell.make, slips=mitchell.SLIPS))


# The evening that was worked by hand, on both kinds of database


@pytest.mark.each_database
def test_the_evening_worked_by_hand(database, commands):
    ids = mitchell.make(database)
    evening = commands.told("duplicate")
    assert (evening["evening"], evening["scoring"]) == ("2026-01-17", "matchpoints")
    assert evening["winners"] == 2
    assert documented(commands.run("duplicate"))
    assert [session["id"] for session in evening["sessions"]] == ids
    assert [traveller["board"] for traveller in evening["travellers"]] == list(range(1, 9))
    assert (evening["doubts"], evening["left_out"], evening["undated"]) == ([], [], 0)
    assert commands.told("duplicate", *ids) == evening | {"evening": None}


@full
def test_open_sessions_count_and_damaged_ones_do_not(database, commands):
    still = played(("b1 4S N +1",), "duplicate", table=2, begun=mitchell.EVENING)
    take(database, guests(1, "b1 4S N ="), raw(2, still), guests(3, "b1 4S N =")[:-1] + b"?")
    status, out, err = commands.ended("duplicate")
    assert status == 0
    assert "counted as it stands: table 2." in out
    assert err.count("\n") == 1 and f"left out: session {session_of(3)} " in err
    assert "table 2 N-S" in out and "100.00" in out
    evening = commands.told("duplicate")
    assert [session["state"] for session in evening["sessions"]] == ["complete", "open"]
    assert len(evening["left_out"]) == 1 and session_of(3) in evening["left_out"][0]


# What is printed


def documented(printed: str) -> bool:
    """Whether docs/duplicate.md shows this, indented."""
    indented = "\n".join(("    " + line).rstrip() for line in printed.splitlines())
    return indented in DOCS


def test_what_the_documentation_shows_is_what_comes_out(hand_checked, commands):
    status, printed, said = commands.ended("duplicate")
    assert (status, said) == (0, "") and documented(printed)
    assert documented(commands.run("duplicate", "--scoring", "cross-imps", "--winners", "1"))
    boards = commands.run("duplicate", "--travellers").split("\n\n")
    assert documented(next(board for board in boards if board.startswith("Board 8 ")))


def test_doubts_are_for_the_director_who_is_told_how_many_there_are(slips, commands):
    said = commands.run("duplicate", "--doubts")
    assert documented(said[said.index("Missing and doubtful") :])
    assert max(len(line) for line in said.splitlines()) <= 80
    words = ("duplicate", "--travellers", "--language", "de")
    status, out, err = commands.ended(*words)
    assert (status, err[:2], err.count("\n")) == (0, "6 ", 1) and "--doubts" in err
    with_doubts = commands.ended(*words, "--doubts")
    assert with_doubts[1].startswith(out) and with_doubts[2] == ""
    assert with_doubts[1].count("02005c0e9a0") >= 6 and "02005c0e9a0" not in out
    told = commands.ended(*words, "--json")
    doubts = json.loads(told[1])["doubts"]
    assert [(one["kind"], one["board"], one["table"]) for one in doubts] == mitchell.DOUBTS
    assert doubts[0]["what"] == "4♠ E +1, and N-S declare this suit elsewhere"
    assert told[2] == "" and commands.ended(*words, "--json", "--doubts") == told


def test_a_traveller_for_programs(hand_checked, commands):
    board = commands.told("duplicate")["travellers"][7]
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
    passed = commands.told("duplicate")["travellers"][3]["results"][2]
    assert (passed["deal"], passed["declarer"], passed["tricks"]) == ("pass", None, None)


@full
def test_an_evening_without_a_deal(database, commands):
    take(database, raw(1, played((), "duplicate", begun=mitchell.EVENING)))
    evening = commands.told("duplicate")
    assert (evening["winners"], evening["ranking"], evening["travellers"]) == (None, [], [])


# Which sessions belong together


def test_the_latest_evening_is_taken_and_another_one_if_it_is_named(database, commands):
    take(
        database,
        guests(1, "b1 4S N ="),
        guests(2, "b1 4S N =", begun=mitchell.EVENING + DAY),
        guests(3, "b1 4S N =", begun=mitchell.EVENING + DAY + 11 * 60 + 29),  # 05:59
        guests(4, "b1 4S N =", begun=mitchell.EVENING - DAY),
        example(5),
    )
    latest = commands.told("duplicate")
    assert latest["evening"] == "2026-01-18"
    assert [session["id"] for session in latest["sessions"]] == [session_of(2), session_of(3)]
    before = commands.told("duplicate", "--evening", "2026-01-16")
    assert [session["id"] for session in before["sessions"]] == [session_of(4)]


def test_sessions_of_no_evening_are_counted(database, commands):
    undated = (guests(n, "b1 pass", begun=when) for n, when in UNDATED.items())
    take(database, guests(1, "b1 pass"), *undated)
    evening = commands.told("duplicate")
    assert (evening["undated"], len(evening["sessions"])) == (2, 1)


@full
def test_a_session_that_was_entered_anew_takes_the_place_of_the_wrong_one(database, commands):
    right = guests(2, "b1 4S N =", begun=mitchell.EVENING + 60)
    take(database, guests(1, "b1 4S N -6"), right)
    assert [doubt["kind"] for doubt in commands.told("duplicate")["doubts"]] == ["again"]
    evening = commands.told("duplicate", "--without", session_of(1))
    assert [session["id"] for session in evening["sessions"]] == [session_of(2)]
    assert evening["doubts"] == []


# Errors


def test_what_cannot_be_scored_is_refused(database, commands):
    take(database, example(1), guests(2, "b1 pass"), guests(3, "b1 pass")[:-1] + b"?")
    for arguments, why in (
        ([session_of(1)], "international"),
        ([session_of(2), "--evening", "2026-01-17"], "not both"),
        (["--evening", "2026-01-18"], "2026-01-18"), ([session_of(9)], f"'{session_of(9)}'"),
        ([session_of(3)], "is damaged"),
        (["--without", session_of(9)], session_of(9)),
        (["--without", session_of(1)], session_of(1)),
        (["--scoring", "victory"], "--scoring"), (["--winners", "3"], "--winners"),
    ):  # fmt: skip
        assert why in commands.refused("duplicate", *arguments)
