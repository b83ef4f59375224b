"""Every board there can be: against endplay, against the laws, and against MicroPython.

Comparisons of scores are held against the plainest reading of their rules.
"""

import itertools
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from firmware.scoring import board
from firmware.scoring.comparing import butler, cross_imps, datum, matchpoints
from firmware.scoring.deal import (
    CLUBS,
    HEARTS,
    PASSED_OUT,
    VUL_NONE,
    pack,
    pack_honours,
    with_hcp,
    with_honours,
)
from firmware.scoring.duplicate import Duplicate, board_dealer, board_vulnerable
from firmware.scoring.imps import imps
from firmware.scoring.sheet import unpacked
from scorepad import board_scores
from support import interpreters
from support.endplay_scores import DENOMS, PENALTIES, Contract, Player, Vul

LEVELS, STRAINS, STAKES, TRICKS = range(1, 8), range(5), range(3), range(14)
RESULTS = list(itertools.product(LEVELS, STRAINS, STAKES, TRICKS))
SEATS = VULNERABILITIES = range(4)

PLAYERS = (Player.north, Player.east, Player.south, Player.west)
VULS = (Vul.none, Vul.ns, Vul.ew, Vul.both)

# Run by both interpreters: a hash over every board there is.
HASH = """
from binascii import crc32
from firmware.scoring.deal import pack
from firmware.scoring.duplicate import Duplicate
from firmware.scoring.deal import VUL_NONE

crc = count = 0
for level in range(1, 8):
    for strain in range(5):
        for doubling in range(3):
            for tricks in range(14):
                for seat in range(4):
                    deal = pack(level, strain, doubling, seat, tricks)
                    for vulnerable in range(4):
                        sheet = Duplicate()
                        postings = sheet.add(deal, VUL_NONE + vulnerable)
                        crc = crc32(repr((deal, postings, sheet.totals)).encode(), crc)
                        count += 1
print(count, crc)
"""

# Run by MicroPython: the heap that all scores take together.
HEAP = """
import gc
from firmware.scoring.board import points
from firmware.scoring.deal import pack

def taken(deals):
    vulnerable = False
    before = gc.mem_alloc()
    for deal in deals:
        points(deal, vulnerable)
        vulnerable = not vulnerable
        points(deal, vulnerable)
    return gc.mem_alloc() - before

def list_taken(deals):
    before = gc.mem_alloc()
    for deal in deals:
        [points(deal, False)]
    return gc.mem_alloc() - before

deals = [0]
for level in range(1, 8):
    for strain in range(5):
        for doubling in range(3):
            for tricks in range(14):
                deals.append(pack(level, strain, doubling, 0, tricks))
gc.collect()
gc.disable()
print(len(deals), taken(deals), taken(deals), list_taken(deals) > 0)
"""


def score(result: tuple[int, int, int, int], seat: int, vulnerable: int) -> list[int]:
    """The totals of a session of this one board."""
    level, strain, doubling, tricks = result
    sheet = Duplicate()
    sheet.add(pack(level, strain, doubling, seat, tricks), VUL_NONE + vulnerable)
    return sheet.totals


SCORES = {
    (result, seat, vulnerable): score(result, seat, vulnerable)
    for result in RESULTS
    for seat in SEATS
    for vulnerable in VULNERABILITIES
}


def declarers(result: tuple[int, int, int, int], vulnerable: bool) -> int:
    """The score of declarer's side by the core's own function."""
    level, strain, doubling, tricks = result
    return board.points(pack(level, strain, doubling, 0, tricks), vulnerable)


CELLS = {(r, v): declarers(r, v) for r in RESULTS for v in (False, True)}


def test_it_is_every_board():
    assert len(CELLS) == 2940
    assert len(SCORES) == 1470 * 4 * 4


def test_every_board_scores_as_endplay_says():
    for (result, seat, vulnerable), totals in SCORES.items():
        level, strain, doubling, tricks = result
        contract = Contract(
            level=level,
            denom=DENOMS[strain],
            declarer=PLAYERS[seat],
            penalty=PENALTIES[doubling],
            result=tricks - 6 - level,
        )
        side = seat % 2
        expected = contract.score(VULS[vulnerable])
        assert totals[side] == expected, (result, seat, vulnerable)


def test_boards_are_those_of_endplay():
    for number in range(1, 251):
        assert VULS[board_vulnerable(number)] == Vul.from_board(number)
        assert PLAYERS[board_dealer(number)] == Player.from_board(number)


def test_the_table_of_the_pc_has_the_score_of_every_board():
    for _ in ("computed when first wanted", "kept"):
        for (result, seat, vulnerable), (ns, _) in SCORES.items():
            level, strain, doubling, tricks = result
            deal = pack(level, strain, doubling, seat, tricks)
            assert board_scores.north_south(deal, vulnerable) == ns
            assert board_scores.computed(deal, vulnerable) == ns
    assert [board_scores.north_south(PASSED_OUT, sides) for sides in VULNERABILITIES] == [0] * 4


def test_honours_and_high_card_points_change_nothing_in_the_table():
    for deal in (PASSED_OUT, pack(4, HEARTS, 1, 3, 8)):
        assert board_scores.north_south(with_hcp(deal, 40), 3) == board_scores.computed(deal, 3)
    claimed = with_honours(deal, pack_honours(2, 5))
    assert board_scores.north_south(claimed, 2) == board_scores.north_south(deal, 2) == 500


def test_what_one_side_gets_the_other_loses():
    assert all(ns == -ew for ns, ew in SCORES.values())


