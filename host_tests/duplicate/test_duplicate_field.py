"""A field of duplicate is scored as first principles say, whoever sat where and how often."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.scoring.deal import EW, MAX_BOARD, NS
from firmware.scoring.sheet import unpacked
from firmware.session import VOID
from scorepad.club.duplicate.comparison import SCORINGS, Comparison, compare_results
from scorepad.club.duplicate.field import Field, field_from, results_in, results_of, tables_shared
from scorepad.club.duplicate.hundredths import column, format_hundredths, hundredths
from scorepad.club.duplicate.ranking import ALL, Place, rankings
from scorepad.club.records.store import ClubSession
from support.club import mitchell
from support.club.field_sessions import GUESTS, club_session, result, sat
from support.tablet import strategies


def field(boards: dict[int, list[tuple[int, int, int]]]) -> Field:
    """Per board (N-S pair, E-W pair, score)."""
    return field_from(
        [
            result(board, 1, score, pairs=(ns, ew))
            for board, lines in boards.items()
            for ns, ew, score in lines
        ]
    )


def places(comparison: Comparison, winners: int | None = None) -> dict[tuple[int, str], Place]:
    return {
        (ranking.side, place.pair.name): place
        for ranking in rankings(comparison, winners)
        for place in ranking.places
    }


scores = st.integers(-760, 316).map(lambda tens: 10 * tens)
fields = st.dictionaries(
    st.integers(1, 250),
    st.lists(scores, min_size=1, max_size=9).map(
        lambda won: [(table, 20 + table, score) for table, score in enumerate(won)]
    ),
    min_size=1,
    max_size=8,
).map(field)


@given(fields, st.sampled_from(SCORINGS), st.sampled_from((1, 2)))
def test_ranks_follow_the_marks(field, scoring, winners):
    for ranking in rankings(compare_results(field, scoring), winners):
        marks = [place.mark for place in ranking.places]
        assert marks == sorted(marks, reverse=True)
        for place in ranking.places:
            assert place.rank == 1 + sum(mark > place.mark for mark in marks)
            assert place.tied == (marks.count(place.mark) > 1)


# Boards that were not played equally often


def test_a_fouled_board_is_compared_in_its_groups():
    """The example of the English Bridge Union: 7 of 10 results are of one form, 3 of another."""
    forms = [(0, score) for score in range(300, -50, -50)] + [(1, 999), (1, 120), (1, -800)]
    board = [replace(result(1, n, score), form=form) for n, (form, score) in enumerate(forms)]
    lines = compare_results(field_from(board), "matchpoints").travellers[1]
    points = [line.points[NS] for line in lines]
    assert [7 * one for one in points[:7]] == [123, 103, 83, 63, 43, 23, 3]
    assert [3 * one for one in points[7:]] == [47, 27, 7]


def test_pairs_that_played_more_are_not_better_for_it():
    lines = {
        1: [(0, 9, 100), (1, 8, 50)],
        2: [(2, 9, 100), (1, 8, 50)],
        3: [(0, 9, 0), (1, 8, 50)],
    }
    for scoring, totals, marks in (
        ("matchpoints", [2, 2, 2], [100, 50, Fraction(100, 3)]),
        ("cross-imps", [2, 0, -2], [2, 0, Fraction(-2, 3)]),
    ):
        ranking, _ = rankings(compare_results(field(lines), scoring))
        assert [(p.pair.name, p.boards) for p in ranking.places] == [
            *(("pair 2", 1), ("pair 0", 2), ("pair 1", 3))
        ]
        assert [(p.total, p.mark) for p in ranking.places] == list(zip(totals, marks, strict=True))


# One winner or two


def test_pairs_that_never_turned_have_two_winners():
    never = compare_results(field({1: [(0, 1, 420), (2, 3, 50)]}), "matchpoints")
    assert [ranking.side for ranking in rankings(never)] == [NS, EW]
    (together,) = rankings(never, 1)
    assert together.side == ALL
    assert [place.pair.players[0] // 2 for place in together.places] == [0, 3, 1, 2]
    assert [place.rank for place in together.places] == [1, 1, 3, 3]


def test_one_pair_that_turned_makes_it_one_winner():
    turned = compare_results(field({1: [(0, 1, 420), (2, 3, 50)], 2: [(0, 2, 0)]}), "matchpoints")
    (ranking,) = rankings(turned)
    assert {place.pair.name: place.boards for place in ranking.places}["pair 2"] == 2
    north_south, east_west = rankings(turned, 2)
    boards = {place.pair.name: place.boards for place in north_south.places}
    assert boards == {"pair 0": 2, "pair 2": 1}
    assert {place.pair.name for place in east_west.places} == {"pair 1", "pair 2", "pair 3"}


# What is compared


@given(strategies.played("duplicate"), st.sets(st.integers(1, 16)))
def test_a_result_is_a_deal_that_stands_and_what_it_posts(game, void):
    session = game.session()
    for number in void & set(range(1, len(session.deals) + 1)):
        session.apply(VOID, 0, number, 0)
    expected = []
    for row in session.rows():
        points = sum(n for side, _, n, _ in unpacked(row.postings) if side == NS)
        board = row.place if row.place <= MAX_BOARD else 0
        expected.append((row.number, board, row.deal, points))
    results = list(results_of(ClubSession("0a-1", "0a", "open", (None,) * 4, session)))
    assert [(each.number, each.board, each.deal, each.score) for each in results] == expected


# Who is a pair


def test_a_pair_is_two_players_wherever_they_sit():
    swapped = sat(2, (4, 3, 2, 1), "b2 4S N =")
    boards = field_from(results_in([sat(1, (1, 2, 3, 4), "b1 4S N ="), swapped])).boards
    assert boards[1][0].pairs == boards[2][0].pairs[::-1]
    assert [pair.players for pair in boards[1][0].pairs] == [(1, 3), (2, 4)]


def test_guests_are_the_pair_of_a_table_and_a_side():
    first, second = (sat(3, GUESTS, f"b{board} 4S N =", number=board) for board in (1, 2))
    boards = field_from(results_in([first, second, sat(4, GUESTS, "b1 4S N =")])).boards
    assert [pair.name for pair in boards[1][0].pairs] == ["table 3 N-S", "table 3 E-W"]
    assert boards[1][0].pairs == boards[2][0].pairs
    assert boards[1][1].pairs[NS].name == "table 4 N-S"


def test_guests_of_two_tablets_that_say_one_table_are_other_pairs():
    sessions = [sat(1, GUESTS, "b1 4S N =", tablet=tablet) for tablet in ("0a", "0b", "0a")]
    found = field_from(results_in(sessions))
    assert [[pair.name for pair in result.pairs] for result in found.boards[1]] == [
        ["table 1, tablet 0a, N-S", "table 1, tablet 0a, E-W"],
        ["table 1, tablet 0b, N-S", "table 1, tablet 0b, E-W"],
    ]
    assert found.again == []


def test_a_result_of_the_roster_that_was_entered_on_two_tablets_is_one_result():
    sessions = [sat(1, (1, 2, 3, 4), "b1 4S N =", tablet=tablet) for tablet in ("0a", "0b")]
    found = field_from(results_in(sessions))
    assert (len(found.boards[1]), found.again, tables_shared(sessions)) == (1, [], {})
    against_others = sat(2, (1, 6, 3, 8), "b1 4S N =")
    found = field_from(results_in([*sessions, against_others]))
    ((second, before),) = found.again
    assert (second.session, before.session) == (against_others.id, sessions[0].id)
    assert [result.session for result in found.boards[1]] == [sessions[0].id]


def test_a_player_with_a_guest_is_a_pair_of_this_table():
    names = ("A\x1b[31m", None, None, None)
    events = mitchell.ended(("b1 4S N =",), table=3, players=(1, 0, 0, 9))
    pairs = field_from(results_in([club_session(events, names=names)])).boards[1][0].pairs
    assert [pair.name for pair in pairs] == [
        "guest & A\N{REPLACEMENT CHARACTER}[31m (table 3 N-S)",
        "guest & player 9 (table 3 E-W)",
    ]
    events = mitchell.ended(("b2 4S N =",), table=4, players=(1, 0, 0, 9))
    assert results_in([club_session(events, names=names)])[0].pairs[NS] != pairs[NS]


# What counts


def test_other_pairs_may_play_the_board_at_the_same_table():
    sessions = [sat(1, (n, n + 1, n + 2, n + 3), "b1 4S N =", number=n) for n in (1, 5)]
    assert len(field_from(results_in(sessions)).boards[1]) == 2


# Hundredths


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (Fraction(0), "0.00"), (Fraction(-1, 1000), "0.00"), (Fraction(2, 3), "0.67"),
        (Fraction(1, 8), "0.13"), (Fraction(-1, 8), "-0.13"), (Fraction(-63, 20), "-3.15"),
        (Fraction(100), "100.00"),
    ],
)  # fmt: skip
def test_written_to_the_hundredth(amount, expected):
    assert format_hundredths(amount) == expected


@given(st.fractions())
def test_rounded_to_the_nearest(amount):
    assert abs(hundredths(amount) - 100 * amount) <= Fraction(1, 2)
    assert hundredths(-amount) == -hundredths(amount)


def test_a_column_is_whole_or_has_decimals_throughout():
    assert column([Fraction(3), Fraction(-4)]) == ["3", "-4"]
    assert column([Fraction(3), Fraction(1, 3)]) == ["3.00", "0.33"]
