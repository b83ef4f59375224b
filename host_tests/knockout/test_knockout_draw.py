"""The draw of a knock-out, for any pairs; and who was best of those who are out."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorepad.club.knockout import draw
from scorepad.club.knockout.bracket import Outcome, best_beaten, rounds
from scorepad.club.knockout.draw import DrawnPair
from scorepad.club.players.roster_file import GRADES

AREAS = ("", "Hutt", "Karori", "Porirua")
LOTS = st.integers(0, 10**9)


@st.composite
def fields(draw_one: st.DrawFn, most: int = 64) -> list[DrawnPair]:
    """From two pairs on."""
    strength = st.tuples(st.integers(0, 6), st.sampled_from(GRADES), st.sampled_from(AREAS))
    told = draw_one(st.lists(strength, min_size=2, max_size=most))
    return [DrawnPair((n + 1, 100 - n), *one) for n, one in enumerate(told)]


def strength(pair: DrawnPair) -> tuple[int, int]:
    return GRADES.index(pair.grade), pair.rating


@given(fields(), LOTS)
def test_every_pair_is_drawn_once_into_a_whole_bracket(pairs, lot):
    bracket = draw.places(pairs, lot)
    assert len(bracket) == draw.size(len(pairs)) < 2 * len(pairs)
    drawn = [pair for pair in bracket if pair]
    assert sorted(drawn, key=str) == sorted(pairs, key=str)


@given(fields(), LOTS)
def test_only_the_strongest_have_byes(pairs, lot):
    bracket = draw.places(pairs, lot)
    matches = list(zip(bracket[::2], bracket[1::2], strict=True))
    assert all(one for one, _ in matches)
    free = [strength(one) for one, other in matches if other is None]
    busy = [strength(pair) for match in matches if None not in match for pair in match]
    assert not free or not busy or min(free) >= max(busy)


@given(fields(), LOTS)
def test_the_best_meet_as_late_as_they_can(pairs, lot):
    bracket = draw.places(pairs, lot)
    ranked = sorted(map(strength, pairs), reverse=True)
    parts = 2
    while parts <= len(bracket) // 2:
        length = len(bracket) // parts
        best = [
            max(strength(pair) for pair in bracket[start : start + length] if pair)
            for start in range(0, len(bracket), length)
        ]
        assert sorted(best, reverse=True) == ranked[:parts]
        parts *= 2


@given(fields(), LOTS, st.randoms())
def test_the_same_lot_is_the_same_draw_in_whatever_order_players_are_listed(pairs, lot, chance):
    bracket = draw.places(pairs, lot)
    chance.shuffle(pairs)
    swapped = [replace(pair, players=tuple(chance.sample(pair.players, 2))) for pair in pairs]
    assert who(draw.places(swapped, lot)) == who(bracket)


def who(bracket: list[DrawnPair | None]) -> list[set[int] | None]:
    """Whoever is listed first in a pair."""
    return [pair and set(pair.players) for pair in bracket]


@given(fields(), LOTS)
def test_the_area_never_moves_a_seed(pairs, lot):
    nowhere = [replace(pair, area="") for pair in pairs]
    seeds = [pair.players for pair in draw.places(pairs, lot)[::2] if pair]
    assert seeds == [pair.players for pair in draw.places(nowhere, lot)[::2] if pair]


@given(fields(), LOTS)
def test_two_of_one_area_are_apart_only_if_somebody_else_of_it_is_there(pairs, lot):
    bracket = draw.places(pairs, lot)
    matches = [m for m in zip(bracket[::2], bracket[1::2], strict=True) if m[1]]
    strangers = [(one, other) for one, other in matches if one.area != other.area]
    waiting = {one.area for one, _ in strangers} - {""}
    assert not waiting & {other.area for _, other in strangers}


def test_a_draw_stays_what_it_was():
    pairs = [DrawnPair((n, n + 10), 9 - n, "open", AREAS[n % 2]) for n in range(1, 7)]
    drawn = [pair and pair.players[0] for pair in draw.places(pairs, 7)]
    assert drawn == [1, None, 4, 6, 2, None, 3, 5]


@given(st.integers(2, 64), LOTS)
def test_whoever_has_lost_least_late_was_best(pairs, lot):
    taken = {p for p, pair in enumerate(draw.places(_plain(pairs), lot)) if pair}

    def upper_wins(number, met, since):
        return Outcome(0, (10 * number + met[0], 0)) if None not in met else None

    played = rounds(taken, draw.size(pairs), upper_wins)
    lost = {match.out for matches in played for match in matches} - {None}
    assert played[-1][0].through == 0 and len(lost) == pairs - 1
    best = best_beaten(played, taken)
    if pairs > 3:
        assert best == [played[-2][0].out]
    assert not set(best) & {0, played[-1][0].out}


def test_a_walkover_is_lost_by_most_and_equals_are_named_together():
    outcomes = {(0, 1): (5, 3), (2, 3): None, (4, 5): (8, 6), (6, 7): (9, 1)}

    def decide(number, met, since):
        return Outcome(0, outcomes.get(met, (1, 0)))

    played = rounds(set(range(8)), 8, decide)
    assert best_beaten(played, {1, 3, 5, 7}) == [1, 5]
    assert best_beaten(played, {3}) == [3]
    assert best_beaten(played, {2, 3}) == [2]
    assert best_beaten(played, {0, 4}) == []


def _plain(pairs: int) -> list[DrawnPair]:
    return [DrawnPair((n, n + 100), 0, "", "") for n in range(1, pairs + 1)]
