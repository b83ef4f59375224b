"""Every deal in every state of a rubber: against laws, endplay and MicroPython."""

import itertools
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from firmware.scoring.deal import PASSED_OUT, BadDeal, pack
from firmware.scoring.nz_match import NzMatch
from firmware.scoring.polish import Polish
from firmware.scoring.rubber import International, Rubber
from firmware.scoring.sheet import unpacked
from support import interpreters
from support.endplay_scores import duplicate

pytestmark = pytest.mark.slow

LEVELS, STRAINS, STAKES, TRICKS = range(1, 8), range(5), range(3), range(14)
CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP = STRAINS
UNDOUBLED, DOUBLED, REDOUBLED = STAKES
BIDS = list(itertools.product(LEVELS, STRAINS, STAKES))
SIDES = NS, EW = range(2)

# Below the line a side can have whatever is less than 100 and made of 20, 30, 40 ...
PART_SCORES = (0, 20, 30, 40, 50, 60, 70, 80, 90)
PAIRS = list(itertools.product(PART_SCORES, repeat=2))
# Games won by N-S and E-W while nobody has two.
ALL_GAMES = ((0, 0), (1, 0), (0, 1), (1, 1))


Bid = tuple[int, int, int]
Pair = tuple[int, ...]  # of N-S and E-W
Posting = tuple[int, str, int, str]
Postings = tuple[Posting, ...]


class Outcome(NamedTuple):
    """What a deal adds, and how the rubber then stands."""

    postings: Postings
    points: Pair
    part_scores: Pair
    games: Pair
    lines: int
    complete: bool


def outcome(sheet: Rubber, games: Pair, pair: Pair, deal: int) -> Outcome:
    """Of a deal that is played with these games won and these part-scores."""
    sheet.totals, sheet.complete = [0, 0], False
    sheet.games, sheet.part_scores = list(games), list(pair)
    postings = tuple(unpacked(sheet.add(deal)))
    standing = tuple(sheet.part_scores), tuple(sheet.games), sheet.lines, sheet.complete
    return Outcome(postings, tuple(sheet.totals), *standing)


@cache
def deals() -> dict[tuple[int, Bid], list[int]]:
    """By declarer's side and contract: the deals with 0 to 13 tricks."""
    return {
        (side, bid): [pack(*bid, side, tricks) for tricks in TRICKS]
        for side in SIDES
        for bid in BIDS
    }


Key = tuple[Pair, int, Bid]  # part-scores before the deal, declarer's side, contract


def outcomes(sheet: Rubber, games: Pair, pairs: list[Pair]) -> Iterator[tuple[Key, list[Outcome]]]:
    """Of 0 to 13 tricks in every contract."""
    for pair in pairs:
        for (side, bid), played in deals().items():
            yield (pair, side, bid), [outcome(sheet, games, pair, deal) for deal in played]


@cache
def transitions(games: Pair) -> dict[Key, list[Outcome]]:
    """Those of rubber bridge with its usual options."""
    kept: dict[Outcome, Outcome] = {}  # equal ones once, or they take half a gigabyte
    return {
        key: [kept.setdefault(after, after) for after in by_tricks]
        for key, by_tricks in outcomes(Rubber(), games, PAIRS)
    }


def each(games: Pair) -> Iterator[tuple[Pair, int, Bid, int, Outcome]]:
    """Part-scores before the deal, declarer's side, contract, tricks, outcome."""
    for (pair, side, bid), by_tricks in transitions(games).items():
        for tricks, after in enumerate(by_tricks):
            yield pair, side, bid, tricks, after


by_games = pytest.mark.parametrize(
    "games", ALL_GAMES, ids=["no-game", "game-NS", "game-EW", "game-all"]
)


@cache
def trick_score(bid: Bid) -> int:
    """Points below the line of a contract that is made."""
    level, strain, stake = bid
    odd = 20 if strain <= DIAMONDS else 30
    return (odd * level + (10 if strain == NO_TRUMP else 0)) * (1, 2, 4)[stake]


def made(bid: Bid, tricks: int) -> bool:
    """Declarer has taken the tricks bid."""
    return tricks >= 6 + bid[0]


def balance(after: Outcome, side: int) -> int:
    """Points that a side gains on the other."""
    return after.points[side] - after.points[1 - side]


def total(postings: Postings) -> Pair:
    """What the postings add up to for each side."""
    points = [0, 0]
    for side, _, amount, _ in postings:
        points[side] += amount
    return points[NS], points[EW]


def amount_for(reason: str, postings: Postings) -> int:
    """Points posted for this reason."""
    return sum(posting[2] for posting in postings if posting[3] == reason)


def without(reason: str, postings: Postings) -> Postings:
    """The postings that are for something else."""
    return tuple(posting for posting in postings if posting[3] != reason)


