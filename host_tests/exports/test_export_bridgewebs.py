"""The file for BridgeWebs: head lines with #, and what each player won over all sessions."""

import csv
import io

import pytest

from firmware.session import VOID
from scorepad.club.records.store import ClubSession
from scorepad.exports.bridgewebs import as_bridgewebs
from support.club.club_sessions import played
from support.club.exported import GAMES, HOSTILE, club_session, club_sessions

pytestmark = pytest.mark.usefixtures("utc")

SUITED = ("rubber", "international", "polish", "nz-match", "chicago", "chicago-server")


def lines(sessions: list[ClubSession]) -> list[list[str]]:
    return list(csv.reader(io.StringIO(as_bridgewebs(sessions), newline=""), strict=True))


def test_the_head_says_what_the_scores_are():
    head = [line for line in lines(club_sessions("international", "chicago")) if line[0][0] == "#"]
    assert head[0][0] == "#Version" and head[0][1].startswith("Scorepad ")
    assert head[1:] == [
        ["#Date", "17/01/2026"],
        ["#Title", "international, chicago"],
        ["#Director", ""],
        ["#Scorer", ""],
        ["#Individual", "4"],
        ["#Boards", "11"],
        ["#Winners", "1"],
        ["#Aggregate"],
        ["#Scores"],
    ]


def test_players_are_listed_with_what_they_won():
    assert lines(club_sessions("international"))[-5:] == [
        ["Position", "Player", "Name", "Score"],
        ["1=", "1", HOSTILE[1], "1320"],
        ["1=", "2", HOSTILE[3], "1320"],
        ["3=", "3", HOSTILE[0], "-1320"],
        ["3=", "4", HOSTILE[2], "-1320"],
    ]


@pytest.mark.parametrize("rules", SUITED)
def test_what_some_win_others_lose(rules):
    scores = [int(line[3]) for line in lines(club_sessions(rules))[-4:]]
    assert sum(scores) == 0 and scores == sorted(scores, reverse=True)
    totals = club_sessions(rules)[0].session.sheet.totals
    assert scores[0] == abs(totals[0] - totals[1])


def test_sessions_add_up_whoever_partners_whom():
    first = club_session(GAMES["international"], ("A", "B", "C", "D"), 1, (1, 2, 3, 4))
    second = club_session(GAMES["international"], ("A", "C", "B", "D"), 2, (1, 3, 2, 4))
    assert lines([first, second])[-4:] == [
        ["1", "1", "D", "2640"],
        ["2=", "2", "B", "0"],
        ["2=", "3", "C", "0"],
        ["4", "4", "A", "-2640"],
    ]


def test_guests_are_other_players_in_every_session():
    tables = [club_session(played(), (None,) * 4, number, (0, 0, 0, 0)) for number in (1, 2)]
    assert [line[2] for line in lines(tables)[-8:]] == ["guest"] * 8


def test_a_deal_that_was_taken_back_is_not_counted():
    session = club_session([*played(), (VOID, 0, 5, 0)])
    assert lines([session])[6] == ["#Boards", "4"]


def test_a_clock_that_was_not_set_is_no_date():
    assert lines([club_session(played(begun=0))])[1] == ["#Date", ""]
