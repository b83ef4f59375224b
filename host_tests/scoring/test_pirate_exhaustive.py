"""Pirate Bridge in every cell: what holds for any contract, result, pair of players and option."""

import functools
import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.scoring import deal as deals
from firmware.scoring.pirate import Pirate
from firmware.scoring.sheet import unpacked
from support import interpreters

pytestmark = pytest.mark.slow

LEVELS, STRAINS, STAKES, TRICKS = range(1, 8), range(6), range(3), range(14)
CELLS = list(itertools.product(LEVELS, STRAINS, STAKES, TRICKS))
ROLES = list(itertools.permutations(range(4), 2))  # declarer, acceptor
READINGS = [
    {"overtricks": overtricks, "slam": slam, "nullo_slam": nullo_slam}
    for overtricks in ("below", "above", "contract")
    for slam in ("taker", "contractors")
    for nullo_slam in ("mirror", "none")
]
HONOURS = [(2, 1), (3, 0), (2, 2), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0)]

N, E, S, W = range(4)

Posting = tuple[int, str, int, str]

every_reading = pytest.mark.parametrize(
    "options", READINGS, ids=lambda options: "-".join(options.values())
)


def dealt(cell: tuple[int, int, int, int], declarer: int = N, acceptor: int = E) -> int:
    """The deal of a cell, played by two players."""
    level, strain, stake, tricks = cell
    return deals.pack(level, strain, stake, declarer, tricks, (acceptor - declarer) % 4)


def scored(
    options: dict, deal: int, part_scores: tuple = (0, 0, 0, 0), games: tuple = (0, 0, 0, 0)
) -> tuple[list[Posting], Pirate]:
    """The postings of a deal and the sheet after it."""
    sheet = Pirate(options)
    sheet.part_scores, sheet.games = list(part_scores), list(games)
    return list(unpacked(sheet.add(deal))), sheet


def totals(postings: list[Posting]) -> list[int]:
    """What postings add up to, for each player."""
    points = [0, 0, 0, 0]
    for player, _, amount, _ in postings:
        points[player] += amount
    return points


@functools.cache
def table(reading: int) -> dict[tuple[int, int, int, int], tuple[Posting, ...]]:
    """The postings of every cell played by N and accepted by E."""
    return {cell: tuple(scored(READINGS[reading], dealt(cell))[0]) for cell in CELLS}


def of(options: dict) -> dict[tuple[int, int, int, int], tuple[Posting, ...]]:
    """The same by the options themselves."""
    return table(READINGS.index(options))


def without(reasons: set[str], postings: tuple[Posting, ...]) -> list[Posting]:
    """The postings that are for something else."""
    return [posting for posting in postings if posting[3] not in reasons]


def effective(cell: tuple[int, int, int, int]) -> int:
    """Tricks that count for the contractors: at nullo those that the defenders had to take."""
    return 13 - cell[3] if cell[1] == deals.NULLO else cell[3]


def test_there_are_1764_cells_12_pairs_and_12_readings():
    assert (len(set(CELLS)), len(set(ROLES)), len(READINGS)) == (1764, 12, 12)


def test_the_readings_are_all_that_the_options_allow():
    choices = dict(Pirate.choices)
    assert choices.pop("honours") == ("off", "on")
    assert [tuple(reading.values()) for reading in READINGS] == list(
        itertools.product(*choices.values())
    )


@every_reading
def test_who_plays_changes_only_whose_the_points_are(options):
    base = of(options)
    for cell in CELLS:
        for declarer, acceptor in ROLES:
            defenders = [seat for seat in range(4) if seat not in (declarer, acceptor)]
            seats = [declarer, acceptor, *defenders]  # where N, E, S, W of the table sit
            postings, _ = scored(options, dealt(cell, declarer, acceptor))
            moved = [(seats[player], *rest) for player, *rest in base[cell]]
            assert Counter(postings) == Counter(moved), (cell, declarer, acceptor)


rounds = st.lists(
    st.tuples(st.sampled_from(CELLS), st.sampled_from(ROLES)), min_size=1, max_size=12
)


@given(st.sampled_from(READINGS), rounds, st.integers(1, 3))
def test_turning_the_table_turns_the_score(options, played, turn):
    here, there = Pirate(options), Pirate(options)
    for cell, (declarer, acceptor) in played:
        if not here.complete:
            here.add(dealt(cell, declarer, acceptor))
            there.add(dealt(cell, (declarer + turn) % 4, (acceptor + turn) % 4))
    for one, turned in (
        (here.totals, there.totals),
        (here.games, there.games),
        (here.part_scores, there.part_scores),
    ):
        assert turned == one[-turn:] + one[:-turn]
    assert (there.complete, there.lines) == (here.complete, here.lines)


