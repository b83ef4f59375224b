"""The budget of presses a deal: exact over the published frequencies."""

from types import SimpleNamespace

from firmware import keys
from firmware.entry import START_LEVEL, START_STRAIN, Entry
from firmware.scoring.rules import rule_set
from firmware.ui.screens.entry.contract import Contract
from firmware.ui.screens.entry.result import Result
from scorepad.simulator import presses

BUDGET = 6


def check_moves(
    moves: presses.Moves, kind: type, game: SimpleNamespace, first: str, second: str
) -> int:
    """From every value each arrow leads where the screen of the firmware goes; how many values.

    `first` and `second` are what the value is of the deal that is being entered.
    """
    screen, entry = kind(game), game.draft.entry
    ways = presses.routes(moves, (getattr(entry, first), getattr(entry, second)))
    for value in ways:
        for key, further in moves(value).items():
            vars(entry).update(zip((first, second), value, strict=True))
            screen.key(getattr(keys, key))
            assert (getattr(entry, first), getattr(entry, second)) == further, (value, key)
    return len(ways)


def table(rules: str = "rubber") -> SimpleNamespace:
    """What an entry screen asks of a game while its arrows are pressed."""
    session = SimpleNamespace(sheet=rule_set(rules)())
    return SimpleNamespace(draft=SimpleNamespace(entry=Entry(1)), session=session)


def test_the_arrows_of_contract_and_result() -> None:
    for rules, strains in (("rubber", 5), ("pirate", 6)):
        moves = presses.contract(strains)
        assert check_moves(moves, Contract, table(rules), "level", "strain") == 7 * strains
    for level in range(1, 8):
        game = table()
        game.draft.entry.set_level(level)
        moves = presses.result(level)
        assert check_moves(moves, Result, game, "overtricks", "doubling") == 14 * 3


def test_a_deal_takes_at_most_six_presses() -> None:
    mean = presses.deal_presses((START_LEVEL, START_STRAIN))
    assert mean <= BUDGET
    assert f"{float(mean):.2f}" == "5.89"
    assert f"{float(presses.contract_presses((START_LEVEL, START_STRAIN))):.2f}" == "1.87"


def test_the_contract_screen_starts_where_the_fewest_presses_lead_on() -> None:
    starts = [(level, strain) for level in range(1, 8) for strain in range(5)]
    assert min(starts, key=presses.contract_presses) == (START_LEVEL, START_STRAIN)
