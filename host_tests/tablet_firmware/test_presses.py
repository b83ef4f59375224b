"""The budget of presses a deal: exact over the published frequencies, and counted by playing."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import keys
from firmware.entry import START_LEVEL, START_STRAIN, Entry
from firmware.scoring import deal as d
from firmware.scoring.notation import STRAINS, to_text
from firmware.scoring.rules import rule_set
from firmware.ui.screens.board import Board
from firmware.ui.screens.contract import Contract
from firmware.ui.screens.hcp import Hcp
from firmware.ui.screens.result import Result
from scorepad.simulator import presses
from support.commands import lines_of, scorepad
from support.depth import FULL, sampled

BUDGET = 6
ARROWS = {
    "UP": keys.UP,
    "DOWN": keys.DOWN,
    "LEFT": keys.LEFT,
    "RIGHT": keys.RIGHT,
}


def check_moves(
    moves: presses.Moves, game: Any, screen: Any, put: Callable, take: Callable
) -> int:
    """From every value each arrow leads where the screen of the firmware goes; how many values."""
    ways = presses.routes(moves, take())
    for value in ways:
        for key, further in moves(value).items():
            put(*value)
            screen.key(ARROWS[key])
            assert take() == further, (value, key)
    return len(ways)


def table(rules: str = "rubber") -> SimpleNamespace:
    """What an entry screen asks of a game while its arrows are pressed."""
    draft = SimpleNamespace(entry=Entry(1), played=lambda session, board: False)
    session = SimpleNamespace(sheet=rule_set(rules)(), rounds=None)
    return SimpleNamespace(draft=draft, session=session)


@pytest.mark.parametrize(("rules", "strains"), [("rubber", 5), ("pirate", 6)])
def test_the_arrows_of_the_contract_screen(rules: str, strains: int) -> None:
    game = table(rules)

    def put(level: int, strain: int) -> None:
        game.draft.entry.level, game.draft.entry.strain = level, strain

    def take() -> tuple[int, int]:
        return game.draft.entry.level, game.draft.entry.strain

    moves = presses.contract(strains)
    assert check_moves(moves, game, Contract(game), put, take) == 7 * strains


def test_the_arrows_of_the_result_screen() -> None:
    for level in range(1, 8):
        game = table()
        game.draft.entry.set_level(level)

        def put(over: int, doubling: int, game: Any = game) -> None:
            game.draft.entry.overtricks, game.draft.entry.doubling = over, doubling

        def take(game: Any = game) -> tuple[int, int]:
            return game.draft.entry.overtricks, game.draft.entry.doubling

        assert check_moves(presses.result(level), game, Result(game), put, take) == 14 * 3


def test_the_arrows_of_the_screen_for_high_card_points() -> None:
    game = table()

    def put(points: int) -> None:
        game.draft.entry.hcp = points

    assert check_moves(presses.points, game, Hcp(game), put, lambda: (game.draft.entry.hcp,)) == 41


def test_the_arrows_of_the_board_screen() -> None:
    game = table("duplicate")
    screen = Board(game)

    def put(board: int) -> None:
        screen.chosen = board

    def take() -> tuple[int]:
        screen.key(keys.OK)
        return (game.draft.entry.place,)

    assert check_moves(presses.board, game, screen, put, take) == 250


def test_a_deal_takes_at_most_six_presses() -> None:
    mean = presses.deal_presses((START_LEVEL, START_STRAIN))
    assert mean <= BUDGET
    assert f"{float(mean):.2f}" == "5.89"
    assert f"{float(presses.contract_presses((START_LEVEL, START_STRAIN))):.2f}" == "1.87"


def test_the_contract_screen_starts_where_the_fewest_presses_lead_on() -> None:
    starts = [(level, strain) for level in range(1, 8) for strain in range(5)]
    assert min(starts, key=presses.contract_presses) == (START_LEVEL, START_STRAIN)


def test_the_other_screens_start_where_the_fewest_presses_lead_on() -> None:
    starts = [(over, doubling) for over in range(-3, 4) for doubling in range(3)]
    entry = Entry(1)
    assert min(starts, key=presses.result_presses) == (entry.overtricks, entry.doubling)
    assert min(range(41), key=presses.hcp_presses) == entry.hcp


@sampled
def test_playing_a_sample_of_the_published_deals_takes_no_more(tmp_path: Path) -> None:
    """As many of each contract and result as the frequencies say, on the real firmware."""
    deals = sample(200 if FULL else 15)
    chance = random.Random(5)
    chance.shuffle(deals)
    file = tmp_path / "sample.deals"
    file.write_text("".join(to_text(deal) + "\n" for deal in deals))
    played = lines_of(scorepad("sim", "--rules", "chicago", "--play", file, "--json"))[-1]
    assert played["deals"] == len(deals)
    assert not FULL or played["presses_per_deal"] <= BUDGET
    expected = sum(len_of(deal) for deal in deals) / len(deals)
    assert json.dumps(played["presses_per_deal"]) == json.dumps(round(expected, 3))


def sample(size: int) -> list[int]:
    """Deals at even distances through all that there are, the commonest parts of each together."""
    published = presses.published()
    contracts = {**published["contracts"], "pass": published["passed_out"]}
    everything: list[tuple[int, int]] = []
    for bid, count in contracts.items():
        if bid == "pass":
            everything.append((d.PASSED_OUT, count * 1000 * 1000))
            continue
        level, strain = int(bid[0]), STRAINS.index(bid[1])
        for (over, doubling), share in presses._results(level).items():
            taken = d.tricks_for(level, strain, over)
            everything.append((d.pack(level, strain, doubling, 0, taken), count * share))
    whole, gone, deals = sum(share for _, share in everything), 0, list[int]()
    for deal, share in everything:
        gone += share
        while len(deals) < size and (2 * len(deals) + 1) * whole < 2 * size * gone:
            seat = len(deals) % 4 << 12 if d.level(deal) else 0  # declarers in turn
            deals.append(deal | seat)
    return deals


def len_of(deal: int) -> int:
    """The fewest presses with which a deal can be entered."""
    if not d.level(deal):
        return presses.PASSED_OUT
    bid = presses.routes(presses.contract(), (START_LEVEL, START_STRAIN))
    end = presses.routes(presses.result(d.level(deal)), (0, 0))
    arrows = bid[d.level(deal), d.strain(deal)] + end[d.overtricks(deal), d.doubling(deal)]
    return presses.DECLARER + len(arrows) + 2 * presses.OK
