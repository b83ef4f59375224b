"""Every deal in every state: Chicago by its rules and endplay, Russian scoring by its rule."""

import itertools
from collections.abc import Iterator

import pytest

from firmware.scoring.chicago import Chicago, ChicagoServer
from firmware.scoring.deal import PASSED_OUT, pack, with_hcp
from firmware.scoring.russian import Russian
from firmware.scoring.sheet import Sheet
from support.depth import FULL, sampled
from support.endplay_scores import BIDS, PART_SCORES, TRICKS, duplicate, trick_score
from support.imp_scale import imps

pytestmark = pytest.mark.slow

SIDES = NS, EW = range(2)
NOBODY, ONLY_NS, ONLY_EW, EVERYBODY = range(4)


Bid = tuple[int, int, int]
Pair = tuple[int, ...]
State = tuple[Pair, int, Bid, int]  # part-scores, declarer's side, contract, tricks

by_vulnerability = pytest.mark.parametrize(
    "vulnerable", range(4), ids=["nobody", "NS", "EW", "everybody"]
)


# The deal of the wheel, 0 to 3, on which they are vulnerable, if N-S deal first.
DEALERS_SIDE = {NOBODY: 0, ONLY_EW: 1, ONLY_NS: 2, EVERYBODY: 3}
OTHER_SIDE = {NOBODY: 0, ONLY_NS: 1, ONLY_EW: 2, EVERYBODY: 3}


def sheet_of(kind: type[Sheet], vulnerable: int, **options: str) -> Sheet:
    """Return a sheet before the deal of its first wheel on which these sides are vulnerable."""
    sheet = kind(dict(options))
    sheet.dealt = (DEALERS_SIDE if kind is Chicago else OTHER_SIDE)[vulnerable]
    assert sheet.vulnerable == vulnerable
    return sheet


def play(sheet: Sheet, pair: Pair, deal: int) -> tuple[Pair, Pair]:
    """Return what a deal adds and the part-scores after it; it is not counted as dealt."""
    dealt = sheet.dealt
    sheet.totals, sheet.part_scores = [0, 0], list(pair)
    sheet.add(deal)
    sheet.dealt = dealt
    return tuple(sheet.totals), tuple(sheet.part_scores)


def expect(vulnerable: int, pair: Pair, side: int, bid: Bid, tricks: int) -> tuple[Pair, Pair]:
    """Return what Chicago's rules say; all that is not game or part-score is endplay's."""
    side_vulnerable = bool(vulnerable >> side & 1)
    score = duplicate(bid, tricks, side_vulnerable)
    points, part_scores = [0, 0], list(pair)
    if score < 0:
        points[1 - side] = -score
        return tuple(points), pair
    game, below = (300, 500)[side_vulnerable], trick_score(bid)
    part_scores[side] += below
    if part_scores[side] >= 100:
        premium, part_scores = game, [0, 0]
    else:
        premium = 100 if vulnerable == EVERYBODY else 0
    points[side] = score - (game if below >= 100 else 50) + premium
    return tuple(points), tuple(part_scores)


def states() -> Iterator[State]:
    """Yield every result with a few part-scores, and with all of them each trick score."""
    for pair, side, bid in itertools.product(PART_SCORES[:: 40 if FULL else 80], SIDES, BIDS):
        for tricks in TRICKS:
            yield pair, side, bid, tricks
    for pair, side in itertools.product(PART_SCORES if FULL else PART_SCORES[::4], SIDES):
        for bid in {trick_score(bid): bid for bid in BIDS}.values():
            yield pair, side, bid, 6 + bid[0]


@sampled
@by_vulnerability
def test_chicago_is_duplicate_but_for_games_and_part_scores(vulnerable):
    """With part-scores that carry, so that those after the fourth deal are seen."""
    carry = "on" if vulnerable == EVERYBODY else "off"
    sheet = sheet_of(Chicago, vulnerable, carry=carry)
    for pair, side, bid, tricks in states():
        outcome = play(sheet, pair, pack(*bid, side, tricks))
        assert outcome == expect(vulnerable, pair, side, bid, tricks), (pair, side, bid, tricks)


@by_vulnerability
def test_without_overtricks_an_undoubled_contract_scores_as_if_just_made(vulnerable):
    sheet = sheet_of(Chicago, vulnerable, overtricks="off", carry="on")
    for bid, tricks in itertools.product(BIDS, TRICKS):
        counted = min(tricks, 6 + bid[0]) if bid[2] == 0 else tricks
        outcome = play(sheet, (60, 0), pack(*bid, NS, tricks))
        assert outcome == expect(vulnerable, (60, 0), NS, bid, counted)


@by_vulnerability
def test_the_server_scores_as_duplicate(vulnerable):
    sheet = sheet_of(ChicagoServer, vulnerable)
    for side, bid, tricks in itertools.product(SIDES, BIDS, TRICKS):
        score = duplicate(bid, tricks, bool(vulnerable >> side & 1))
        points = [0, 0]
        points[side if score > 0 else 1 - side] = abs(score)
        assert play(sheet, (0, 0), pack(*bid, side, tricks)) == (tuple(points), (0, 0))


# Russian scoring, written down again from its description.

SAFE = (
    0, 50, 70, 110, 200, 300, 350, 400, 430, 460, 490,
    600, 700, 900, 1000, 1100, 1200, 1300, 1300, 1300, 1300,
)  # fmt: skip
VULNERABLE = (
    0, 50, 70, 110, 290, 440, 520, 600, 630, 660, 690,
    900, 1050, 1350, 1500, 1650, 1800, 1950, 1950, 1950, 1950,
)  # fmt: skip
ALL_HCP = range(41)


def russian_rule(score: int, hcp: int, vulnerable: int) -> int:
    """Return the IMPs of N-S, in the three cases of the description; `score` is N-S's."""
    if hcp > 20:
        return imps(score - (SAFE, VULNERABLE)[vulnerable & 1][hcp - 20])
    if hcp < 20:
        return -imps(-score - (SAFE, VULNERABLE)[vulnerable >> 1][20 - hcp])
    return imps(score)


def russian_deals(vulnerable: int) -> Iterator[tuple[int, int, int]]:
    """Yield every deal with some points and some deals with all points: deal, score, points."""
    yield from ((PASSED_OUT, 0, hcp) for hcp in ALL_HCP)
    for at, (side, bid, tricks) in enumerate(itertools.product(SIDES, BIDS, TRICKS)):
        score = duplicate(bid, tricks, bool(vulnerable >> side & 1)) * (1, -1)[side]
        deal = pack(*bid, side, tricks)
        for hcp in ALL_HCP if at % 17 == 0 else (at % 41, 40 - at % 41):
            yield deal, score, hcp


@by_vulnerability
def test_russian_scoring_is_as_described(vulnerable):
    sheet = sheet_of(Russian, vulnerable, passed="counts")
    for deal, score, hcp in russian_deals(vulnerable):
        won = russian_rule(score, hcp, vulnerable)
        points, _ = play(sheet, (0, 0), with_hcp(deal, hcp))
        assert points == (won, -won), (deal, hcp)
