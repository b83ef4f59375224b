"""The budget of presses a deal: exact over the published frequencies."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import keys
from firmware.entry import START_LEVEL, START_STRAIN, Entry
from firmware.scoring.rules import rule_set
from firmware.ui.screens.contract import Contract
from firmware.ui.screens.result import Result
from scorepad.simulator import presses

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
    session = SimpleNamespace(sheet=rule_set(rules)())
    return SimpleNamespace(draft=SimpleNamespace(entry=Entry(1)), session=session)


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


def test_a_deal_takes_at_most_six_presses() -> None:
    mean = presses.deal_presses((START_LEVEL, START_STRAIN))
    assert mean <= BUDGET
    assert f"{float(mean):.2f}" == "5.89"
    assert f"{float(presses.contract_presses((START_LEVEL, START_STRAIN))):.2f}" == "1.87"


def test_the_contract_screen_starts_where_the_fewest_presses_lead_on() -> None:
    starts = [(level, strain) for level in range(1, 8) for strain in range(5)]
    assert min(starts, key=presses.contract_presses) == (START_LEVEL, START_STRAIN)
