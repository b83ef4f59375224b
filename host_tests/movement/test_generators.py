"""Every movement that the program makes keeps every rule, and is what its name says."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.movement import howell, mitchell
from scorepad.movement.balance import balance
from scorepad.movement.checker import find_faults
from scorepad.movement.following import find_missed_boards, find_relays
from scorepad.movement.making import Wish, build_movements
from scorepad.movement.model import MOST_BOARDS, Meeting, Movement, NoSuchMovement
from support.depth import sampled, some

TABLES = range(2, 21)
HOWELLS = [
    (pairs, rounds)
    for pairs in range(howell.LEAST_PAIRS, howell.MOST_PAIRS + 1)
    for rounds in range(howell.fewest_rounds(pairs), howell.most_rounds(pairs) + 1)
]


def met(movement: Movement) -> set[frozenset[int]]:
    return {frozenset(meeting.pairs) for meeting in movement.schedule}


def assert_whole(movement: Movement, pairs: int, rounds: int) -> None:
    """It keeps the rules, and everybody who is there plays in every round but one at most."""
    assert find_faults(movement) == []
    assert movement.pairs == list(range(1, pairs + 1))
    assert movement.tables == list(range(1, len(movement.tables) + 1))
    assert movement.rounds == rounds
    assert len(movement.schedule) == rounds * (pairs // 2)
    assert len(movement.sit_outs) == rounds * (pairs % 2)


@given(st.data())
def test_every_mitchell_keeps_the_rules(data: st.DataObject) -> None:
    tables = data.draw(st.sampled_from(TABLES), "tables")
    missing = data.draw(st.integers(0, int(tables > 2)), "missing")
    pairs, relay = 2 * tables - missing, not tables % 2 and data.draw(st.booleans(), "relay")
    rounds = data.draw(st.integers(1 + missing, mitchell.most_rounds(tables, relay)), "rounds")
    switched = data.draw(st.integers(0, rounds), "switched")
    boards = data.draw(st.integers(1, MOST_BOARDS // tables), "boards")
    movement = mitchell.build_mitchell(pairs, rounds, boards, relay, switched)
    assert find_faults(movement) == []
    assert movement.pairs == list(range(1, pairs + 1))
    assert len(movement.sit_outs) == missing * rounds
    assert (movement.rounds, movement.boards_per_round) == (rounds, boards)
    assert all(switched or not relay or share.tables == (1, tables) for share in movement.shares)


@pytest.mark.parametrize("tables", TABLES)
def test_a_mitchell_has_as_many_rounds_as_is_said(tables: int) -> None:
    """An odd number of tables as many, an even one less with a skip, and all with a relay."""
    for missing in (0, 1)[: tables - 1]:
        pairs = 2 * tables - missing
        if tables % 2:
            plain = mitchell.build_mitchell(pairs, tables, 1)
            assert_whole(plain, pairs, tables)
            assert plain.shares == () and len(met(plain)) == tables * (tables - missing)
            assert missing or (find_missed_boards(plain) == {} and find_relays(plain) == [])
            continue
        relay = mitchell.build_mitchell(pairs, tables, 1, relay=True)
        assert_whole(relay, pairs, tables)
        assert missing or find_missed_boards(relay) == {}
        skipping = mitchell.build_mitchell(pairs, tables - 1, 1)
        assert skipping.shares == () and find_faults(skipping) == []
        assert missing or all(len(boards) == 1 for boards in find_missed_boards(skipping))


@pytest.mark.parametrize("rounds", range(1, 21))
def test_in_the_last_rounds_the_sides_change(rounds: int) -> None:
    """And with them whether there is one winner."""
    tables = max(3, rounds + (not rounds % 2))
    plain = mitchell.build_mitchell(2 * tables, rounds, 1)
    switched = mitchell.build_mitchell(2 * tables, rounds, 1, switched=1)
    for straight, other in zip(plain.schedule, switched.schedule, strict=True):
        changed = straight.round == rounds
        assert other.pairs == (straight.pairs[::-1] if changed else straight.pairs)
        assert (straight.table, straight.boards) == (other.table, other.boards)
    assert plain.winners == 2 and switched.winners == 1 + (rounds == 1)


@sampled
@pytest.mark.parametrize(("pairs", "rounds"), some(HOWELLS, 2))
def test_every_howell_keeps_the_rules(pairs: int, rounds: int) -> None:
    movement = howell.build_howell(pairs, rounds, 1)
    assert_whole(movement, pairs, rounds)
    assert movement.winners == 1
    assert pairs % 2 or find_missed_boards(movement) == {}
    if rounds == howell.most_rounds(pairs):
        every = {frozenset(two) for two in combinations(range(1, pairs + 1), 2)}
        assert met(movement) == every and movement.name == "Howell"
        assert len(movement.sit_outs) == (pairs if pairs % 2 else 0)
        assert pairs < 7 or movement.shares == ()


@sampled
def test_pairs_follow_the_pair_of_the_next_lower_number() -> None:
    for pairs, rounds in some(HOWELLS, 2):
        movement = howell.build_howell(pairs, rounds, 1)
        seats = {
            (meeting.round, meeting.table, side): getattr(meeting, side)
            for meeting in movement.schedule
            for side in ("ns", "ew")
        }
        for (number, table, side), pair in seats.items():
            after = seats.get((number + 1, table, side), 0)
            assert not after or after == (pair if pair > rounds else pair % rounds + 1)


def test_four_pairs_share_all_boards_and_six_too() -> None:
    """There is no other Howell of this kind for them."""
    for pairs in (4, 6):
        shares = howell.build_howell(pairs, pairs - 1, 2).shares
        every = tuple(range(1, pairs // 2 + 1))
        assert shares == tuple((number, every) for number in range(1, pairs))


@given(st.integers(4, 80), st.integers(1, 6), st.sampled_from(["mitchell", "howell"]))
def test_sections_are_whole_movements_and_together_one(pairs: int, many: int, kind: str) -> None:
    try:
        movements = build_movements(Wish(kind, pairs, sections=many))
    except NoSuchMovement:
        tables = (pairs + 1) // 2
        fewest = tables // many if many <= tables else 0
        assert fewest < 2 or (fewest == 2 and pairs % 2) or kind == "howell"
        return
    assert len(movements) == many
    assert all(find_faults(movement) == [] for movement in movements)
    assert [pair for movement in movements for pair in movement.pairs] == list(range(1, pairs + 1))
    tables = [table for movement in movements for table in movement.tables]
    assert tables == list(range(1, len(tables) + 1))
    assert len({movement.rounds for movement in movements}) == 1
    assert not any(len(movement.pairs) % 2 for movement in movements[:-1])


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish("mitchell", 16, rounds=8), "1 to 7 rounds, or 8"),
        (Wish("mitchell", 14, rounds=8), "1 to 7 rounds"),
        (Wish("mitchell", 14, relay=True), "7 tables"),
        (Wish("mitchell", 2), "4 to 198 pairs, not 2"),
        (Wish("mitchell", 26, boards=8), "104 boards"),
        (Wish("mitchell", 26, boards=8), "7 boards"),
        (Wish("mitchell", 14, switched=8), "0 to 7"),
        (Wish("mitchell", 17, rounds=3, no_sit_out=True), "16 or 18 nobody"),
        (Wish("howell", 21), "4 to 20 pairs, not 21"),
        (Wish("howell", 3), "4 to 20 pairs, not 3"), (Wish("howell", 10, rounds=5), "6 to 9 ro"),
        (Wish("howell", 4, rounds=2), "3 rounds"), (Wish("howell", 10, boards=12), "11 boards"),
        (Wish("mitchell", 10, sections=6), "1 to 5 sections"),
        (Wish("mitchell", 13, rounds=1), "2 to 7 rounds"),
        (Wish("mitchell", 3), "4 to 198 pairs, not 3"),
        (Wish("mitchell", 199), "there can be 198"),
    ],
)  # fmt: skip
def test_what_cannot_be_had_is_refused_with_what_can(wish: Wish, said: str) -> None:
    with pytest.raises(NoSuchMovement) as refusal:
        build_movements(wish)
    assert said in str(refusal.value)


@given(st.integers(4, 60), st.sampled_from(["mitchell", "howell"]))
def test_the_usual_number_of_boards_is_that_of_an_evening(pairs: int, kind: str) -> None:
    pairs = min(pairs, howell.MOST_PAIRS) if kind == "howell" else pairs
    (movement,) = build_movements(Wish(kind, pairs))
    assert 18 <= movement.rounds * movement.boards_per_round <= 34 or movement.rounds > 34


@pytest.mark.parametrize("pairs", [5, 13, 29])
def test_one_more_in_a_mitchell_of_an_odd_number_changes_nothing_else(pairs):
    wishes = [Wish("mitchell", number) for number in (pairs, pairs + 1)]
    (before,), (after,) = map(build_movements, wishes)
    late = {meeting for meeting in after.schedule if pairs + 1 in meeting.pairs}
    assert {*before.schedule} == {*after.schedule} - late and len(late) == after.rounds


# The balance of those with one winner: the figures that others have reached

BALANCES = {4: 100, 6: 60, 8: 100, 10: 83.3, 12: 100, 14: 91.3, 16: 100, 18: 94.7, 20: 100}


@pytest.mark.parametrize(("pairs", "expected"), BALANCES.items())
def test_the_balance_of_a_howell(pairs: int, expected: float) -> None:
    assert round(float(balance(howell.build_howell(pairs, pairs - 1, 1))), 1) == expected


@pytest.mark.parametrize("tables", range(5, 18, 2))
def test_the_rule_of_thumb_is_the_best_number_of_switches(tables: int) -> None:
    switched = [mitchell.build_mitchell(2 * tables, tables, 1, switched=n) for n in range(tables)]
    values = list(map(balance, switched))
    assert values.index(max(values)) == mitchell.switches(tables)


def test_three_pairs_by_hand() -> None:
    """Two meet on board 1 alone, which has one result: nothing is compared."""
    schedule = (Meeting(1, 1, 1, 2, (1,)), Meeting(2, 1, 1, 3, (2,)))
    assert balance(Movement("file", "", schedule)) == 0
    third = (*schedule, Meeting(3, 1, 4, 5, (1,)))
    # Board 1: 1-2 and 4-5 meet (+1 each), 1 and 4 alike, 2 and 5 alike (+1), 1-5, 2-4 (-1).
    assert balance(Movement("file", "", third)) == Fraction(100 * 2 * 2, 10 * 6)
