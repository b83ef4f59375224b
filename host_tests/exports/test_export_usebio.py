"""USEBIO exports as an XML parser reads them: the elements that its readers need, in order.

The DTD is not among what may be used here, so nothing validates against it: the nesting is
compared with that of files which other scoring programs write.
"""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from scorepad.club.records.store import ClubSession
from scorepad.errors import UserError
from scorepad.exports.usebio import as_usebio, not_counted
from support.club.club_sessions import played
from support.club.exported import HOSTILE, club_session, club_sessions

pytestmark = pytest.mark.usefixtures("utc")

ROUNDS = (("b1 4S N =", "b2 1N E -1"), ("b1 4S N +1", "b2 pass", "b3 2S N ="), ("b3 2S N +1",))
PAIRS = ((1, 2, 3, 4), (5, 6, 7, 8), (2, 9, 4, 10))  # at the third table 2 and 4 sit N-S


def tables(*played_by: tuple[tuple[str, ...], tuple[int, ...]]) -> list[ClubSession]:
    """A session at each of tables 1, 2, 3 ...: its deals and its players."""
    return [
        club_session(played(deals, "duplicate", table), number=table, ids=ids)
        for table, (deals, ids) in enumerate(played_by, 1)
    ]


def three_tables() -> ElementTree.Element:
    """Three boards at three tables, with a pair that sits both ways."""
    return ElementTree.fromstring(as_usebio(tables(*zip(ROUNDS, PAIRS, strict=True))))


def texts(parent: ElementTree.Element, path: str) -> list[str | None]:
    return [element.text for element in parent.findall(path)]


def test_the_elements_nest_as_they_must():
    root = three_tables()
    assert (root.tag, root.attrib) == ("USEBIO", {"Version": "1.2"})
    assert [child.tag for child in root] == ["CLUB", "EVENT"]
    assert [child.tag for child in root[0]] == ["CLUB_NAME", "CLUB_ID_NUMBER"]
    event = root[1]
    assert event.attrib == {"EVENT_TYPE": "MP_PAIRS"}
    assert [child.tag for child in event] == [
        *("PROGRAM_NAME", "PROGRAM_VERSION", "EVENT_DESCRIPTION", "DATE", "WINNER_TYPE"),
        *("PAIRS", "BOARDS_PLAYED", "PARTICIPANTS", *("BOARD",) * 3),
    ]
    board = event.findall("BOARD")[0]
    assert [child.tag for child in board] == ["BOARD_NUMBER", *["TRAVELLER_LINE"] * 2]


def test_the_head_names_the_encoding_and_the_type_of_the_document():
    head = as_usebio(club_sessions("duplicate")).splitlines()[:2]
    assert head == [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">',
    ]


def test_a_traveller_has_a_line_from_every_table():
    lines = three_tables().findall(".//BOARD")[0].findall("TRAVELLER_LINE")
    read = [[(field.tag, field.text) for field in line] for line in lines]
    assert read[1] == [
        ("NS_PAIR_NUMBER", "1"),
        ("EW_PAIR_NUMBER", "2"),
        ("CONTRACT", "4S"),
        ("PLAYED_BY", "N"),
        ("TRICKS", "10"),
        ("SCORE", "420"),
        ("NS_MATCH_POINTS", "0"),
        ("EW_MATCH_POINTS", "2"),
    ]
    assert [dict(line)["NS_MATCH_POINTS"] for line in read] == ["2", "0"]


def test_a_board_that_was_passed_out():
    line = three_tables().findall(".//BOARD")[1].findall("TRAVELLER_LINE")[1]
    assert texts(line, "CONTRACT") == ["PASS"] and texts(line, "PLAYED_BY") == [None]
    assert texts(line, "TRICKS") == texts(line, "SCORE") == ["0"]


def test_pairs_have_their_places():
    root = three_tables()
    assert texts(root, ".//PERCENTAGE") == ["50.00", "66.67", "33.33", "66.67", "0.00"]
    assert texts(root, ".//PLACE") == ["3", "1=", "4", "1=", "5"]
    assert texts(root, ".//DIRECTION") == []
    assert texts(root, ".//WINNER_TYPE") == ["1"]  # one list: a pair sat both ways


def test_where_no_pair_sits_both_ways_each_direction_has_its_places():
    two = tables((("b1 4S N =",), PAIRS[0]), (("b1 4S N +1",), PAIRS[1]))
    root = ElementTree.fromstring(as_usebio(two))
    assert texts(root, ".//WINNER_TYPE") == ["2"]
    assert texts(root, ".//DIRECTION") == ["NS", "EW", "NS", "EW"]
    assert [child.tag for child in root.findall(".//PAIR")[0]] == [
        *("PAIR_NUMBER", "DIRECTION", "PLACE", "PERCENTAGE", "PLAYER", "PLAYER"),
    ]
    assert texts(root, ".//PLACE") == ["2", "1", "1", "2"]


def test_a_table_alone_compares_with_nobody():
    root = ElementTree.fromstring(as_usebio(club_sessions("duplicate")))
    assert texts(root, ".//PLACE") == texts(root, ".//PERCENTAGE") == []
    assert texts(root, ".//SCORE") == ["100", "650", "0"]
    assert texts(root, ".//BOARD_NUMBER") == ["2", "7", "8"]


def test_a_board_that_a_pair_plays_again_is_left_out_and_named():
    two = tables((("b1 4S N =",), PAIRS[0]), (("b1 4S N +1",), (1, 6, 3, 8)))
    (line,) = not_counted(two)
    assert line.startswith(f"session {two[1].id}, board 1: ")
    assert texts(ElementTree.fromstring(as_usebio(two)), ".//SCORE") == ["420"]


def test_deals_without_any_board_are_no_event():
    table = club_session(played(("4H N = vul=EW",), "duplicate"))
    assert [one.startswith(f"session {table.id}: deal 1") for one in not_counted([table])] == [
        True
    ]
    with pytest.raises(UserError):
        as_usebio([table])


def test_names_come_through_whole():
    root = ElementTree.fromstring(as_usebio(club_sessions("duplicate")))
    north, east, south, west = HOSTILE
    assert texts(root, ".//PLAYER_NAME") == [north, south, east, west]


@pytest.mark.parametrize(("begun", "dates"), [(13_700_000, ["17/01/2026"]), (0, [])])
def test_the_date_is_said_if_a_tablet_knew_it(begun, dates):
    session = club_session(played(("b1 pass",), "duplicate", begun=begun))
    assert texts(ElementTree.fromstring(as_usebio([session])), ".//DATE") == dates


def test_players_have_their_numbers_in_the_federation():
    table = club_session(
        played(("b1 pass",), "duplicate"), ("Ann", "Bo", None, "Cy"), ids=(1, 2, 9, 4)
    )
    root = ElementTree.fromstring(as_usebio([replace(table, numbers=("NZ 1", "", "", "NZ 4"))]))
    players = [[(field.tag, field.text) for field in one] for one in root.findall(".//PLAYER")]
    assert players == [
        [("PLAYER_NAME", "Ann"), ("NATIONAL_ID_NUMBER", "NZ 1")],
        [("PLAYER_NAME", "player 9")],
        [("PLAYER_NAME", "Bo")],
        [("PLAYER_NAME", "Cy"), ("NATIONAL_ID_NUMBER", "NZ 4")],
    ]