@every_reading
def test_the_postings_are_the_change_of_the_totals(options):
    for cell in CELLS:
        postings, sheet = scored(options, dealt(cell))
        assert sheet.totals == totals(postings)
        assert all(amount > 0 and reason for _, _, amount, reason in postings)


@every_reading
def test_contractors_get_the_same_and_defenders_get_the_same(options):
    for cell, postings in of(options).items():
        north, east, south, west = totals(list(postings))
        assert (north, south) == (east, west), cell


@every_reading
def test_only_one_side_gets_points_for_the_contract(options):
    made = {"tricks", "accepting", "insult", "overtricks", "game"}
    for cell, postings in of(options).items():
        won = effective(cell) >= 6 + cell[0]
        for player, _, _, reason in postings:
            assert (reason in made) <= (won and player in (N, E)), cell
            assert (reason == "undertricks") <= (not won and player in (S, W)), cell
        reasons = {reason for *_, reason in postings}
        assert ("tricks" in reasons, "undertricks" in reasons) == (won, not won), cell
        assert ("insult" in reasons) == (won and cell[2] > 0), cell


@every_reading
def test_below_the_line_are_only_declarers_tricks_and_30_of_them_are_a_game(options):
    for cell, postings in of(options).items():
        below = [posting for posting in postings if posting[1] == "below"]
        assert all((player, reason) == (N, "tricks") for player, _, _, reason in below), cell
        games = [player for player, _, amount, reason in postings if reason == "game"]
        assert games == ([N, E] if sum(p[2] for p in below) >= 30 else []), cell


@every_reading
def test_a_game_depends_on_what_was_below_the_line_before(options):
    for cell in CELLS[::5]:
        fresh = [p for p in of(options)[cell] if p[3] != "game"]
        below = sum(points for _, line, points, _ in fresh if line == "below")
        for part_score, games in itertools.product((0, 1, 9, 20, 29), range(2)):
            before = (part_score, 28, 7, 0)
            postings, sheet = scored(options, dealt(cell), before, (games, 1, 0, 1))
            wins = part_score + below >= 30
            assert [p for p in postings if p[3] not in ("game", "rubber")] == fresh
            assert [p[0] for p in postings if p[3] == "game"] == ([N, E] if wins else [])
            rubber = [(N, "above", 50, "rubber")] if wins and games else []
            assert [p for p in postings if p[3] == "rubber"] == rubber
            assert sheet.complete == bool(rubber)
            after = [0, 0, 0, 0] if wins else [part_score + below, 28, 7, 0]
            assert (sheet.part_scores, sheet.games) == (after, [games + wins, 1, 0, 1])


@every_reading
def test_nullo_with_t_tricks_is_no_trump_with_13_less_t(options):
    differs = {"slam"} if options["nullo_slam"] == "none" else set()
    cells = of(options)
    for level, stake, tricks in itertools.product(LEVELS, STAKES, TRICKS):
        nullo = cells[level, deals.NULLO, stake, tricks]
        no_trump = cells[level, deals.NO_TRUMP, stake, 13 - tricks]
        assert list(nullo) == without(differs, no_trump)


def test_the_strains_differ_by_the_value_of_a_trick_only():
    cells = of({"overtricks": "contract", "slam": "taker", "nullo_slam": "mirror"})
    for level, stake, tricks in itertools.product(LEVELS, STAKES, TRICKS):
        clubs = cells[level, deals.CLUBS, stake, tricks]
        for strain, value in ((deals.DIAMONDS, 7), (deals.HEARTS, 8), (deals.SPADES, 9)):
            other = cells[level, strain, stake, tricks]
            assert without({"tricks", "accepting", "game"}, other) == without(
                {"tricks", "accepting", "game"}, clubs
            )
            for reason in ("tricks", "accepting"):
                of_clubs = sum(points for _, _, points, why in clubs if why == reason)
                of_other = sum(points for _, _, points, why in other if why == reason)
                assert of_other * 6 == of_clubs * value


@every_reading
def test_a_doubled_contract_scores_twice_the_tricks_and_the_undertricks(options):
    cells = of(options)
    for level, strain, tricks in itertools.product(LEVELS, STRAINS, TRICKS):
        for reason in ("tricks", "accepting", "undertricks"):
            amounts = [
                sum(p[2] for p in cells[level, strain, stake, tricks] if p[3] == reason)
                for stake in STAKES
            ]
            assert amounts == [amounts[0], 2 * amounts[0], 4 * amounts[0]]


def test_an_overtrick_more_is_always_worth_more():
    for options, cells in ((options, of(options)) for options in READINGS):
        for level, strain, stake in itertools.product(LEVELS, STRAINS, STAKES):
            tricks = [t for t in TRICKS if effective((level, strain, stake, t)) >= 6 + level]
            tricks.sort(reverse=strain == deals.NULLO)
            points = [totals(list(cells[level, strain, stake, t]))[N] for t in tricks]
            more = [b - a for a, b in itertools.pairwise(points)]
            least = 0 if options["overtricks"] == "contract" and not stake else 1
            assert all(step >= least for step in more), (options, level, strain, stake)


