"""Adjusted scores, penalties and withdrawals, compared with a reckoning by hand. [Law 12 C]"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.orm import Session as Rows

from firmware.scoring.deal import EW, NS
from scorepad.club.decisions import kinds
from scorepad.club.decisions.scores import Assigned, Scores, both, in_words, scores
from scorepad.club.duplicate.amounts import Amount, amount
from scorepad.club.duplicate.comparison import SCORINGS, compared
from scorepad.club.duplicate.directed import Directed, directed_field
from scorepad.club.duplicate.directing import Evening
from scorepad.club.duplicate.field import (
    NOT_PLAYED,
    Field,
    Pair,
    Result,
    field_from,
    field_of,
    results_in,
)
from scorepad.club.duplicate.ranking import Place, rankings
from scorepad.errors import UserError
from support.club.field_sessions import hand_checked, sat

HALF = Fraction(1, 2)
NOBODY = Rows()  # who is named by a number is not looked up


def pair(number: int) -> Pair:
    return Pair((2 * number + 1, 2 * number + 2), 0, "", -1, f"pair {number}")


def result(board: int, table: int, score: int, *given: str, pairs: tuple[int, int] = ()) -> Result:
    """At a table of a Mitchell, where N-S have the table's number, and E-W that and ten."""
    ns, ew = pairs or (table, 10 + table)
    adjusted = both(*given) if given else None
    return Result("0a-1", table, 1, board, (pair(ns), pair(ew)), 0, score, adjusted)


def on(results: Sequence[Result], **more: object) -> Field:
    return replace(field_from(list(results)), **more)


def points(results: Sequence[Result], scoring: str) -> dict[str, tuple[Fraction, Fraction]]:
    """What both sides of each table get on the only board."""
    (lines,) = compared(on(results), scoring).travellers.values()
    return {str(line.result.table): line.points for line in lines}


def places(field: Field, scoring: str = "matchpoints") -> dict[str, Place]:
    ranked = rankings(compared(field, scoring))
    return {place.pair.name: place for one in ranked for place in one.places}


# Artificial: two boards at three tables. The top is 4.

FOULED = (
    result(1, 1, 420, pairs=(1, 11)),
    result(1, 2, 0, "A+", "A-", pairs=(2, 12)),
    result(1, 3, 50, pairs=(3, 13)),
    result(2, 1, 100, pairs=(1, 12)),
    result(2, 2, 110, pairs=(2, 13)),
    result(2, 3, 90, pairs=(3, 11)),
)


def test_artificial_scores_are_no_results_and_the_others_are_factored():
    lines = compared(on(FOULED), "matchpoints").travellers[1]
    got = {line.result.table: line.points for line in lines}
    # two results of three: 2 matchpoints are 3 * 3/2 - 1, none are 3 * 1/2 - 1
    assert got[1] == (Fraction(7, 2), HALF)
    assert got[3] == (HALF, Fraction(7, 2))
    # N-S have 100 % on their other board, which is better than 60; E-W 50, so 40 is less
    assert got[2] == (4, Fraction(16, 10))


def test_the_list_with_an_artificial_score_as_it_was_worked_by_hand():
    found = places(on(FOULED))
    assert {name: (place.total, place.mark) for name, place in found.items()} == {
        "pair 2": (8, 100),
        "pair 1": (Fraction(11, 2), Fraction(275, 4)),
        "pair 3": (HALF, Fraction(25, 4)),
        "pair 11": (Fraction(9, 2), Fraction(225, 4)),
        "pair 12": (Fraction(18, 5), 45),
        "pair 13": (Fraction(7, 2), Fraction(175, 4)),
    }


@pytest.mark.parametrize(
    ("given", "percent"), [("A+", 60), ("A", 50), ("A-", 40), ("55%", 55), ("12.5%", HALF * 25)]
)
def test_who_has_no_other_board_has_what_is_said(given, percent):
    board = [result(1, 1, 420), result(1, 2, 0, given), result(1, 3, 50)]
    assert points(board, "matchpoints")["2"] == (4 * Fraction(percent) / 100,) * 2


