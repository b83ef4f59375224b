"""Every deal in every state of a rubber, against a plain reading of the laws and endplay."""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from firmware.scoring.deal import NO_TRUMP, PASSED_OUT, BadDeal, pack
from firmware.scoring.nz_match import NzMatch
from firmware.scoring.polish import Polish
from firmware.scoring.rubber import International, Rubber
from firmware.scoring.sheet import unpacked
from support.depth import FULL, sampled
from support.endplay_scores import BIDS, DIAMONDS, PART_SCORES, TRICKS, duplicate, trick_score

pytestmark = pytest.mark.slow

SIDES = NS, EW = range(2)

FEW_PAIRS = PART_SCORES[:: 40 if FULL else 80]  # none, 90 on each side, 50 on each side
MANY_PAIRS = PART_SCORES[:: 1 if FULL else 4]
ALL_GAMES = ((0, 0), (1, 0), (0, 1), (1, 1))  # while nobody has two

# By the year of the laws and vulnerability, what each undertrick costs: undoubled, doubled.
COSTS = {
    ("1987", False): ([50] * 13, [100, 200, 200] + [300] * 10),
    ("1987", True): ([100] * 13, [200] + [300] * 12),
    ("1935", False): ([50] * 13, [100] + [200] * 12),
    ("1935", True): ([100] * 13, [200] + [300] * 12),
    ("1932", False): ([50] * 13, list(range(100, 750, 50))),
    ("1932", True): (list(range(100, 750, 50)), list(range(200, 1500, 100))),
}
INSULTS = {"law": (0, 50, 100), "flat50": (0, 50, 50), "none": (0, 0, 0)}

Bid = tuple[int, int, int]
Pair = tuple[int, ...]  # of N-S and E-W
Posting = tuple[int, str, int, str]


class Reading(NamedTuple):
    """What the laws leave open. `polish`: how games and the rubber are paid."""

    undertricks: str = "1987"
    insult: str = "law"
    polish: bool = False


class Outcome(NamedTuple):
    """What a deal adds, and how the rubber then stands."""

    postings: list[Posting]
    points: Pair
    part_scores: Pair
    games: Pair
    lines: int
    complete: bool


def play(sheet: Rubber, games: Pair, pair: Pair, deal: int) -> Outcome:
    """Score a deal that is played with these games won and these part-scores."""
    sheet.totals, sheet.complete = [0, 0], False
    sheet.games, sheet.part_scores = list(games), list(pair)
    postings = list(unpacked(sheet.add(deal)))
    standing = tuple(sheet.part_scores), tuple(sheet.games), sheet.lines, sheet.complete
    return Outcome(postings, tuple(sheet.totals), *standing)


def overtrick_value(bid: Bid, vulnerable: bool) -> int:
    if not bid[2]:
        return 20 if bid[1] <= DIAMONDS else 30
    return (100, 200)[vulnerable] * bid[2]