def test_there_are_952560_transitions():
    tables = [transitions(games) for games in ALL_GAMES]
    assert [len(found) for found in tables] == [81 * 2 * 105] * 4
    assert sum(len(by_tricks) for found in tables for by_tricks in found.values()) == 952_560


# Rubber bridge


@by_games
def test_a_side_with_a_game_is_vulnerable(games):
    sheet = Rubber()
    sheet.games = list(games)
    assert [sheet.vulnerable >> side & 1 for side in SIDES] == list(games)


@by_games
def test_rubber_points_and_the_duplicate_bonus_are_the_duplicate_score(games):
    for _, side, bid, tricks, after in each(games):
        vulnerable = bool(games[side])
        score = balance(after, side) - amount_for("rubber", after.postings)
        if made(bid, tricks):
            game = 500 if vulnerable else 300
            score += game if trick_score(bid) >= 100 else 50
        assert score == duplicate(bid, tricks, vulnerable), (side, bid, tricks)


def standing(games: Pair, pair: Pair, side: int, below: int) -> tuple[Pair, Pair, int, bool]:
    """Part-scores, games, lines, and whether the rubber is over, when a side has got `below`."""
    part_scores, won = list(pair), list(games)
    part_scores[side] += below
    if part_scores[side] >= 100:
        part_scores = [0, 0]
        won[side] += 1
    return tuple(part_scores), tuple(won), sum(won), max(won) == 2


@by_games
def test_tricks_make_part_scores_part_scores_a_game_and_two_games_the_rubber(games):
    for pair, side, bid, tricks, after in each(games):
        below = trick_score(bid) if made(bid, tricks) else 0
        assert after[2:] == standing(games, pair, side, below), (pair, side, bid, tricks)
        assert amount_for("tricks", after.postings) == below


@by_games
def test_the_rubber_is_worth_500_against_a_game_and_else_700(games):
    for _, side, _, _, after in each(games):
        rubber = [posting for posting in after.postings if posting[3] == "rubber"]
        points = 500 if games[1 - side] else 700
        assert rubber == ([(side, "above", points, "rubber")] if after.complete else [])


@by_games
def test_the_postings_are_the_points_and_only_tricks_are_below_the_line(games):
    for *key, after in each(games):
        assert total(after.postings) == after.points, key
        for _, line, points, reason in after.postings:
            assert points > 0 and points % 10 == 0, key
            assert line == ("below" if reason == "tricks" else "above"), key


@by_games
def test_part_scores_matter_only_for_the_rubber_bonus(games):
    found = transitions(games)
    for (_, side, bid), by_tricks in found.items():
        fresh = found[(0, 0), side, bid]
        for after, alone in zip(by_tricks, fresh, strict=True):
            if after.postings != alone.postings:
                apart = [without("rubber", one.postings) for one in (after, alone)]
                assert apart[0] == apart[1] and after.complete != alone.complete


@by_games
def test_only_declarers_side_scores_a_contract_made_and_the_other_one_that_is_down(games):
    for pair, side, bid, tricks, after in each(games):
        other = 1 - side
        if made(bid, tricks):
            assert after.points[side] > 0 == after.points[other], (pair, side, bid, tricks)
        else:
            assert after.points[side] == 0 < after.points[other], (pair, side, bid, tricks)
            assert [posting[3] for posting in after.postings] == ["undertricks"]


@by_games
def test_what_is_bid_doubled_and_won_says_what_is_posted(games):
    for _, _, (level, _, stake), tricks, after in each(games):
        over = tricks - 6 - level
        due = {
            "tricks": over >= 0,
            "overtricks": over > 0,
            "insult": over >= 0 and stake > UNDOUBLED,
            "slam": over >= 0 and level >= 6,
            "undertricks": over < 0,
            "rubber": after.complete,
        }
        reasons = [posting[3] for posting in after.postings]
        assert reasons == [reason for reason in due if due[reason]]


@by_games
def test_slams_are_worth_500_and_1000_and_half_as_much_again_vulnerable(games):
    for _, side, (level, *_), _, after in each(games):
        if level >= 6 and after.points[side]:
            little, grand = (750, 1500) if games[side] else (500, 1000)
            assert amount_for("slam", after.postings) == (little if level == 6 else grand)


def mirrored(after: Outcome) -> Outcome:
    """The same for the other side."""
    postings = tuple((1 - side, line, points, why) for side, line, points, why in after.postings)
    pairs = [pair[::-1] for pair in (after.points, after.part_scores, after.games)]
    return Outcome(postings, *pairs, after.lines, after.complete)


