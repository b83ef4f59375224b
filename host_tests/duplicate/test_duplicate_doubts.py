"""What is missing or doubtful in an evening of duplicate is asked about, and nothing else."""

import pytest

from scorepad.club.duplicate.against_plan import Doubt
from scorepad.club.duplicate.doubts import doubts
from scorepad.club.duplicate.field import field_from, results_in
from scorepad.club.records.store import ClubSession
from support.club import mitchell
from support.club.club_sessions import played
from support.club.field_sessions import GUESTS, club_session, hand_checked, sat


def found(*sessions: ClubSession) -> list[Doubt]:
    return doubts(field_from(results_in(sessions)), list(sessions))


def asked(*sessions: ClubSession) -> list[tuple[str, int, int]]:
    return [(doubt.kind, doubt.board, doubt.table) for doubt in found(*sessions)]


def tables(*deals: tuple[str, ...]) -> list[ClubSession]:
    """Guests at tables 1, 2, 3 ..., a session each."""
    return [sat(table, GUESTS, *entered) for table, entered in enumerate(deals, 1)]


def test_an_evening_without_a_slip():
    assert found(*hand_checked()) == []


def test_one_slip_of_each_kind():
    assert asked(*hand_checked(mitchell.SLIPS)) == mitchell.DOUBTS


def test_what_would_be_right_depends_on_whether_the_session_is_finished():
    ours = sat(1, GUESTS, "b1 4S N =")
    still = club_session(played(("b1 4S E =",), "duplicate", table=2), 2)
    finished, unfinished = found(ours, still)
    assert f"`scorepad club correct {ours.id} 1 RESULT`" in finished.remedy
    assert "`" not in unfinished.remedy


# Missing

ONE, THREE, BOTH, REST = ("b1 pass",), ("b3 pass",), ("b1 pass", "b2 pass"), ("b3 pass", "b4 pass")


@pytest.mark.parametrize(
    ("played", "missing"),
    [
        (((*BOTH, *THREE), ONE + THREE), [(2, 2)]),  # between those of the table
        ((BOTH, BOTH, ONE, REST), [(2, 3)]),  # the last one of a set
        ((BOTH, REST), []),  # of other sets
        ((BOTH, ONE, ONE), []),  # that fewer than half have
        ((BOTH, BOTH, ONE, ONE), [(2, 3), (2, 4)]),
        ((ONE + THREE, ONE + THREE), []),  # that nobody has
        ((ONE, ()), []),  # of a session without any board
    ],
)
def test_boards_that_others_have_are_missing(played, missing):
    assert asked(*tables(*played)) == [("missing", *where) for where in missing]


def test_who_is_still_playing_misses_nothing():
    whole = sat(1, GUESTS, "b1 pass", "b2 pass")
    still = club_session(played(("b1 pass",), "duplicate", table=2), 2)
    assert asked(whole, still) == []


def test_a_meeting_may_be_several_sessions():
    whole = sat(1, GUESTS, "b1 pass", "b2 pass", "b3 pass", number=1)
    parts = [sat(2, (1, 2, 3, 4), "b1 pass", number=2), sat(2, (2, 1, 4, 3), "b3 pass", number=3)]
    (doubt,) = found(whole, *parts)
    assert (doubt.kind, doubt.board, doubt.session) == ("missing", 2, parts[1].id)
    assert asked(whole, *parts, sat(2, (1, 2, 3, 4), "b2 pass", number=4)) == []


# The same board again


def test_the_same_board_with_another_result():
    first, again = [
        sat(1, (1, 2, 3, 4), f"b1 4S N {took}", number=n) for n, took in ((1, "="), (2, "+1"))
    ]
    (doubt,) = found(first, again)
    assert (doubt.kind, doubt.board, doubt.session) == ("again", 1, again.id)
    assert "4♠ N +1 " in doubt.what and "player 1 & player 3 and " in doubt.what
    assert f"4♠ N = at table 1, session {first.id}" in doubt.what


# Both sides


@pytest.mark.parametrize(
    ("played", "doubtful"),
    [
        (("4S N =", "4S N =", "1S W ="), [3]),
        (("1S W =", "4S N =", "1S W ="), [2]),
        (("4S N =", "1S W ="), [1, 2]),
        (("4S N =", "1N S =", "1N E ="), []),  # what both sides may well play
        (("4S N =", "1N S =", "4H E ="), []),
        (("4S N =", "1N S =", "pass"), []),
        (("4S N =", "1N S =", "b2 4S E ="), []),
        ((*["3N E ="] * 7, "3N N ="), [8]),  # 9 tricks each at no-trump
        (("3N E =", "2N N ="), [1, 2]),  # 17
        (("3N E =", "2N N -1"), []),
        ((*["3N E ="] * 3, "4S N ="), [4]),  # all four sat the other way round
        ((*["3N E ="] * 3, "3S N ="), []),
        ((*["3N E ="] * 3, "5S N -1"), []),  # a sacrifice
        ((*["3N E ="] * 3, "4S N =", "4H N ="), []),
        ((*["3N E ="] * 2, "4S N ="), []),
    ],
)
def test_a_declarer_on_the_wrong_side_is_asked_about(played, doubtful):
    lines = ((deal if deal[0] == "b" else f"b1 {deal}",) for deal in played)
    assert asked(*tables(*lines)) == [("both-sides", 1, table) for table in doubtful]


# Tricks


@pytest.mark.parametrize(
    ("took", "doubtful"),
    [
        (("=", "=", "-4"), [3]),
        (("=", "=", "-3"), []),
        (("=", "-8"), []),  # of two nobody knows which
        (("=", "=", "=", "-4"), [4]),
        (("=", "-1", "-4", "-5"), []),  # the median is 7½ tricks
        (("+3", "+2", "-2", "-2"), []),
        (("+3", "+2", "-1", "-3"), []),
        (("+3", "+3", "-2", "-2"), []),
        (("+3", "+3", "+2", "-2"), [4]),
    ],
)
def test_tricks_far_from_the_median(took, doubtful):
    expected = [("tricks", 1, table) for table in doubtful]
    assert asked(*tables(*((f"b1 4S N {tricks}",) for tricks in took))) == expected


def test_the_median_is_that_of_a_strain_and_a_side():
    other = ("b1 3N N +3",), ("b1 3N E -5",), ("b2 4S N =",)
    assert asked(*tables(("b1 4S N =",), ("b1 4S S =",), *other)) == []


# No board


def test_a_deal_without_a_board():
    (doubt,) = found(sat(1, GUESTS, "b1 pass", "4S N +1 vul=NS"))
    assert (doubt.kind, doubt.board, doubt.table) == ("no-board", 0, 1)
    assert doubt.what.startswith("deal 2, 4♠ N +1, ")


def test_doubts_come_by_board_and_table():
    listed = [(doubt.board, doubt.table) for doubt in found(*tables(
        ("b1 pass", "b2 4S N =", "b3 pass"), ("b1 pass", "b2 4S E ="), ("b1 pass", "b3 pass"),
    ))]  # fmt: skip
    assert listed == sorted(listed) and len(listed) == 4


def test_two_tablets_that_say_one_table():
    at = (1, "0a"), (1, "0b"), (2, "0c")
    (doubt,) = found(*(sat(table, GUESTS, "b1 4S N =", tablet=tablet) for table, tablet in at))
    assert (doubt.kind, doubt.table, doubt.session) == ("same-table", 1, "0a-1")
    assert "0a and 0b" in doubt.what and "`scorepad sync PORT --table N`" in doubt.remedy