def test_where_no_board_has_a_top_nobody_has_matchpoints():
    alone = [result(1, 1, 420, pairs=(1, 2)), result(2, 1, 0, "A+", "100%", pairs=(1, 2))]
    found = compared(on(alone), "matchpoints")
    assert [lines[0].points for lines in found.travellers.values()] == [(0, 0), (0, 0)]
    assert {one.mark for one in places(on(alone)).values()} == {50}


def test_average_minus_is_the_session_where_that_is_less():
    # E-W have nothing at all on board 2
    poor = [*FOULED[:3], result(2, 1, 120, pairs=(1, 12)), *FOULED[4:]]
    lines = compared(on(poor), "matchpoints").travellers[1]
    assert {line.result.table: line.points[EW] for line in lines}[2] == 0


def test_a_side_without_a_score_has_not_played_the_board():
    board = [result(1, 1, 420), result(1, 2, 0, "A+", "none"), result(1, 3, 50)]
    found = places(on(board))
    assert "pair 12" not in found and found["pair 2"].boards == 1


# Weighted: 60 % of six spades made, 40 % of one down, N-S vulnerable

WEIGHTED = "60% 6S S =, 40% 6S S -1"  # 1430, -100


def test_a_weighted_score_is_each_of_its_results_as_often_as_it_counts():
    got = points(
        [
            result(5, 1, 0, WEIGHTED),
            *(result(5, t, n) for t, n in ((2, 680), (3, 680), (4, -100))),
        ],
        "matchpoints",
    )
    north_south = {table: ns for table, (ns, _) in got.items()}
    assert north_south == {
        "1": Fraction(6, 10) * 6 + Fraction(4, 10) * 1,  # beats all, or equals one
        "2": Fraction(4, 10) * 2 + 1 + 2,
        "3": Fraction(4, 10) * 2 + 1 + 2,
        "4": Fraction(4, 10) * 1,
    }
    assert all(ns + ew == 6 for ns, ew in got.values())


EVEN = "1/2 4S N =, 1/2 4S N -1"  # on board 1: 420 or -50


def test_weighted_in_cross_imps():
    got = points([result(1, 1, 0, EVEN), result(1, 2, 420), result(1, 3, -50)], "cross-imps")
    # 470 are 10 IMPs: half of them against each of the two
    assert got == {"1": (0, 0), "2": (5 + 10, -15), "3": (-5 - 10, 15)}


def test_weighted_in_butler():
    got = points([result(1, 1, 0, EVEN), result(1, 2, 420), result(1, 3, -50)], "butler")
    # the datum is (185 + 420 - 50) / 3 = 185, to ten 190; 230 and 240 are 6 IMPs
    assert got == {"1": (0, 0), "2": (6, -6), "3": (-6, 6)}


def test_split_scores_are_compared_side_by_side():
    split = [result(1, 1, 0, "4S N =", "4S N +1"), result(1, 2, 420), result(1, 3, 50)]
    # N-S: 420, 420, 50. E-W: -450, -420, -50
    assert points(split, "matchpoints") == {"1": (3, 0), "2": (3, 2), "3": (0, 4)}


def test_artificial_in_imps_is_three_against_each():
    board = [result(1, 1, 420), result(1, 2, 0, "A+", "A-"), result(1, 3, 50)]
    assert points(board, "butler")["2"] == (3, -3)
    assert points(board, "cross-imps")["2"] == (6, -6)
    # 370 are 9 IMPs; the datum of 420 and 50 is 240, and 180 and 190 are 5
    assert points(board, "cross-imps")["1"] == (9, -9)
    assert points(board, "butler")["1"] == (5, -5)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_what_is_assigned_as_it_was_played_changes_nothing(scoring):
    played = results_in(hand_checked())
    certain = [
        replace(one, adjusted=(Assigned(((Fraction(1), one.deal),)),) * 2) for one in played
    ]
    doubly = [
        replace(one, adjusted=(Assigned(((HALF, one.deal), (HALF, one.deal))),) * 2)
        for one in played
    ]

    def of(results: list[Result]) -> dict[tuple[int, int], tuple[Fraction, Fraction]]:
        boards = compared(field_from(results), scoring).travellers
        return {
            (board, line.result.table): line.points
            for board, lines in boards.items()
            for line in lines
        }

    assert of(played) == of(certain) == of(doubly)