@by_games
def test_the_sides_mirror_each_other(games):
    """N-S declares: the four states of games together have every deal that E-W declares."""
    other = transitions(games[::-1])
    for (pair, side, bid), by_tricks in transitions(games).items():
        if side == NS:
            swapped = [mirrored(after) for after in other[pair[::-1], EW, bid]]
            assert by_tricks == swapped, (pair, bid)


@by_games
def test_the_two_majors_and_the_two_minors_score_alike(games):
    found = transitions(games)
    for (pair, side, (level, strain, stake)), by_tricks in found.items():
        if strain in {CLUBS, HEARTS}:
            assert by_tricks == found[pair, side, (level, strain + 1, stake)]


@by_games
def test_redoubled_undertricks_cost_twice_the_doubled(games):
    found = transitions(games)
    for (pair, side, (level, strain, stake)), by_tricks in found.items():
        if stake == DOUBLED:
            redoubled = found[pair, side, (level, strain, REDOUBLED)]
            for tricks in range(6 + level):
                once, twice = by_tricks[tricks], redoubled[tricks]
                assert balance(twice, side) == 2 * balance(once, side) < 0
                assert twice[2:] == once[2:]


@by_games
def test_every_trick_is_worth_something(games):
    for (pair, side, bid), by_tricks in transitions(games).items():
        balances = [balance(after, side) for after in by_tricks]
        assert all(less < more for less, more in itertools.pairwise(balances)), (pair, side, bid)


@pytest.mark.parametrize("kind", [Rubber, International, Polish])
def test_a_passed_out_deal_changes_nothing(kind):
    sheet = kind()
    for games, pair in itertools.product(ALL_GAMES, PAIRS):
        assert outcome(sheet, games, pair, PASSED_OUT) == Outcome(
            (), (0, 0), pair, games, sum(games), False
        )


@pytest.mark.parametrize("kind", [Rubber, International, Polish])
def test_no_deal_follows_the_one_that_ends_the_rubber(kind):
    sheet, last = kind(), pack(3, NO_TRUMP, UNDOUBLED, NS, 9)
    after = outcome(sheet, (1, 1), (0, 0), last)
    with pytest.raises(BadDeal, match="the rubber is over"):
        sheet.add(last)
    assert sheet.close() == []
    assert tuple(sheet.totals) == after.points == (600, 0)


# Other undertricks, other insults, other bonuses

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


@cache
def undertricks(year: str, vulnerable: bool, stake: int, down: int) -> int:
    """What the defenders get."""
    undoubled, doubled = COSTS[year, vulnerable]
    if stake == UNDOUBLED:
        return sum(undoubled[:down])
    return sum(doubled[:down]) * (2 if stake == REDOUBLED else 1)


@cache
def amended(postings: Postings, cost: int, insult: int) -> Postings:
    """The postings if undertricks and insult, where they have them, were worth this; 0 = none."""
    due = {"undertricks": cost, "insult": insult}
    changed = ((side, line, due.get(why, points), why) for side, line, points, why in postings)
    return tuple(posting for posting in changed if posting[2])


def with_postings(after: Outcome, postings: Postings) -> Outcome:
    """The outcome if these are the postings."""
    if postings == after.postings:
        return after
    return after._replace(postings=postings, points=total(postings))


def agreed(year: str, insult: str, games: Pair, key: Key) -> list[Outcome]:
    """What the usual outcomes of a contract become with these options."""
    _, side, (level, _, stake) = key
    vulnerable, insulted = bool(games[side]), INSULTS[insult][stake]
    costs = [undertricks(year, vulnerable, stake, max(6 + level - won, 0)) for won in TRICKS]
    return [
        with_postings(after, amended(after.postings, cost, insulted))
        for after, cost in zip(transitions(games)[key], costs, strict=True)
    ]


@by_games
def test_international_is_rubber_with_the_undertricks_of_1935_and_no_insult(games):
    for key, by_tricks in outcomes(International(), games, PAIRS):
        assert by_tricks == agreed("1935", "none", games, key), key


@pytest.mark.parametrize("insult", INSULTS)
@pytest.mark.parametrize("year", ["1987", "1935", "1932"])
@by_games
def test_the_options_change_the_undertricks_and_the_insult(games, year, insult):
    """With no part-score, with 50 on each side and with 90.

    Either option changes one amount above the line, which cannot depend on what is below it;
    `international` has the full space for one reading of both.
    """
    sheet = Rubber({"undertricks": year, "insult": insult})
    for key, by_tricks in outcomes(sheet, games, PAIRS[::40]):
        assert by_tricks == agreed(year, insult, games, key), key


def polish(games: Pair, side: int, after: Outcome) -> Outcome:
    """What an outcome of rubber bridge becomes with the Polish accounting."""
    if after.games == games:
        return after
    bonus = (side, "above", 500, "rubber") if games[side] else (side, "above", 200, "game")
    return with_postings(after, (*without("rubber", after.postings), bonus))


