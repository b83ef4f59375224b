"""Fewest presses: the effect of arrows on the entry screens, and the presses of an average deal.

Also deals to press: contracts, doubling and results as often as in published studies.

A value that a screen changes is a tuple of small integers; `Moves` says where each arrow leads
from it. The averages are exact fractions over the published frequencies.
"""

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from firmware.scoring import deal as d
from firmware.scoring.deal import MAX_BOARD
from firmware.scoring.notation import STRAINS

Value = tuple[int, ...]
Moves = Callable[[Value], dict[str, Value]]

DECLARER = OK = 1  # presses
PASSED_OUT = 2
_DOUBLINGS = ("undoubled", "doubled", "redoubled")


def contract(strains: int = 5) -> Moves:
    """(level, strain): UP and DOWN level, LEFT and RIGHT strain, both wrap."""

    def moves(value: Value) -> dict[str, Value]:
        level, strain = value
        return {
            "UP": (level % 7 + 1, strain),
            "DOWN": ((level - 2) % 7 + 1, strain),
            "LEFT": (level, (strain - 1) % strains),
            "RIGHT": (level, (strain + 1) % strains),
        }

    return moves


def result(level: int) -> Moves:
    """(overtricks, doubling): UP and DOWN a trick within 0..13, LEFT and RIGHT doubling, wraps."""
    least, most = -d.BOOK - level, d.TRICKS - d.BOOK - level

    def moves(value: Value) -> dict[str, Value]:
        over, doubling = value
        return {
            "UP": (min(over + 1, most), doubling),
            "DOWN": (max(over - 1, least), doubling),
            "LEFT": (over, (doubling - 1) % 3),
            "RIGHT": (over, (doubling + 1) % 3),
        }

    return moves


def _stepping(up: int, right: int, kept: Callable[[int], int]) -> Moves:
    """Return the moves of a number that `kept` keeps within limits; DOWN and LEFT step back."""
    steps = {"UP": up, "DOWN": -up, "LEFT": -right, "RIGHT": right}
    return lambda value: {key: (kept(value[0] + step),) for key, step in steps.items()}


points = _stepping(1, 5, lambda points: max(0, min(points, d.MAX_HCP)))
board = _stepping(1, 10, lambda board: (board - 1) % MAX_BOARD + 1)


def deals(last: int) -> Moves:
    """(row,) of the list of deals: UP and DOWN one, LEFT and RIGHT five, within 0..last."""
    return _stepping(-1, 5, lambda row: max(0, min(row, last)))


def routes(moves: Moves, start: Value) -> dict[Value, list[str]]:
    """Return a shortest way, as keys, from `start` to every value that can be reached."""
    found: dict[Value, list[str]] = {start: []}
    front = [start]
    for value in front:  # which grows: breadth first
        for key, further in moves(value).items():
            if further not in found:
                found[further] = [*found[value], key]
                front.append(further)
    return found


def published() -> dict[str, Any]:
    """Return the published frequencies of contracts, doubling and results."""
    text = Path(__file__).with_name("contract_frequencies.json").read_text("utf-8")
    frequencies: dict[str, Any] = json.loads(text)
    return frequencies


def contract_presses(start: Value) -> Fraction:
    """Return the average arrows on the contract screen over the deals that are played."""
    ways = routes(contract(), start)
    return _mean({bid: len(ways[bid]) for bid in _contracts()}, _contracts())


def result_presses(start: Value) -> Fraction:
    """Return the arrows on the result screen if it starts with this result where allowed."""
    arrows, bids = {}, _contracts()
    for level in {level for level, _ in bids}:
        moves = result(level)
        ways = routes(moves, (_within(level, start[0]), start[1]))
        arrows[level] = _mean({end: len(ways[end]) for end in _results(level)}, _results(level))
    return sum((arrows[bid[0]] * share for bid, share in _shares(bids).items()), Fraction())


def deal_presses(start: Value) -> Fraction:
    """Return the presses for a deal without an accept step, with the contract at `start`."""
    frequencies = published()
    played, passed = sum(frequencies["contracts"].values()), frequencies["passed_out"]
    each = DECLARER + contract_presses(start) + OK + result_presses((0, d.UNDOUBLED)) + OK
    return (played * each + passed * PASSED_OUT) / Fraction(played + passed)


def _contracts() -> dict[Value, int]:
    bids = published()["contracts"]
    return {(int(bid[0]), STRAINS.index(bid[1])): count for bid, count in bids.items()}


def _results(level: int) -> dict[Value, int]:
    """Return how often each (overtricks, doubling) is the result of a contract at `level`."""
    frequencies, counts = published(), dict[Value, int]()
    for over, count in frequencies["result_per_1000"].items():
        for doubling, word in enumerate(_DOUBLINGS):
            end = (_within(level, int(over)), doubling)
            share = count * frequencies["doubling_per_1000"][word]
            counts[end] = counts.get(end, 0) + share
    return counts


def _within(level: int, over: int) -> int:
    return max(-d.BOOK - level, min(over, d.TRICKS - d.BOOK - level))


def _mean(figures: dict[Any, int], weights: dict[Any, int]) -> Fraction:
    return sum((figures[key] * share for key, share in _shares(weights).items()), Fraction())


def _shares(weights: dict[Any, int]) -> dict[Any, Fraction]:
    whole = sum(weights.values())
    return {key: Fraction(weight, whole) for key, weight in weights.items()}


def draw(chance: random.Random) -> int:
    """Return a deal from the published frequencies of contracts, doubling and results."""
    frequencies = published()
    contracts = {**frequencies["contracts"], "pass": frequencies["passed_out"]}
    contract = _one_of(chance, contracts)
    if contract == "pass":
        return d.PASSED_OUT
    level, strain = int(contract[0]), STRAINS.index(contract[1])
    doubling = _DOUBLINGS.index(_one_of(chance, frequencies["doubling_per_1000"]))
    over = _within(level, int(_one_of(chance, frequencies["result_per_1000"])))
    taken = d.tricks_for(level, strain, over)
    return d.pack(level, strain, doubling, chance.randrange(4), taken)


def _one_of(chance: random.Random, weights: dict[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]
