"""The file for BridgeWebs: options with #, then what players won, or an event of duplicate.

The site says "The field separator is determined from the first line and can be a semicolon, tab or
comma", and names the options; the columns are those that Knave Bridge Scorer writes.
"""

from importlib.metadata import version

import pytest

from firmware.session import VOID
from scorepad.club.records.store import ClubSession
from scorepad.errors import UserError
from scorepad.exports.formats import export_sessions
from support.club.club_sessions import played
from support.club.exported import GAMES, HOSTILE, club_session, club_sessions

pytestmark = pytest.mark.usefixtures("utc")

SUITED = ("rubber", "international", "polish", "nz-match", "chicago", "chicago-server")


def lines(sessions: list[ClubSession]) -> list[list[str]]:
    """The cells as the site finds them, which knows nothing of quotes."""
    text = str(export_sessions("bridgewebs", sessions))
    assert text.startswith("#Version") and text.endswith("\r\n")
    separator = text[len("#Version")]
    return [line.split(separator) for line in text.split("\r\n")[:-1]]


def test_the_head_says_what_the_scores_are():
    head = [line for line in lines(club_sessions("international", "chicago")) if line[0][0] == "#"]
    assert [" ".join(line) for line in head] == [
        *("#Version std1", f"#Source Scorepad {version('scorepad')}", "#Date 17/01/2026"),
        *("#Title international - chicago", "#Director ", "#Scorer ", "#Individual 1"),
        *("#Boards 11", "#Winners 1", "#Aggregate 1", "#Scores"),
    ]


@pytest.mark.parametrize(
    ("names", "separator"),
    [(("Ann", "B", "C", "D"), ","), (("Bell, Ann", 'Bo "B"', "C", "D"), ";"), (HOSTILE, "\t")],
)
def test_the_first_line_tells_a_separator_that_no_name_has(names, separator):
    session = club_session(GAMES["rubber"], names)
    assert str(export_sessions("bridgewebs", [session])).startswith(f"#Version{separator}std1\r\n")
    assert {line[2] for line in lines([session])[-4:]} == {*names}


def test_duplicate_has_a_list_a_direction_and_the_travellers():
    """On each board there are 2 points for what is better."""
    deals = (("b1 4S N =", "b2 1N E -2"), ("b1 4S N +1", "b2 1N E ="))
    two = [
        club_session(played(deals[n], "duplicate", n + 1), tuple("ABCD"), n, ids)
        for n, ids in enumerate(((1, 2, 3, 4), (5, 6, 7, 8)))
    ]
    heads = "#Scores/Position,Pair,Name1,Name2,Score,Percent"
    assert "/".join(",".join(line) for line in lines(two)[6:]) == (
        f"#Pairs,4/#Boards,2/#Winners,2/{heads}/1=,1,A,C,2.00,50.00/1=,3,A,C,2.00,50.00/"
        f"{heads}/1=,2,B,D,2.00,50.00/1=,4,B,D,2.00,50.00/"
        "#Travellers/NS,EW,NSScore,EWScore,NSPts,EWPts,Contract,Tricks,Declarer/"
        "#Board,1/3,4,450,,2,0,4S,11,N/1,2,420,,0,2,4S,10,N/"
        "#Board,2/1,2,100,,2,0,1NT,5,E/3,4,,90,0,2,1NT,7,E"
    )
    with pytest.raises(UserError, match="two results"):
        lines(two[:1])


@pytest.mark.parametrize("rules", SUITED)
def test_what_some_win_others_lose(rules):
    scores = [int(line[3]) for line in lines(club_sessions(rules))[-4:]]
    assert sum(scores) == 0 and scores == sorted(scores, reverse=True)
    totals = club_sessions(rules)[0].session.sheet.totals
    assert scores[0] == abs(totals[0] - totals[1])


def test_sessions_add_up_whoever_partners_whom():
    first = club_session(GAMES["international"], ("A", "B", "C", "D"), 1, (1, 2, 3, 4))
    second = club_session(GAMES["international"], ("A", "C", "B", "D"), 2, (1, 3, 2, 4))
    assert [line[2] for line in lines([first])[-4:]] == ["B", "D", "A", "C"]
    assert lines([first, second])[-5:] == [
        ["Position", "Player", "Name", "Score"],
        ["1", "1", "D", "2640"],
        ["2=", "2", "B", "0"],
        ["2=", "3", "C", "0"],
        ["4", "4", "A", "-2640"],
    ]


def test_guests_are_other_players_in_every_session():
    tables = [club_session(played(), (None,) * 4, number, (0, 0, 0, 0)) for number in (1, 2)]
    assert [line[2] for line in lines(tables)[-8:]] == ["guest"] * 8


def test_a_deal_that_was_taken_back_is_not_counted():
    """And a clock that was not set is no date."""
    read = lines([club_session([*played(begun=0), (VOID, 0, 5, 0)])])
    assert (read[2], read[7]) == (["#Date", ""], ["#Boards", "4"])
