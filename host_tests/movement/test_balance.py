"""The balance of movements with one winner: the figures that others have reached."""

from fractions import Fraction

import pytest

from scorepad.movement.balance import balance
from scorepad.movement.howell import howell
from scorepad.movement.mitchell import mitchell, switches
from scorepad.movement.model import Meeting, Movement

HOWELLS = {4: 100, 6: 60, 8: 100, 10: 83.3, 12: 100, 14: 91.3, 16: 100, 18: 94.7, 20: 100}
SWITCHED = {(5, 1): 65.4, (7, 1): 90.5, (9, 1): 93.0, (11, 1): 88.6, (13, 2): 92.5}


@pytest.mark.parametrize(("pairs", "expected"), HOWELLS.items())
def test_the_balance_of_a_howell(pairs: int, expected: float) -> None:
    assert round(float(balance(howell(pairs, pairs - 1, 1))), 1) == expected


@pytest.mark.parametrize(("tables", "switched"), SWITCHED)
def test_the_balance_of_an_arrow_switched_mitchell(tables: int, switched: int) -> None:
    movement = mitchell(2 * tables, tables, 1, switched=switched)
    assert round(float(balance(movement)), 1) == SWITCHED[tables, switched]


@pytest.mark.parametrize("tables", range(5, 18, 2))
def test_the_rule_of_thumb_is_the_best_number_of_switches(tables: int) -> None:
    values = [balance(mitchell(2 * tables, tables, 1, switched=n)) for n in range(tables)]
    assert values.index(max(values)) == switches(tables)


def test_it_does_not_depend_on_how_many_boards_there_are_in_a_round() -> None:
    assert balance(howell(9, 7, 1)) == balance(howell(9, 7, 5))


def test_three_pairs_by_hand() -> None:
    """Two meet on board 1 alone, which has one result: nothing is compared."""
    schedule = (Meeting(1, 1, 1, 2, (1,)), Meeting(2, 1, 1, 3, (2,)))
    assert balance(Movement("file", "", schedule)) == 0
    third = (*schedule, Meeting(3, 1, 4, 5, (1,)))
    # Board 1: 1-2 and 4-5 meet (+1 each), 1 and 4 alike, 2 and 5 alike (+1), 1-5, 2-4 (-1).
    assert balance(Movement("file", "", third)) == Fraction(100 * 2 * 2, 10 * 6)