def slam_bonus(level: int, vulnerable: bool) -> int:
    return {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[vulnerable]


def score(reading: Reading, games: Pair, side: int, bid: Bid, tricks: int) -> list[Posting]:
    """Return the postings for the contract itself."""
    over, vulnerable = tricks - 6 - bid[0], bool(games[side])
    if over < 0:
        undoubled, doubled = COSTS[reading.undertricks, vulnerable]
        costs = sum((doubled if bid[2] else undoubled)[:-over])
        return [(1 - side, "above", 2 * costs if bid[2] == 2 else costs, "undertricks")]
    postings = [
        (side, "below", trick_score(bid), "tricks"),
        (side, "above", over * overtrick_value(bid, vulnerable), "overtricks"),
        (side, "above", INSULTS[reading.insult][bid[2]], "insult"),
        (side, "above", slam_bonus(bid[0], vulnerable), "slam"),
    ]
    return [posting for posting in postings if posting[2]]


def expect(reading: Reading, games: Pair, pair: Pair, side: int, bid: Bid, tricks: int) -> Outcome:
    """Return what the laws say: 100 points below the line are a game, two games the rubber."""
    postings = score(reading, games, side, bid, tricks)
    part_scores, won = list(pair), list(games)
    part_scores[side] += sum(points for _, line, points, _ in postings if line == "below")
    if part_scores[side] >= 100:
        part_scores = [0, 0]
        won[side] += 1
        if won[side] == 2:
            bonus = 500 if reading.polish or games[1 - side] else 700
            postings.append((side, "above", bonus, "rubber"))
        elif reading.polish:
            postings.append((side, "above", 200, "game"))
    standing = tuple(part_scores), tuple(won), sum(won), max(won) == 2
    return Outcome(postings, total(postings), *standing)


def total(postings: list[Posting]) -> Pair:
    points = [0, 0]
    for side, _, amount, _ in postings:
        points[side] += amount
    return tuple(points)


def in_every_pair() -> Iterator[tuple[Pair, Pair, int, Bid, int]]:
    """Yield a contract of each trick score, just made, in every state, or in many.

    That is: games, part-scores, side, bid, tricks.
    """
    bids = {trick_score(bid): bid for bid in BIDS}.values()
    for games, pair, side, bid in itertools.product(ALL_GAMES, MANY_PAIRS, SIDES, bids):
        yield games, pair, side, bid, 6 + bid[0]


def in_few_pairs(pairs: list[Pair] = FEW_PAIRS) -> Iterator[tuple[Pair, Pair, int, Bid, int]]:
    """Yield every contract and every result, with a few part-scores."""
    for games, pair, side, bid in itertools.product(ALL_GAMES, pairs, SIDES, BIDS):
        for tricks in TRICKS:
            yield games, pair, side, bid, tricks


def check(sheet: Rubber, reading: Reading, states: Iterator) -> int:
    """Compare each outcome with the laws; return how many there were."""
    count = 0
    for games, pair, side, bid, tricks in states:
        after = play(sheet, games, pair, pack(*bid, side, tricks))
        expected = expect(reading, games, pair, side, bid, tricks)
        assert after == expected, (games, pair, side, bid, tricks)
        count += 1
    return count


@sampled
def test_part_scores_make_games_and_games_the_rubber():
    assert check(Rubber(), Reading(), in_every_pair()) > 4 * len(MANY_PAIRS) * 2 * 30


@sampled
@pytest.mark.parametrize(
    ("sheet", "reading"),
    [
        (Rubber(), Reading()),
        (International(), Reading("1935", "none")),
        (Polish(), Reading(polish=True)),
    ],
    ids=lambda given: getattr(given, "name", ""),
)
def test_every_result_scores_as_the_laws_say(sheet, reading):
    assert check(sheet, reading, in_few_pairs()) == 4 * len(FEW_PAIRS) * 2 * 105 * 14


@pytest.mark.parametrize(
    ("undertricks", "insult"), [("1935", "flat50"), ("1932", "none"), ("1987", "none")]
)
def test_the_options_change_the_undertricks_and_the_insult(undertricks, insult):
    sheet = Rubber({"undertricks": undertricks, "insult": insult})
    check(sheet, Reading(undertricks, insult), in_few_pairs([(50, 50)]))


def test_the_laws_as_they_are_read_here_make_the_scores_of_endplay():
    for games, side, bid, tricks in itertools.product(ALL_GAMES, SIDES, BIDS, TRICKS):
        points = total(score(Reading(), games, side, bid, tricks))
        balance, vulnerable = points[side] - points[1 - side], bool(games[side])
        if balance > 0:
            balance += (300, 500)[vulnerable] if trick_score(bid) >= 100 else 50
        assert balance == duplicate(bid, tricks, vulnerable)


@pytest.mark.parametrize("kind", [Rubber, International, Polish])
def test_a_passed_out_deal_changes_nothing(kind):
    sheet = kind()
    for games, pair in itertools.product(ALL_GAMES, PART_SCORES):
        sheet.games = list(games)
        assert [sheet.vulnerable >> side & 1 for side in SIDES] == list(games)
        unchanged = Outcome([], (0, 0), pair, games, sum(games), False)
        assert play(sheet, games, pair, PASSED_OUT) == unchanged


@pytest.mark.parametrize("kind", [Rubber, International, Polish])
def test_no_deal_follows_the_one_that_ends_the_rubber(kind):
    sheet, last = kind(), pack(3, NO_TRUMP, 0, NS, 9)
    play(sheet, (1, 1), (0, 0), last)
    with pytest.raises(BadDeal):
        sheet.add(last)
    assert sheet.close() == []
    assert sheet.totals == [600, 0]


# Unfinished rubbers

# None, the least, one between and the most: all that may matter is whether a side has one.
UNFINISHED = list(itertools.product(ALL_GAMES, itertools.product((0, 20, 60, 90), repeat=2)))
READINGS = list(itertools.product(("law", "exclusive", "none"), (100, 50)))

# What N-S / E-W get, for a game (G) and for a part-score (P). The rows are for a game won by
# nobody, N-S, E-W, both; the columns for a part-score of nobody, N-S, E-W, both.
PREMIUMS = {
    "law": (
        ("/", "P/", "/P", "/"),
        ("G/", "GP/", "G/P", "G/"),
        ("/G", "P/G", "/GP", "/G"),
        ("/", "P/", "/P", "/"),
    ),
    "exclusive": (
        ("/", "P/", "/P", "/"),
        ("G/", "G/", "G/", "G/"),
        ("/G", "/G", "/G", "/G"),
        ("/", "P/", "/P", "/"),
    ),
    "none": (("/",) * 4,) * 4,
}
WHY = {"G": "unfinished game", "P": "unfinished part-score"}


def stop(sheet: Rubber, games: Pair, pair: Pair) -> list[Posting]:
    """Return the postings when the players stop there, in the order of the sides."""
    sheet.games, sheet.part_scores = list(games), list(pair)
    postings = list(unpacked(sheet.close()))
    assert sheet.complete and sheet.close() == []
    assert tuple(sheet.totals) == total(postings)
    return sorted(postings)


def who(amounts: Pair) -> int:
    """Return who has any: 0 nobody, 1 N-S, 2 E-W, 3 both."""
    return (amounts[NS] > 0) + 2 * (amounts[EW] > 0)


def premiums(reading: str, part: int, games: Pair, pair: Pair) -> list[Posting]:
    """Return the postings that the table has."""
    worth = {"G": 300, "P": part}
    words = PREMIUMS[reading][who(games)][who(pair)].split("/")
    due = [(side, "above", worth[letter], WHY[letter]) for side in SIDES for letter in words[side]]
    return sorted(due)


@pytest.mark.parametrize(("reading", "part"), READINGS)
def test_an_unfinished_rubber_is_worth_what_the_table_says(reading, part):
    for games, pair in UNFINISHED:
        sheet = Rubber({"unfinished": reading, "unfinished_part": part})
        assert stop(sheet, games, pair) == premiums(reading, part, games, pair), (games, pair)


def test_polish_and_the_match_stop_as_rubber_and_international_without_a_premium():
    for games, pair in UNFINISHED:
        usual = premiums("law", 100, games, pair)
        assert stop(Polish(), games, pair) == stop(NzMatch(), games, pair) == usual
        assert stop(International(), games, pair) == []
