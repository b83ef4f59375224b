"""Adjusted scores, penalties and withdrawals, compared with a reckoning by hand. [Law 12 C]"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.scoring.deal import EW, NS
from scorepad.club.database.rows import Rows
from scorepad.club.database.sqlite import connect_empty
from scorepad.club.decisions.scores import Scores, both, in_words, scores
from scorepad.club.duplicate import decisions
from scorepad.club.duplicate.amounts import Amount, amount
from scorepad.club.duplicate.comparison import compare_results
from scorepad.club.duplicate.directed import Directed, directed_field
from scorepad.club.duplicate.directing import Evening
from scorepad.club.duplicate.doubts import doubts
from scorepad.club.duplicate.field import NOT_PLAYED, Field, Result, field_from, results_in
from scorepad.club.duplicate.ranking import Place, rankings
from scorepad.club.log import Entry
from scorepad.errors import UserError
from support.club.field_sessions import pair, result, sat

NOBODY = Rows(connect_empty())  # who is named by a number is not looked up


def on(results: Sequence[Result], **more: object) -> Field:
    return replace(field_from(list(results)), **more)


def places(field: Field, scoring: str = "matchpoints") -> dict[str, Place]:
    ranked = rankings(compare_results(field, scoring))
    return {place.pair.name: place for one in ranked for place in one.places}


# How a score is said


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (("a+",), "A+"), (("A+", "A-"), "A+ | A-"), (("4s n +1",), "4S N +1"),
        (("pass",), "pass"), (("60% 4S N =, 40% 4S N -1",), "60% 4S N =, 40% 4S N -1"),
        (("1/3 4S N =, 2/3 pass", "A"), "1/3 4S N =, 2/3 pass | A"),
        (("12.5% 4S N =, 87.5% pass",), "12.50% 4S N =, 87.50% pass"),
        (("NONE", "55%"), "none | 55%"), (("2nt by north -2", "Ave+"), "2N N -2 | A+"),
        *((("A60",), "60%"), (("A6040",), "60% | 40%"), (("A60", "A40"), "60% | 40%")),
        *(((said,), "60% | 40%") for said in ("60/40", "60 40", "60%-40%", "A60/40")),
        *(((said,), "A+ | A-") for said in ("A+-", "a+/-", "A+ A-", "Ave+/Ave-")),
        *(((said,), "A-") for said in ("ave-", "AVG -", "average minus")),
        *((("60", "40"), "60% | 40%"), (("A=",), "A"), (("A/A-",), "A | A-")),
    ],
)  # fmt: skip
def test_scores_are_read_back(said, kept):
    found: Scores = both(*said)
    assert in_words(found) == kept
    assert scores(kept) == found


# Penalties, bonuses, carry-over


def test_in_imps_ten_per_cent_are_three():
    board = [result(2, 1, 100), result(2, 2, 110), result(2, 3, 90)]
    field = on(board, amounts={pair(1): [amount("10%"), amount("-1 IMP")]})
    assert places(field, "butler")["pair 1"].given == 2
    with pytest.raises(UserError, match="1 MP"):
        places(on(board, amounts={pair(1): [amount("1 MP")]}), "butler")


@pytest.mark.parametrize("said", ["", "10", "x%", "10 %%", "1.234%", "99999%"])
def test_what_is_no_amount_is_refused(said):
    with pytest.raises(UserError, match="it is 10%"):
        amount(said)


@given(st.integers(-9999, 9999), st.sampled_from(("%", "MP", "IMPs")))
def test_amounts_are_read_back(hundredths, unit):
    said = Amount(Fraction(hundredths, 100), unit)
    assert amount(str(said)) == said


# What is decided about an evening


EVENING = "2026-01-17", 0


def adjust(ns: str, ew: str, score: str, board: int) -> decisions.AdjustBoard:
    return decisions.AdjustBoard(*EVENING, board, ns, ew, "they", "others", score)


def directed(decision: decisions.Directing, **more: Any) -> Directed:
    entry = Entry(1, datetime.now(UTC), "Carla", "", decision)
    return Directed(decisions.EveningHistory([entry]).directed, **more)


THREE = [
    sat(1, (1, 2, 3, 4), "b1 4S N =", "b2 pass", "b3 pass"),
    sat(2, (5, 6, 7, 8), "b1 4S N +1", "b2 pass", "b3 3N N ="),
    sat(3, (9, 10, 11, 12), "b1 4S N -1"),
]


def test_a_board_has_an_adjusted_score_without_any_deal():
    field = directed_field(THREE, directed(adjust("9+11", "10+12", "A+ | A-", 2)))
    (new,) = [one for one in field.boards[2] if one.adjusted]
    assert (new.deal, new.session, len(field.boards[2])) == (NOT_PLAYED, "", 3)
    assert compare_results(field, "matchpoints").top == 4


@pytest.mark.parametrize("who", [("1+3", "2+4"), ("2+4", "1+3")])
def test_a_result_that_there_is_counts_no_more(who):
    said = "A+ | A-" if who[0] == "1+3" else "A- | A+"
    field = directed_field(THREE, directed(adjust(*who, said, 1)))
    (one,) = [one for one in field.boards[1] if one.adjusted]
    assert one.table == 1 and len(field.boards[1]) == 3
    assert in_words(one.adjusted) == "A+ | A-"


def test_a_pair_has_the_score_that_the_director_has_given_and_no_other():
    """Pair 1+3 has board 1 by 420; its opponents keep that, and all are compared with it."""
    field = directed_field(THREE, directed(adjust("1+3", "6+8", "A- | A", 1)))
    lines = compare_results(field, "matchpoints").travellers[1]
    counts = {one.result.table: [*map(one.result.counts_for, (NS, EW))] for one in lines}
    assert counts == {0: [True, True], 1: [False, True], 2: [True, False], 3: [True, True]}
    boards = {place.pair.players: place.boards for place in places(field).values()}
    assert (boards[1, 3], boards[6, 8], boards[2, 4]) == (3, 3, 3)


def test_what_the_director_has_replaced_is_no_part_of_the_session():
    """1+3 has a top on board 1, which is replaced, and half of the top on its others."""
    three = [THREE[1], THREE[2], sat(1, (1, 2, 3, 4), "b1 6S N =", "b2 pass", "b3 3N N =")]
    said = directed(adjust("1+3", "6+8", "A+ | A", 1))
    scored = compare_results(directed_field(three, said), "matchpoints")
    (new,) = [line for line in scored.travellers[1] if not line.result.session]
    assert new.points[NS] == Fraction(60 * scored.top, 100)


def test_who_withdraws_before_half_of_its_boards_has_never_played():
    field = directed_field(THREE, directed(decisions.WithdrawPair(*EVENING, "9+11", "they")))
    assert [one.table for one in field.boards[1]] == [1, 2]
    assert field.notes
    late = sat(4, (9, 10, 11, 12), "b1 4S N -1", "b2 pass"), sat(5, (1, 2, 3, 4), "b4 pass")
    field = directed_field(
        [THREE[0], *late], directed(decisions.WithdrawPair(*EVENING, "9+11", "they"))
    )
    assert [one.table for one in field.boards[1]] == [1, 4]


def test_a_fouled_board_leaves_no_doubt_but_a_pair_that_gets_it_again():
    """Tables 2 and 3 had the cards of E-W as N-S, and pair 1+3 has had the board."""
    tables = [
        *(sat(1, (1, 2, 3, 4), "b1 4S N ="), sat(2, (5, 6, 7, 8), "b1 4S E =")),
        *(sat(4, (9, 10, 11, 12), "b1 4S N +1"), sat(3, (1, 14, 3, 16), "b1 4S E -1")),
    ]
    field = directed_field(tables, directed(decisions.DivideBoard(*EVENING, 1, [[2, 3]])))
    assert [(one.kind, one.table) for one in doubts(field, tables)] == [("again", 3)]
    assert [one.form for one in field.boards[1]] == [0, 1, 0]


def test_a_merged_player_is_still_the_pair():
    given = directed(decisions.PenalizePair(*EVENING, "21+3", "they", "-10%"), steps={21: 1})
    ((taken,),) = directed_field(THREE, given).amounts.values()
    assert str(taken) == "-10%"


def test_a_pair_that_is_not_here_is_told_and_nothing_follows():
    field = directed_field(
        THREE, directed(decisions.PenalizePair(*EVENING, "77+78", "they", "-10%"))
    )
    assert field.amounts == {} and len(field.notes) == 1


def test_in_an_event_a_pair_is_named_and_kept_by_its_number():
    (north, east) = field_from(results_in(THREE[:1])).boards[1][0].pairs
    event = Evening("2026-01-17", [north, east], numbers={4: north, 9: east})
    assert event.pair_meant(NOBODY, "4") == event.pair_meant(NOBODY, "#4") == north
    assert (event.key_of(north), event.key_of(east)) == ("#4", "#9")
    with pytest.raises(UserError, match="no pair 5"):
        event.pair_meant(NOBODY, "5")
