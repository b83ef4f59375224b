"""Deals as clubs play them: contracts, doubling and results as often as in published studies."""

import random

from firmware.scoring import deal as d
from firmware.scoring.notation import STRAINS
from scorepad.simulator.presses import published


def draw(chance: random.Random) -> int:
    """A deal from the published frequencies of contracts, doubling and results."""
    frequencies = published()
    contracts = {**frequencies["contracts"], "pass": frequencies["passed_out"]}
    contract = _one_of(chance, contracts)
    if contract == "pass":
        return d.PASSED_OUT
    level, strain = int(contract[0]), STRAINS.index(contract[1])
    doubling = ["undoubled", "doubled", "redoubled"].index(
        _one_of(chance, frequencies["doubling_per_1000"])
    )
    over = int(_one_of(chance, frequencies["result_per_1000"]))
    over = max(-d.BOOK - level, min(over, d.TRICKS - d.BOOK - level))
    taken = d.tricks_for(level, strain, over)
    return d.pack(level, strain, doubling, chance.randrange(4), taken)


def _one_of(chance: random.Random, weights: dict[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]