boards = st.lists(
    st.one_of(
        st.integers(-76, 31).map(lambda tens: (10 * tens,)),
        st.sampled_from(("A+", "A", "A-", "4S N =", "pass", EVEN, WEIGHTED)).map(
            lambda said: (0, said)
        ),
    ),
    min_size=2,
    max_size=8,
)


@given(boards)
def test_all_results_of_a_board_have_half_of_what_they_could_have(board):
    results = [result(1, table, *given) for table, given in enumerate(board, 1)]
    lines = compared(on(results), "matchpoints").travellers[1]
    top = 2 * len(results) - 2
    real = [
        line
        for line in lines
        if not line.result.adjusted or isinstance(line.result.adjusted[NS], Assigned)
    ]
    for side in (NS, EW):
        assert sum(line.points[side] for line in real) == Fraction(top, 2) * len(real)
    assert all(0 <= got <= top for line in lines for got in line.points)


# How a score is said


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (("a+",), "A+"),
        (("A+", "A-"), "A+ | A-"),
        (("4s n +1",), "4S N +1"),
        (("pass",), "pass"),
        (("60% 4S N =, 40% 4S N -1",), "60% 4S N =, 40% 4S N -1"),
        (("1/3 4S N =, 2/3 pass", "A"), "1/3 4S N =, 2/3 pass | A"),
        (("12.5% 4S N =, 87.5% pass",), "12.50% 4S N =, 87.50% pass"),
        (("NONE", "55%"), "none | 55%"),
    ],
)
def test_scores_are_read_back(said, kept):
    found: Scores = both(*said)
    assert in_words(found) == kept
    assert scores(kept) == found


# Penalties, bonuses, carry-over


def test_a_penalty_is_a_part_of_a_top():
    pairs = {pair(1): [amount("-10%")], pair(12): [amount("3 IMPs")], pair(3): [amount("2 MP")]}
    found = places(on(FOULED, amounts=pairs))
    assert found["pair 1"].total == Fraction(11, 2) - Fraction(4, 10)
    assert found["pair 1"].mark == 100 * Fraction(51, 10) / 8
    assert found["pair 12"].total == Fraction(18, 5) + Fraction(4, 10)  # as 10 %
    assert found["pair 3"].total == HALF + 2
    assert [found[name].given for name in ("pair 1", "pair 2")] == [Fraction(-4, 10), 0]


def test_in_imps_ten_per_cent_are_three():
    field = on(FOULED[3:], amounts={pair(1): [amount("10%"), amount("-1 IMP")]})
    assert places(field, "butler")["pair 1"].given == 2
    with pytest.raises(UserError, match="matchpoints are nothing in IMPs"):
        places(on(FOULED[3:], amounts={pair(1): [amount("1 MP")]}), "butler")


@pytest.mark.parametrize("said", ["", "10", "x%", "10 %%", "1.234%", "99999%"])
def test_what_is_no_amount_is_refused(said):
    with pytest.raises(UserError, match="it is 10%"):
        amount(said)


@given(st.integers(-9999, 9999), st.sampled_from(("%", "MP", "IMPs")))
def test_amounts_are_read_back(hundredths, unit):
    said = Amount(Fraction(hundredths, 100), unit)
    assert amount(str(said)) == said


# What is decided about an evening


def row(kind: str, who: str, said: str = "", board: int = 0) -> object:
    found = kinds.decision(
        "Carla", "", kind, evening="2026-01-17", who=who, said=said, board=board, was="they"
    )
    found.id = 1
    return found


def directed(*rows: object, **more: object) -> Directed:
    return Directed(rows, **more)  # type: ignore[arg-type]


THREE = [
    sat(1, (1, 2, 3, 4), "b1 4S N =", "b2 pass", "b3 pass"),
    sat(2, (5, 6, 7, 8), "b1 4S N +1", "b2 pass", "b3 3N N ="),
    sat(3, (9, 10, 11, 12), "b1 4S N -1"),
]