def test_an_undertrick_more_always_costs_more():
    for cells in map(of, READINGS):
        for level, strain, stake in itertools.product(LEVELS, STRAINS, STAKES):
            tricks = [t for t in TRICKS if effective((level, strain, stake, t)) < 6 + level]
            tricks.sort(reverse=strain != deals.NULLO)
            points = [totals(list(cells[level, strain, stake, t]))[S] for t in tricks]
            steps = [b - a for a, b in itertools.pairwise(points)]
            assert all(step >= 50 << stake for step in steps)


def test_each_option_changes_only_what_it_names():
    default = of(READINGS[0])
    for options in READINGS:
        changed = set()
        if options["overtricks"] != "below":
            changed |= {"tricks", "accepting", "overtricks", "game"}
        if options["slam"] == "contractors" or options["nullo_slam"] == "none":
            changed.add("slam")
        for cell, postings in of(options).items():
            assert without(changed, postings) == without(changed, default[cell])


def test_tricks_above_the_line_lose_nothing_but_games():
    above, below = (
        of({"overtricks": reading, "slam": "taker", "nullo_slam": "mirror"})
        for reading in ("above", "below")
    )
    for cell in CELLS:
        one, other = (totals(without({"game"}, cells[cell])) for cells in (above, below))
        assert one == other


def test_slams_are_for_twelve_and_thirteen_tricks():
    for options in READINGS:
        for cell, postings in of(options).items():
            slams = totals([posting for posting in postings if posting[3] == "slam"])
            none = cell[1] == deals.NULLO and options["nullo_slam"] == "none"
            contractors = 0 if none else {12: 50, 13: 100}.get(effective(cell), 0)
            defenders = 0 if none else {1: 50, 0: 100}.get(effective(cell), 0)
            if options["slam"] == "contractors":
                defenders = 0
            assert slams == [contractors, contractors, defenders, defenders], (options, cell)


def test_honours_add_to_both_players_of_a_side_and_change_nothing_else():
    agreed = {"honours": "on"}
    for cell in [cell for cell in CELLS if cell[1] != deals.NULLO]:
        plain = of(READINGS[0])[cell]
        for seat, held in itertools.product(range(4), HONOURS):
            if cell[1] == deals.NO_TRUMP and sum(held) == 5:
                continue
            claim = deals.pack_honours(seat, *held)
            postings, sheet = scored(agreed, deals.with_honours(dealt(cell), claim))
            honours = [posting for posting in postings if posting[3] == "honours"]
            assert without({"honours"}, tuple(postings)) == list(plain)
            assert [p[0] for p in honours] == ([N, E] if seat in (N, E) else [S, W])
            assert len({p[1:] for p in honours}) == 1 and honours[0][1] == "above"
            assert sheet.complete is False


def test_more_honours_and_more_in_one_hand_are_worth_more():
    for strain, value in ((0, 6), (1, 7), (2, 8), (3, 9)):
        worth = [honours_worth(strain, held) for held in HONOURS]
        assert worth == sorted(worth)
        assert all(points % value == 0 for points in worth)
    aces = [honours_worth(deals.NO_TRUMP, held) for held in HONOURS if sum(held) < 5]
    assert aces == sorted(aces)


def honours_worth(strain: int, held: tuple[int, int]) -> int:
    """What each player of a side gets for its honours."""
    claim = deals.pack_honours(N, *held)
    deal = deals.with_honours(dealt((1, strain, 2, 0)), claim)
    postings, _ = scored({"honours": "on"}, deal)
    return next(points for player, _, points, why in postings if (player, why) == (N, "honours"))


# Prints the postings of every cell under all readings; run by both interpreters.
PRINT_PIRATE = """
from firmware.scoring.deal import pack
from firmware.scoring.pirate import Pirate

for overtricks in ("below", "above", "contract"):
    for slam in ("taker", "contractors"):
        for nullo_slam in ("mirror", "none"):
            options = {"overtricks": overtricks, "slam": slam, "nullo_slam": nullo_slam}
            for level in range(1, 8):
                for strain in range(6):
                    for stake in range(3):
                        for tricks in range(14):
                            deal = pack(level, strain, stake, 0, tricks, 1)
                            print(Pirate(options).add(deal))
"""


def test_micropython_computes_what_cpython_computes():
    cpython = interpreters.cpython(PRINT_PIRATE)
    assert cpython.count("\n") == len(CELLS) * len(READINGS)
    assert interpreters.micropython(PRINT_PIRATE) == cpython
