"""Every deal in every state: Chicago against laws and endplay, Russian scoring by its rule."""

import itertools
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

import pytest

from firmware.scoring.chicago import Chicago, ChicagoServer
from firmware.scoring.deal import PASSED_OUT, pack, with_hcp
from firmware.scoring.russian import Russian
from firmware.scoring.sheet import Sheet
from support.endplay_scores import duplicate

pytestmark = pytest.mark.slow

LEVELS, STRAINS, STAKES, TRICKS = range(1, 8), range(5), range(3), range(14)
CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP = STRAINS
BIDS = list(itertools.product(LEVELS, STRAINS, STAKES))
SIDES = NS, EW = range(2)
NOBODY, ONLY_NS, ONLY_EW, EVERYBODY = range(4)
MIRRORED = (NOBODY, ONLY_EW, ONLY_NS, EVERYBODY)

# Below the line a side can have whatever is less than 100 and made of 20, 30, 40 ...
PART_SCORES = (0, 20, 30, 40, 50, 60, 70, 80, 90)
PAIRS = list(itertools.product(PART_SCORES, repeat=2))


Bid = tuple[int, int, int]
# Points that N-S and E-W get, and the part-scores that N-S and E-W then have.
Outcome = tuple[int, int, int, int]


def trick_score(bid: Bid) -> int:
    """Points below the line of a contract that is made."""
    level, strain, stake = bid
    odd = 20 if strain <= DIAMONDS else 30
    return (odd * level + (10 if strain == NO_TRUMP else 0)) * (1, 2, 4)[stake]


def game_bonus(vulnerable: bool) -> int:
    """For a game, at duplicate as at Chicago."""
    return 500 if vulnerable else 300


# Per vulnerability a deal of the wheel that has it, and the side that dealt the first.
CHICAGO_WHEN = {NOBODY: (1, NS), ONLY_NS: (3, NS), ONLY_EW: (2, NS), EVERYBODY: (4, NS)}
OTHERS_WHEN = {NOBODY: (1, NS), ONLY_NS: (2, NS), ONLY_EW: (3, NS), EVERYBODY: (4, NS)}
OTHER_DEALER_WHEN = {ONLY_NS: (2, EW), ONLY_EW: (3, EW)}


def sheet_of(kind: type[Sheet], when: tuple[int, int], **options: str) -> Sheet:
    """A sheet before deal 1 to 4 of its first wheel; `when`: which deal, who dealt the first."""
    number, dealer = when
    sheet = kind(dict(options), dealer)
    sheet.dealt = number - 1
    return sheet


def outcome(sheet: Sheet, pair: tuple[int, ...], deal: int) -> Outcome:
    """What the deal does with a sheet that has these part-scores; the sheet is left unchanged."""
    dealt = sheet.dealt
    sheet.totals, sheet.part_scores = [0, 0], list(pair)
    sheet.add(deal)
    sheet.dealt = dealt
    ns, ew = sheet.totals
    return ns, ew, sheet.part_scores[NS], sheet.part_scores[EW]


Table = dict[tuple[tuple[int, int], int, Bid], list[Outcome]]


@cache
def transitions(vulnerable: int) -> Table:
    """By part-scores, declarer's side and contract: the outcomes of 0 to 13 tricks.

    With carry=on, so that the part-scores after deal 4 are seen.
    """
    sheet = sheet_of(Chicago, CHICAGO_WHEN[vulnerable], carry="on")
    assert sheet.vulnerable == vulnerable
    deals = {
        (side, bid): [pack(*bid, side, tricks) for tricks in TRICKS]
        for side in SIDES
        for bid in BIDS
    }
    return {
        (pair, side, bid): [outcome(sheet, pair, deal) for deal in played]
        for pair in PAIRS
        for (side, bid), played in deals.items()
    }


by_vulnerability = pytest.mark.parametrize(
    "vulnerable", range(4), ids=["nobody", "NS", "EW", "everybody"]
)


def balance(after: Outcome, side: int) -> int:
    """Points that a side gains on the other."""
    return after[side] - after[1 - side]


@by_vulnerability
def test_there_are_238140_transitions_for_each_vulnerability(vulnerable):
    table = transitions(vulnerable)
    assert len(table) == 81 * 2 * 105
    assert {len(outcomes) for outcomes in table.values()} == {14}