def test_the_sides_are_treated_alike():
    swapped = (0, 2, 1, 3)  # none, E-W, N-S, both
    for (result, seat, vulnerable), (ns, ew) in SCORES.items():
        assert SCORES[result, (seat + 1) % 4, swapped[vulnerable]] == [ew, ns]
        assert SCORES[result, (seat + 2) % 4, vulnerable] == [ns, ew]


def test_only_the_vulnerability_of_declarers_side_matters():
    for (result, seat, vulnerable), totals in SCORES.items():
        own = bool(vulnerable >> seat % 2 & 1)
        assert totals[seat % 2] == CELLS[result, own]


def test_the_major_suits_are_alike_and_the_minor_suits():
    for (result, vulnerable), points in CELLS.items():
        level, strain, doubling, tricks = result
        if strain in {CLUBS, HEARTS}:
            assert CELLS[(level, strain + 1, doubling, tricks), vulnerable] == points


def test_the_score_rises_with_every_trick():
    for (level, strain, doubling, tricks), vulnerable in CELLS:
        if tricks:
            cells = [
                ((level, strain, doubling, taken), vulnerable) for taken in (tricks - 1, tricks)
            ]
            assert CELLS[cells[0]] < CELLS[cells[1]]


def test_a_made_contract_wins_and_one_that_is_down_loses():
    for (result, _), points in CELLS.items():
        assert (points > 0) == (result[3] >= result[0] + 6)
        assert points != 0


def test_redoubled_undertricks_are_twice_the_doubled():
    for (result, vulnerable), points in CELLS.items():
        level, strain, doubling, tricks = result
        if doubling == 1 and tricks < level + 6:
            assert CELLS[(level, strain, 2, tricks), vulnerable] == 2 * points


def test_the_postings_are_the_score():
    for (result, vulnerable), points in CELLS.items():
        level, strain, doubling, tricks = result
        packed: list[int] = []
        deal = pack(level, strain, doubling, 0, tricks)
        board.post_points(packed, 0, deal, vulnerable)
        postings = list(unpacked(packed))
        assert sum(amount for _, _, amount, _ in postings) == points
        assert all(amount and amount % 10 == 0 for _, _, amount, _ in postings)
        reasons = [reason for _, _, _, reason in postings]
        order = ["tricks", "overtricks", "insult", "slam", "game", "part-score", "undertricks"]
        assert reasons == [reason for reason in order if reason in reasons]


def test_micropython_scores_every_board_as_cpython_does():
    cpython = interpreters.cpython(HASH)
    assert cpython.split()[0] == str(1470 * 4 * 4)
    assert interpreters.micropython(HASH) == cpython


def test_a_score_takes_no_heap_on_micropython():
    counted = interpreters.micropython(HEAP)
    assert counted.split() == ["1471", "0", "0", "True"], "deals, bytes, bytes, is it measured"


# Comparisons

scores_of_a_board = st.lists(st.integers(-760, 316).map(lambda tens: 10 * tens), max_size=12)


@given(scores_of_a_board)
def test_matchpoints_are_counted_pair_by_pair(scores):
    points = [0] * len(scores)
    for one, other in itertools.combinations(range(len(scores)), 2):
        if scores[one] == scores[other]:
            points[one] += 1
            points[other] += 1
        else:
            points[one if scores[one] > scores[other] else other] += 2
    assert matchpoints(scores) == points
    assert sum(points) == len(scores) * (len(scores) - 1)


@given(scores_of_a_board)
def test_matchpoints_of_the_other_side_are_what_is_left_of_the_top(scores):
    top = 2 * len(scores) - 2
    other = matchpoints([-score for score in scores])
    assert other == [top - points for points in matchpoints(scores)]


@given(scores_of_a_board)
def test_cross_imps_are_counted_pair_by_pair(scores):
    won = [0] * len(scores)
    for one, other in itertools.combinations(range(len(scores)), 2):
        difference = imps(scores[one] - scores[other])
        won[one] += difference
        won[other] -= difference
    assert cross_imps(scores) == won
    assert sum(won) == 0


@given(scores_of_a_board, st.booleans())
def test_the_sides_of_a_comparison_are_treated_alike(scores, trim):
    mirrored = [-score for score in scores]
    assert cross_imps(mirrored) == [-won for won in cross_imps(scores)]
    assert butler(mirrored, trim) == [-won for won in butler(scores, trim)]
    assert datum(mirrored, trim) == -datum(scores, trim)


@given(scores_of_a_board.filter(len), st.booleans())
def test_the_datum_is_the_mean_rounded(scores, trim):
    counted = sorted(scores)[1:-1] if trim and len(scores) > 2 else scores
    mean = Fraction(sum(counted), len(counted))
    found = datum(scores, trim)
    assert found % 10 == 0 and abs(found - mean) <= 5
    assert abs(found - mean) < 5 or abs(found) > abs(mean)
    assert butler(scores, trim) == [imps(score - found) for score in scores]


@given(
    scores_of_a_board.flatmap(lambda scores: st.tuples(st.just(scores), st.permutations(scores)))
)
def test_the_order_of_the_tables_does_not_matter(both):
    scores, turned = both
    for compare in (matchpoints, cross_imps, butler):
        worth = dict(zip(scores, compare(scores), strict=True))
        assert compare(turned) == [worth[score] for score in turned]


def test_imps_are_antisymmetric_and_rise_one_by_one():
    for difference in range(-7600, 7601, 10):
        assert imps(-difference) == -imps(difference)
        assert 0 <= imps(difference + 10) - imps(difference) <= 1
