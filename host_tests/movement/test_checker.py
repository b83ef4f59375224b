"""The checker finds each broken rule, and names it and nothing else where it alone is broken."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.movement.checker import RULES, find_faults
from scorepad.movement.howell import build_howell
from scorepad.movement.mitchell import build_mitchell
from scorepad.movement.model import Meeting, Movement, Share

FIVE = build_mitchell(10, 5, 2)
HALF = build_mitchell(9, 5, 2)
SHARED = build_mitchell(12, 6, 2, relay=True)


def changed(movement: Movement, place: int, **fields: object) -> Movement:
    """With another meeting at a place of the schedule."""
    schedule = list(movement.schedule)
    schedule[place] = replace(schedule[place], **fields)  # type: ignore[arg-type]
    return replace(movement, schedule=tuple(schedule))


def with_rows(rows: str) -> Movement:
    """Round, table, pairs and one board, a digit each."""
    digits = [[int(digit) for digit in row] for row in rows.split()]
    return Movement("file", "", tuple(Meeting(*row[:4], (row[4],)) for row in digits))


def without_round(number: int) -> Movement:
    kept = tuple(meeting for meeting in FIVE.schedule if meeting.round != number)
    return replace(FIVE, schedule=kept)


SPOILED = {
    "rounds": (without_round(2), 5, "round 3 follows, and no round 2"),
    "tables": (changed(FIVE, 6, table=1), 6, "table 1 has two lines in round 2"),
    "seats": (with_rows("11121 12312"), 1, "pair 1 sits at tables 1 and 2 in round 1"),
    "board-numbers": (
        changed(FIVE, 24, boards=FIVE.schedule[24].boards[:1]),
        24,
        "1 boards, where the first line has 2",
    ),
    "boards": (with_rows("11121 12342 21131 22243"), 2, "pair 1 has board 1 in rounds 1 and 2"),
    "opponents": (with_rows("11121 21212"), 1, "pairs 1 and 2 meet in rounds 1 and 2"),
    "shares": (
        replace(SHARED, shares=SHARED.shares[1:]),
        5,
        "board 1 is at tables 1 and 6 in round 1",
    ),
    "sit-outs": (
        replace(HALF, schedule=tuple(m for m in HALF.schedule if (m.round, m.ns) != (4, 5))),
        12,
        "pair 5 sits out rounds 1 and 4",
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_is_broken_alone_is_found_and_named(rule: str) -> None:
    movement, place, what = SPOILED[rule]
    found = find_faults(movement)
    assert {fault.rule for fault in found} == {rule}
    assert (found[0].place, str(found[0].what)) == (place, what)


def test_nobody_sits_both_ways_at_a_table() -> None:
    (fault,) = find_faults(with_rows("11771"))
    assert str(fault.what) == "pair 7 sits both ways at table 1 in round 1"


def test_sharing_is_of_these_tables_in_this_round() -> None:
    """Each of them, also of three; not of others, not in another round."""
    three = with_rows("11121 12341 13561")
    for tables in permutations((1, 2, 3)):
        assert find_faults(replace(three, shares=(Share(1, tables),))) == []
    for share in (Share(2, (1, 2, 3)), Share(1, (1, 2)), Share(1, (2, 3))):
        assert {fault.rule for fault in find_faults(replace(three, shares=(share,)))} == {"shares"}


MOVEMENTS = st.sampled_from([FIVE, HALF, SHARED, build_howell(8, 7, 2), build_howell(9, 9, 1)])


@given(MOVEMENTS, st.data())
def test_a_pair_in_the_place_of_another_is_always_found(movement, data) -> None:
    place = data.draw(st.integers(0, len(movement.schedule) - 1))
    side = data.draw(st.sampled_from(["ns", "ew"]))
    right = getattr(movement.schedule[place], side)
    pair = data.draw(st.sampled_from([pair for pair in movement.pairs if pair != right]))
    assert find_faults(changed(movement, place, **{side: pair}))


@given(MOVEMENTS.filter(lambda movement: not movement.sit_outs), st.data())
def test_other_boards_are_always_found(movement, data) -> None:
    """Where everybody plays every set, another one comes twice to somebody."""
    place = data.draw(st.integers(0, len(movement.schedule) - 1))
    right = movement.schedule[place].boards
    boards = data.draw(st.sampled_from([sets for sets in movement.board_sets if sets != right]))
    found = find_faults(changed(movement, place, boards=boards))
    assert "boards" in {fault.rule for fault in found}


@given(MOVEMENTS, st.data())
def test_a_line_that_is_there_twice_is_always_found(movement, data) -> None:
    line = data.draw(st.sampled_from(movement.schedule))
    assert find_faults(replace(movement, schedule=(*movement.schedule, line)))


@given(MOVEMENTS, st.randoms())
def test_the_order_of_the_lines_means_nothing(movement, chance) -> None:
    lines = list(movement.schedule)
    chance.shuffle(lines)
    assert find_faults(replace(movement, schedule=tuple(lines))) == []