def expected(vulnerable: int, pair: tuple[int, int], side: int, bid: Bid, tricks: int) -> Outcome:
    """The rules of Chicago in a few lines; all that is not game or part-score from endplay."""
    side_vulnerable = bool(vulnerable >> side & 1)
    score = duplicate(bid, tricks, side_vulnerable)
    points, part_scores = [0, 0], list(pair)
    if score < 0:
        points[1 - side] = -score
        return points[NS], points[EW], *pair
    below = trick_score(bid)
    paid_at_duplicate = game_bonus(side_vulnerable) if below >= 100 else 50
    part_scores[side] += below
    if part_scores[side] >= 100:
        premium, part_scores = game_bonus(side_vulnerable), [0, 0]
    else:
        premium = 100 if vulnerable == EVERYBODY else 0
    points[side] = score - paid_at_duplicate + premium
    return points[NS], points[EW], part_scores[NS], part_scores[EW]


@by_vulnerability
def test_chicago_is_duplicate_but_for_games_and_part_scores(vulnerable):
    for (pair, side, bid), outcomes in transitions(vulnerable).items():
        rule = [expected(vulnerable, pair, side, bid, tricks) for tricks in TRICKS]
        assert outcomes == rule, (pair, side, bid)


@by_vulnerability
def test_the_sides_mirror_each_other(vulnerable):
    mirrored = transitions(MIRRORED[vulnerable])
    for ((ns, ew), side, bid), outcomes in transitions(vulnerable).items():
        swapped = [(b, a, d, c) for a, b, c, d in mirrored[(ew, ns), 1 - side, bid]]
        assert outcomes == swapped, (ns, ew, side, bid)


@by_vulnerability
def test_the_two_majors_and_the_two_minors_score_alike(vulnerable):
    table = transitions(vulnerable)
    for (pair, side, (level, strain, stake)), outcomes in table.items():
        if strain in {CLUBS, HEARTS}:
            assert outcomes == table[pair, side, (level, strain + 1, stake)]


@by_vulnerability
def test_redoubled_undertricks_cost_twice_the_doubled(vulnerable):
    table = transitions(vulnerable)
    for (pair, side, (level, strain, stake)), outcomes in table.items():
        if stake == 1:
            redoubled = table[pair, side, (level, strain, 2)]
            for tricks in range(6 + level):
                once, twice = outcomes[tricks], redoubled[tricks]
                assert (once[side], once[2:]) == (0, pair) == (twice[side], twice[2:])
                assert twice[1 - side] == 2 * once[1 - side] > 0


@by_vulnerability
def test_every_trick_is_worth_something(vulnerable):
    for (pair, side, bid), outcomes in transitions(vulnerable).items():
        balances = [balance(after, side) for after in outcomes]
        assert all(less < more for less, more in itertools.pairwise(balances)), (pair, side, bid)


@by_vulnerability
def test_without_part_scores_the_points_and_the_bonus_are_the_duplicate_score(vulnerable):
    paid = 100 if vulnerable == EVERYBODY else 0
    for side, bid in itertools.product(SIDES, BIDS):
        for tricks, after in enumerate(transitions(vulnerable)[(0, 0), side, bid]):
            made = tricks >= 6 + bid[0]
            part_score = made and trick_score(bid) < 100
            score = balance(after, side) + (50 - paid if part_score else 0)
            assert score == duplicate(bid, tricks, bool(vulnerable >> side & 1))


def all_outcomes(sheet: Sheet) -> Iterator[Outcome]:
    """Of every contract and result by either side, for some of the part-scores."""
    pairs = [(0, 0), (90, 0), (0, 80), (60, 40), (20, 90)]
    for pair, side, bid in itertools.product(pairs, SIDES, BIDS):
        for tricks in TRICKS:
            yield outcome(sheet, pair, pack(*bid, side, tricks))


@pytest.mark.parametrize("vulnerable", [ONLY_NS, ONLY_EW])
def test_who_dealt_matters_only_for_who_is_vulnerable(vulnerable):
    sheets = [
        sheet_of(Chicago, CHICAGO_WHEN[vulnerable]),
        sheet_of(Chicago, OTHER_DEALER_WHEN[vulnerable]),
        sheet_of(Chicago, OTHERS_WHEN[vulnerable], vulnerable="nondealer"),
    ]
    assert [sheet.vulnerable for sheet in sheets] == [vulnerable] * 3
    one, other, nondealer = (list(all_outcomes(sheet)) for sheet in sheets)
    assert one == other == nondealer


def test_without_carry_only_the_part_scores_after_the_fourth_deal_differ():
    for number in range(1, 5):
        carry = list(all_outcomes(sheet_of(Chicago, (number, NS), carry="on")))
        lost = list(all_outcomes(sheet_of(Chicago, (number, NS))))
        assert lost == ([(a, b, 0, 0) for a, b, _, _ in carry] if number == 4 else carry)


