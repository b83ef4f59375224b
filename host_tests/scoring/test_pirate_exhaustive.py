"""Pirate Bridge in every cell: any contract, result and option, against a plain reading of it."""

import itertools

import pytest

from firmware.scoring import deal as deals
from firmware.scoring.pirate import Pirate
from firmware.scoring.sheet import unpacked
from support.depth import FULL, sampled

pytestmark = pytest.mark.slow

LEVELS, STRAINS, STAKES, TRICKS = range(1, 8), range(6), range(3), range(14)
CELLS = list(itertools.product(LEVELS, STRAINS, STAKES, TRICKS))
ROLES = list(itertools.permutations(range(4), 2))  # declarer, acceptor
OPTIONS = {
    "overtricks": ("below", "above", "contract"),
    "slam": ("taker", "contractors"),
    "nullo_slam": ("mirror", "none"),
}
READINGS = [
    dict(zip(OPTIONS, values, strict=True)) for values in itertools.product(*OPTIONS.values())
]
HONOURS = {
    (2, 1): 2, (3, 0): 2, (2, 2): 4, (3, 1): 4, (3, 2): 5, (4, 0): 8, (4, 1): 9, (5, 0): 10,
}  # fmt: skip
ACES = {(2, 1): 30, (3, 0): 30, (2, 2): 40, (3, 1): 40, (4, 0): 100}
VALUES = (6, 7, 8, 9, 10, 10)  # of an odd trick: clubs to no-trump, nullo

N, E, S, W = range(4)

Cell = tuple[int, int, int, int]
Posting = tuple[int, str, int, str]


def dealt(cell: Cell, declarer: int = N, acceptor: int = E) -> int:
    """Return the deal of a cell, played by two players."""
    level, strain, stake, tricks = cell
    return deals.pack(level, strain, stake, declarer, tricks, (acceptor - declarer) % 4)


def play(
    options: dict, deal: int, part_scores: tuple = (0, 0, 0, 0), games: tuple = (0, 0, 0, 0)
) -> tuple[list[Posting], Pirate]:
    """Return the postings of a deal, in no order, and the sheet after it."""
    sheet = Pirate(options)
    sheet.part_scores, sheet.games = list(part_scores), list(games)
    postings = sorted(unpacked(sheet.add(deal)))
    points = [sum(p[2] for p in postings if p[0] == player) for player in range(4)]
    assert sheet.totals == points
    return postings, sheet


def expect(options: dict, cell: Cell, declarer: int = N, acceptor: int = E) -> list[Posting]:
    """Return the postings that the rules say for the first deal of a rubber."""
    level, strain, stake, tricks = cell
    taken = 13 - tricks if strain == deals.NULLO else tricks
    over, both = taken - 6 - level, (declarer, acceptor)
    others = tuple(player for player in range(4) if player not in both)
    due: list[tuple[tuple[int, ...], str, int, str]] = []
    if over < 0:
        due.append((others, "above", -over * 50 << stake, "undertricks"))
    else:
        value = VALUES[strain] << stake
        bid, more = level * value, over * value
        below = bid + more * (options["overtricks"] == "below")
        accepted = bid + more * (options["overtricks"] != "contract")
        due += [
            ((declarer,), "below", below, "tricks"),
            ((acceptor,), "above", accepted, "accepting"),
            ((declarer,), "above", more * (options["overtricks"] == "above"), "overtricks"),
            (both, "above", 50 * stake, "insult"),
            (both, "above", 50 * stake * over, "overtricks"),
            (both, "above", 50 * (below >= 30), "game"),
        ]
    if strain != deals.NULLO or options["nullo_slam"] == "mirror":
        due.append((both, "above", 50 * max(0, taken - 11), "slam"))
        if options["slam"] == "taker":
            due.append((others, "above", 50 * max(0, 2 - taken), "slam"))
    return sorted(
        (player, line, points, reason)
        for players, line, points, reason in due
        for player in players
        if points
    )


@pytest.mark.parametrize("number", range(len(READINGS)))
def test_every_cell_scores_as_the_rules_say(number):
    """Over all readings each cell is played by each of the twelve pairs of players."""
    options = READINGS[number]
    for at, cell in enumerate(CELLS):
        pair = ROLES[(at + number) % len(ROLES)]
        postings, _ = play(options, dealt(cell, *pair))
        assert postings == expect(options, cell, *pair), (cell, pair)


@sampled
@pytest.mark.parametrize("overtricks", OPTIONS["overtricks"])
def test_a_game_depends_on_what_was_below_the_line_before(overtricks):
    options = {**READINGS[0], "overtricks": overtricks}
    for cell in CELLS[:: 5 if FULL else 13]:
        fresh = [p for p in expect(options, cell) if p[3] != "game"]
        below = sum(points for _, line, points, _ in fresh if line == "below")
        for part_score, games in itertools.product((0, 1, 9, 20, 29), range(2)):
            before = (part_score, 28, 7, 1)
            postings, sheet = play(options, dealt(cell), before, (games, 1, 0, 1))
            wins = below > 0 and part_score + below >= 30
            due = [(player, "above", 50, "game") for player in (N, E) if wins]
            due += [(N, "above", 50, "rubber")] * (wins and games)
            assert postings == sorted(fresh + due), (cell, part_score, games)
            assert sheet.complete == (wins and games == 1)
            after = [0, 0, 0, 0] if wins else [part_score + below, 28, 7, 1]
            assert (sheet.part_scores, sheet.games) == (after, [games + wins, 1, 0, 1])


@sampled
def test_honours_add_to_both_players_of_a_side_and_change_nothing_else():
    options = {**READINGS[0], "honours": "on"}
    for cell in [cell for cell in CELLS[:: 7 if FULL else 17] if cell[1] != deals.NULLO]:
        aces = cell[1] == deals.NO_TRUMP
        for seat, (held, worth) in itertools.product(
            range(4), (ACES if aces else HONOURS).items()
        ):
            claim = deals.pack_honours(seat, *held)
            postings, _ = play(options, deals.with_honours(dealt(cell), claim))
            points = worth if aces else worth * VALUES[cell[1]]
            side = (N, E) if seat in (N, E) else (S, W)
            due = [(player, "above", points, "honours") for player in side]
            assert postings == sorted(expect(options, cell) + due), (cell, seat, held)
