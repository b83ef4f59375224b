"""USEBIO exports as an XML parser reads them: the elements that its readers need, in order.

The DTD is not among what may be used here, so nothing validates against it: the nesting is
compared with that of files which other scoring programs write.
"""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from scorepad.club.records.store import ClubSession
from scorepad.errors import UserError
from scorepad.exports.event import find_omissions
from scorepad.exports.formats import export_sessions, score_sessions
from support.club.club_sessions import played
from support.club.exported import HOSTILE, club_session, club_sessions

pytestmark = pytest.mark.usefixtures("utc")

ROUNDS = (("b1 4S N =", "b2 1N E -1"), ("b1 4S N +1", "b2 pass", "b3 2S N ="), ("b3 2S N +1",))
PAIRS = ((1, 2, 3, 4), (5, 6, 7, 8), (2, 9, 4, 10))  # at the third table 2 and 4 sit N-S


def tables(
    rounds: tuple[tuple[str, ...], ...] = ROUNDS, pairs: tuple[tuple[int, ...], ...] = PAIRS
) -> list[ClubSession]:
    """A session at each of tables 1, 2, 3 ...: its deals and its players."""
    return [
        club_session(played(deals, "duplicate", table), number=table, ids=ids)
        for table, (deals, ids) in enumerate(zip(rounds, pairs, strict=False), 1)
    ]


def usebio(sessions: list[ClubSession]) -> ElementTree.Element:
    """The file of these sessions as an XML parser reads it."""
    return ElementTree.fromstring(export_sessions("usebio", sessions))


def texts(parent: ElementTree.Element, path: str) -> list[str | None]:
    return [element.text for element in parent.findall(path)]


def tags(parent: ElementTree.Element | None) -> str:
    return " ".join(child.tag for child in parent or ())


def test_the_elements_nest_as_they_must():
    head = str(export_sessions("usebio", tables())).splitlines()
    assert head[0] == '<?xml version="1.0" encoding="utf-8"?>'
    assert head[1] == '<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">'
    root = usebio(tables())
    assert (root.tag, root.attrib, tags(root)) == ("USEBIO", {"Version": "1.2"}, "CLUB EVENT")
    assert tags(root[0]) == "CLUB_NAME CLUB_ID_NUMBER"
    assert root[1].attrib == {"EVENT_TYPE": "PAIRS"}
    assert tags(root[1]) == (
        "PROGRAM_NAME PROGRAM_VERSION EVENT_DESCRIPTION DATE WINNER_TYPE BOARD_SCORING_METHOD "
        "PAIRS BOARDS_PLAYED PARTICIPANTS BOARD BOARD BOARD"
    )
    assert tags(root.find(".//BOARD")) == "BOARD_NUMBER TRAVELLER_LINE TRAVELLER_LINE"


def test_a_traveller_has_a_line_from_every_table():
    lines = usebio(tables()).findall(".//TRAVELLER_LINE")
    assert tags(lines[1]) == (
        "NS_PAIR_NUMBER EW_PAIR_NUMBER CONTRACT PLAYED_BY TRICKS SCORE NS_MATCH_POINTS "
        "EW_MATCH_POINTS"
    )
    said = [["" if field.text is None else field.text for field in line] for line in lines[:4]]
    assert said == [
        ["3", "4", "4S", "N", "11", "450", "2", "0"],
        ["1", "2", "4S", "N", "10", "420", "0", "2"],
        ["1", "2", "1NT", "E", "6", "50", "2", "0"],
        ["3", "4", "PASS", "", "0", "0", "0", "2"],
    ]


def test_pairs_have_their_places():
    root = usebio(tables())
    assert texts(root, ".//PERCENTAGE") == ["50.00", "66.67", "33.33", "66.67", "0.00"]
    assert texts(root, ".//PLACE") == ["3", "1=", "4", "1=", "5"]
    assert texts(root, ".//TOTAL_SCORE") == ["2.00", "4.00", "2.00", "4.00", "0.00"]
    assert texts(root, ".//DIRECTION") == []
    assert texts(root, ".//WINNER_TYPE") == ["1"]  # one list: a pair sat both ways
    root = usebio(tables((("b1 4S N =",), ("b1 4S N +1",))))
    assert texts(root, ".//WINNER_TYPE") == ["2"]
    assert texts(root, ".//DIRECTION") == ["NS", "EW", "NS", "EW"]
    assert texts(root, ".//PLACE") == ["2", "1", "1", "2"]
    assert tags(root.find(".//PAIR")) == (
        "PAIR_NUMBER DIRECTION BOARDS_PLAYED PLACE TOTAL_SCORE PERCENTAGE PLAYER PLAYER"
    )


def test_a_table_alone_compares_with_nobody():
    root = usebio(club_sessions("duplicate"))
    assert texts(root, ".//PLACE") == texts(root, ".//PERCENTAGE") == []
    assert texts(root, ".//SCORE") == ["100", "650", "0"]
    assert texts(root, ".//BOARD_NUMBER") == ["2", "7", "8"]


def test_a_board_that_a_pair_plays_again_is_left_out_and_named():
    two = tables((("b1 4S N =",), ("b1 4S N +1",)), (PAIRS[0], (1, 6, 3, 8)))
    (line,) = find_omissions(score_sessions("usebio", two))
    assert line.startswith(f"session {two[1].id}, board 1: ")
    assert texts(usebio(two), ".//SCORE") == ["420"]


def test_deals_without_any_board_are_no_event():
    with pytest.raises(UserError):
        usebio([club_session(played(("4H N = vul=EW",), "duplicate"))])


@pytest.mark.parametrize(("begun", "dates"), [(13_700_000, ["17/01/2026"]), (0, [])])
def test_the_date_is_said_if_a_tablet_knew_it(begun, dates):
    session = club_session(played(("b1 pass",), "duplicate", begun=begun))
    assert texts(usebio([session]), ".//DATE") == dates


def test_players_have_their_names_and_their_numbers_in_the_federation():
    north, east, south, west = HOSTILE
    root = usebio(club_sessions("duplicate"))
    assert texts(root, ".//PLAYER_NAME") == [north, south, east, west]
    table = club_session(
        played(("b1 pass",), "duplicate"), ("Ann", "Bo", None, "Cy"), ids=(1, 2, 9, 4)
    )
    root = usebio([replace(table, numbers=("NZ 1", "", "", "NZ 4"))])
    players = [
        tuple(map(player.findtext, ("PLAYER_NAME", "NATIONAL_ID_NUMBER")))
        for player in root.iter("PLAYER")
    ]
    assert players == [("Ann", "NZ 1"), ("player 9", None), ("Bo", None), ("Cy", "NZ 4")]