@by_vulnerability
def test_without_overtricks_an_undoubled_contract_scores_as_if_just_made(vulnerable):
    when = CHICAGO_WHEN[vulnerable]
    sheet, usual = sheet_of(Chicago, when, overtricks="off"), sheet_of(Chicago, when)
    for pair, side, bid, tricks in itertools.product(PAIRS[::20], SIDES, BIDS, TRICKS):
        counted = min(tricks, 6 + bid[0]) if bid[2] == 0 else tricks
        played, as_if = pack(*bid, side, tricks), pack(*bid, side, counted)
        assert outcome(sheet, pair, played) == outcome(usual, pair, as_if)


@by_vulnerability
def test_the_server_scores_as_duplicate(vulnerable):
    sheet = sheet_of(ChicagoServer, OTHERS_WHEN[vulnerable])
    assert sheet.vulnerable == vulnerable
    for side, bid, tricks in itertools.product(SIDES, BIDS, TRICKS):
        score = duplicate(bid, tricks, bool(vulnerable >> side & 1))
        points = [0, 0]
        points[side if score > 0 else 1 - side] = abs(score)
        assert outcome(sheet, (0, 0), pack(*bid, side, tricks)) == (*points, 0, 0)


# Russian scoring, written down again from its description.

SAFE = (
    0, 50, 70, 110, 200, 300, 350, 400, 430, 460, 490,
    600, 700, 900, 1000, 1100, 1200, 1300, 1300, 1300, 1300,
)  # fmt: skip
VULNERABLE = (
    0, 50, 70, 110, 290, 440, 520, 600, 630, 660, 690,
    900, 1050, 1350, 1500, 1650, 1800, 1950, 1950, 1950, 1950,
)  # fmt: skip
THRESHOLDS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
ALL_HCP = range(41)


def imps(difference: int) -> int:
    """By the table."""
    won = bisect_right(THRESHOLDS, abs(difference))
    return won if difference > 0 else -won


def russian_rule(score: int, hcp: int, vulnerable: int) -> int:
    """IMPs of N-S, in the three cases of the description; `score`: of N-S at duplicate."""
    if hcp > 20:
        return imps(score - (SAFE, VULNERABLE)[vulnerable & 1][hcp - 20])
    if hcp < 20:
        return -imps(-score - (SAFE, VULNERABLE)[vulnerable >> 1][20 - hcp])
    return imps(score)


@cache
def russian(vulnerable: int) -> dict[tuple[int, Bid | None, int], list[int]]:
    """By declarer's side, contract (None: passed out) and tricks: IMPs of N-S for 0 to 40 hcp."""
    sheet = sheet_of(Russian, OTHERS_WHEN[vulnerable], passed="counts")
    assert sheet.vulnerable == vulnerable
    deals: dict[tuple[int, Bid | None, int], int] = {
        (side, bid, tricks): pack(*bid, side, tricks)
        for side, bid, tricks in itertools.product(SIDES, BIDS, TRICKS)
    }
    deals[NS, None, 0] = PASSED_OUT
    table = {}
    for key, deal in deals.items():
        outcomes = [outcome(sheet, (0, 0), with_hcp(deal, hcp)) for hcp in ALL_HCP]
        assert all(ns == -ew for ns, ew, _, _ in outcomes), "what one side wins the other loses"
        table[key] = [after[NS] for after in outcomes]
    return table


@by_vulnerability
def test_russian_scoring_is_as_described(vulnerable):
    table = russian(vulnerable)
    assert len(table) == 2941
    for (side, bid, tricks), won in table.items():
        score = 0
        if bid:
            score = duplicate(bid, tricks, bool(vulnerable >> side & 1))
            score = -score if side == EW else score
        assert won == [russian_rule(score, hcp, vulnerable) for hcp in ALL_HCP], (side, bid)


@by_vulnerability
def test_russian_scoring_is_antisymmetric(vulnerable):
    mirrored = russian(MIRRORED[vulnerable])
    for (side, bid, tricks), won in russian(vulnerable).items():
        swapped = mirrored[1 - side if bid else NS, bid, tricks]
        assert won == [-swapped[40 - hcp] for hcp in ALL_HCP], (side, bid, tricks)


@by_vulnerability
def test_the_more_high_cards_the_less_is_won(vulnerable):
    for won in russian(vulnerable).values():
        assert all(more >= less for more, less in itertools.pairwise(won))


@by_vulnerability
def test_no_trick_more_is_worth_less(vulnerable):
    table = russian(vulnerable)
    for bid, tricks in itertools.product(BIDS, TRICKS[1:]):
        for less, more in zip(table[NS, bid, tricks - 1], table[NS, bid, tricks], strict=True):
            assert less <= more