def test_a_board_has_an_adjusted_score_without_any_deal():
    field = directed_field(THREE, directed(row(kinds.ADJUST, "9+11 against 10+12", "A+ | A-", 2)))
    (new,) = [one for one in field.boards[2] if one.adjusted]
    assert (new.deal, new.session, len(field.boards[2])) == (NOT_PLAYED, "", 3)
    assert compared(field, "matchpoints").top == 4


@pytest.mark.parametrize("who", ["1+3 against 2+4", "2+4 against 1+3"])
def test_a_result_that_there_is_counts_no_more(who):
    said = "A+ | A-" if who.startswith("1") else "A- | A+"
    field = directed_field(THREE, directed(row(kinds.ADJUST, who, said, 1)))
    (one,) = [one for one in field.boards[1] if one.adjusted]
    assert one.table == 1 and len(field.boards[1]) == 3
    assert in_words(one.adjusted) == "A+ | A-"


def test_a_pair_has_the_score_that_the_director_has_given_and_no_other():
    """Pair 1+3 has board 1 by 420; its opponents keep that, and all are compared with it."""
    field = directed_field(THREE, directed(row(kinds.ADJUST, "1+3 against 6+8", "A- | A", 1)))
    lines = compared(field, "matchpoints").travellers[1]
    counts = {
        (line.result.table, side): line.result.counts_for(side)
        for line in lines
        for side in (NS, EW)
    }
    given = {(0, NS): True, (0, EW): True}
    assert counts == {
        **{(1, NS): False, (1, EW): True},
        **{(2, NS): True, (2, EW): False},
        **{(3, NS): True, (3, EW): True},
        **given,
    }
    boards = {place.pair.players: place.boards for place in places(field).values()}
    assert (boards[1, 3], boards[6, 8], boards[2, 4]) == (3, 3, 3)


def test_what_the_director_has_replaced_is_no_part_of_the_session():
    """1+3 has a top on board 1, which is replaced, and half of the top on its others."""
    three = [THREE[1], THREE[2], sat(1, (1, 2, 3, 4), "b1 6S N =", "b2 pass", "b3 3N N =")]
    said = directed(row(kinds.ADJUST, "1+3 against 6+8", "A+ | A", 1))
    scored = compared(directed_field(three, said), "matchpoints")
    (new,) = [line for line in scored.travellers[1] if not line.result.session]
    assert new.points[NS] == Fraction(60 * scored.top, 100)


def test_who_withdraws_before_half_of_its_boards_has_never_played():
    field = directed_field(THREE, directed(row(kinds.WITHDRAW, "9+11")))
    assert [one.table for one in field.boards[1]] == [1, 2]
    assert field.notes
    half = [
        THREE[0],
        sat(4, (9, 10, 11, 12), "b1 4S N -1", "b2 pass"),
    ]
    half.append(sat(5, (1, 2, 3, 4), "b4 pass"))
    field = directed_field(half, directed(row(kinds.WITHDRAW, "9+11")))
    assert [one.table for one in field.boards[1]] == [1, 4]


def test_a_merged_player_is_still_the_pair():
    given = directed(row(kinds.PENALTY, "21+3", "-10%"), steps={21: 1})
    assert [list(map(str, one)) for one in directed_field(THREE, given).amounts.values()] == [
        ["-10%"]
    ]


def test_a_pair_that_is_not_here_is_told_and_nothing_follows():
    field = directed_field(THREE, directed(row(kinds.PENALTY, "77+78", "-10%")))
    assert field.amounts == {} and "a pair is not here" in field.notes[0]


def test_in_an_event_a_pair_is_named_and_kept_by_its_number():
    (north, east) = field_of(THREE[:1]).boards[1][0].pairs
    event = Evening("2026-01-17", [north, east], numbers={4: north, 9: east})
    assert event.pair_meant(NOBODY, "4") == event.pair_meant(NOBODY, "#4") == north
    assert (event.key_of(north), event.key_of(east)) == ("#4", "#9")
    with pytest.raises(UserError, match="the event has no pair 5"):
        event.pair_meant(NOBODY, "5")