@by_games
def test_polish_is_rubber_with_200_for_a_game_and_500_for_the_rubber(games):
    for key, by_tricks in outcomes(Polish(), games, PAIRS):
        _, side, _ = key
        assert by_tricks == [polish(games, side, after) for after in transitions(games)[key]], key


# Unfinished rubbers

# None, the least, one between and the most: all that may matter is whether a side has one.
UNFINISHED_PARTS = list(itertools.product((0, 20, 60, 90), repeat=2))
UNFINISHED = list(itertools.product(ALL_GAMES, UNFINISHED_PARTS))
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

every_reading = pytest.mark.parametrize(("reading", "part"), READINGS)


def stopped(sheet: Rubber, games: Pair, pair: Pair) -> list[Posting]:
    """The postings when the players stop there."""
    sheet.games, sheet.part_scores = list(games), list(pair)
    postings = list(unpacked(sheet.close()))
    assert sheet.complete and sheet.close() == []
    assert tuple(sheet.totals) == total(tuple(postings))
    return postings


def unfinished(reading: str, part: int, games: Pair, pair: Pair) -> list[Posting]:
    """The same for a rubber with this reading of the law."""
    return stopped(Rubber({"unfinished": reading, "unfinished_part": part}), games, pair)


def who(amounts: Pair) -> int:
    """Who has any: 0 nobody, 1 N-S, 2 E-W, 3 both."""
    return (amounts[NS] > 0) + 2 * (amounts[EW] > 0)


def premiums(reading: str, part: int, games: Pair, pair: Pair) -> list[Posting]:
    """The postings that the table has."""
    worth = {"G": 300, "P": part}
    words = PREMIUMS[reading][who(games)][who(pair)].split("/")
    return [
        (side, "above", worth[letter], WHY[letter]) for side in SIDES for letter in words[side]
    ]


def test_there_are_64_unfinished_states():
    """The games of N-S and E-W, each 0 or 1: 4; their part-scores, each one of 4: 16."""
    assert len(set(UNFINISHED)) == 4 * 4 * 4 == 64
    assert {(who(games), who(pair)) for games, pair in UNFINISHED} == set(
        itertools.product(range(4), repeat=2)
    )


@every_reading
def test_an_unfinished_rubber_is_worth_what_the_table_says(reading, part):
    for games, pair in UNFINISHED:
        postings = unfinished(reading, part, games, pair)
        assert sorted(postings) == sorted(premiums(reading, part, games, pair)), (games, pair)


@every_reading
def test_an_unfinished_rubber_treats_the_sides_alike(reading, part):
    for games, pair in UNFINISHED:
        here = unfinished(reading, part, games, pair)
        there = unfinished(reading, part, games[::-1], pair[::-1])
        assert there == [(1 - side, line, points, why) for side, line, points, why in here]


def test_polish_and_the_match_stop_as_rubber_and_international_without_a_premium():
    for games, pair in UNFINISHED:
        usual = unfinished("law", 100, games, pair)
        assert stopped(Polish(), games, pair) == stopped(NzMatch(), games, pair) == usual
        assert stopped(International(), games, pair) == []


# MicroPython

# Run by both interpreters: a hash over six pairs of part-scores, from none to the most, and over
# all else.
HASH = """
from binascii import crc32
from firmware.scoring.deal import pack
from firmware.scoring.polish import Polish
from firmware.scoring.rubber import International, Rubber

results = []
for level in range(1, 8):
    for strain in range(5):
        for doubling in range(3):
            for side in range(2):
                for tricks in range(14):
                    results.append(pack(level, strain, doubling, side, tricks))
pairs = [(ns, ew) for ns in PART_SCORES for ew in PART_SCORES][::16]

def summed(sheet, games, pair, crc):
    for deal in results:
        sheet.totals, sheet.complete = [0, 0], False
        sheet.games, sheet.part_scores = list(games), list(pair)
        after = sheet.add(deal), sheet.totals, sheet.part_scores, sheet.games, sheet.complete
        crc = crc32(repr(after).encode(), crc)
    return crc

for kind in (Rubber, International, Polish):
    sheet = kind()
    crc = 0
    for games in ((0, 0), (1, 0), (0, 1), (1, 1)):
        for pair in pairs:
            crc = summed(sheet, games, pair, crc)
    print(sheet.dealt, crc)
""".replace("PART_SCORES", repr(PART_SCORES))


def test_micropython_scores_as_cpython_does():
    cpython = interpreters.cpython(HASH)
    assert cpython.split()[::2] == [str(6 * 4 * 2 * 1470)] * 3
    assert interpreters.micropython(HASH) == cpython
