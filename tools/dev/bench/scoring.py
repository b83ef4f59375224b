"""How fast the scoring core is, and what it allocates: part of `make bench`.

On CPython as ratios, each pair in turns on the same deals: our duplicate score and endplay's, and
the table that programs on a PC ask beside the core that fills it. Both scores begin with a deal as
the library keeps it, made before the clock runs (ours one integer, endplay's a Contract), and with
who is vulnerable, and end with the points of declarer's side. Ours is told whether that side is
vulnerable, endplay none or both, so neither looks at the declarer. The table is full before the
clock runs; it and the core find declarer's vulnerability and give the points of N-S.

On MicroPython the calls per second and the bytes of heap that scoring one deal takes. Seconds are
the processor's, which other programs on the machine change least.
"""

import itertools
import os
import subprocess
import time
from collections.abc import Callable

from endplay.types import Contract, Denom, Penalty, Player, Vul

from dev.bench.figures import ROOT, Figures, keep, word
from dev.bench.tables import show
from firmware.scoring import board
from firmware.scoring.deal import NORTH, overtricks, pack
from scorepad import board_scores
from scorepad.simulator.interpreters import micropython

BIDS = list(itertools.product(range(1, 8), range(5), range(3)))
CELLS = [(*bid, *rest) for bid in BIDS for rest in itertools.product((False, True), range(14))]
ROUNDS = 9
DENOMS = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)
PENALTIES = (Penalty.passed, Penalty.doubled, Penalty.redoubled)

# A rule set, its deals in notation, one of which is played again and again.
RUN_ON_MICROPYTHON = """
import gc, time
from firmware.scoring import board
from firmware.scoring.notation import parse
from firmware.scoring.rules import NAMES, rule_set

def per_second(call):
    started, calls = time.clock(), 0
    while calls < 20000:
        call()
        calls += 1
    return int(calls / (time.clock() - started))

def allocated(call):
    call()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    call()
    size = gc.mem_alloc() - before
    gc.enable()
    return size

deal, _ = parse("4Sx N +1")
score = lambda: board.points(deal, True)
print("points|%d|%d" % (per_second(score), allocated(score)))
lines = {"acceptor": "2Sx N/E =", "hcp": "2Sx N = hcp=20", "board": "2Sx N = vul=none"}
for name in NAMES:
    sheet = rule_set(name)()
    deal, place = parse(lines[sheet.asks[0]] if sheet.asks else "2H N -1")
    add = lambda: sheet.score(deal, place)
    print("%s|%d|%d" % (name, per_second(add), allocated(add)))
"""


def main() -> None:
    figures = {**_duplicate(), **_table(), **_on_micropython()}
    show(keep("score", figures), "duplicate", "table", "score")


def _duplicate() -> Figures:
    deals = [
        pack(level, strain, stake, NORTH, tricks) for level, strain, stake, _, tricks in CELLS
    ]
    ours = [(deal, cell[3]) for deal, cell in zip(deals, CELLS, strict=True)]
    theirs = [_contract(deal, *cell[:4]) for deal, cell in zip(deals, CELLS, strict=True)]
    our_rate, their_rate = _rates(
        lambda: [board.points(deal, vulnerable) for deal, vulnerable in ours],
        lambda: [contract.score(vul) for contract, vul in theirs],
    )
    return {
        "duplicate.calls_a_second": our_rate,
        "duplicate.endplay_calls_a_second": their_rate,
        "duplicate.ratio_endplay": our_rate / their_rate,
    }


def _table() -> Figures:
    """The points of N-S: the table of a PC beside the core."""
    played = itertools.product(BIDS, range(4), range(14), range(4))
    deals = [(pack(*bid, seat, tricks), sides) for bid, seat, tricks, sides in played]
    kept, computed = _rates(
        lambda: [board_scores.north_south(deal, sides) for deal, sides in deals],
        lambda: [board_scores.computed(deal, sides) for deal, sides in deals],
    )
    return {
        "table.calls_a_second": kept,
        "table.core_calls_a_second": computed,
        "table.ratio_core": kept / computed,
    }


def _contract(
    deal: int, level: int, strain: int, stake: int, vulnerable: bool
) -> tuple[Contract, Vul]:
    contract = Contract(
        level=level,
        denom=DENOMS[strain],
        declarer=Player.north,
        penalty=PENALTIES[stake],
        result=overtricks(deal),
    )
    return contract, Vul.both if vulnerable else Vul.none


def _rates(*score_all: Callable[[], list[int]]) -> list[float]:
    """Scores a second of each: the best of a few rounds, which is the one disturbed least.

    The first round only fills what is kept.
    """
    best = [0.0] * len(score_all)
    for turn in range(ROUNDS + 1):
        for place, each in enumerate(score_all):
            started = time.process_time()
            count = len(each())
            rate = count / (time.process_time() - started)
            best[place] = max(best[place], rate if turn else 0)
    return best


def _on_micropython() -> Figures:
    done = subprocess.run(
        [micropython(), "-c", RUN_ON_MICROPYTHON],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "MICROPYPATH": f"{ROOT}:.frozen"},
        cwd="/",
    )
    figures: Figures = {}
    for line in done.stdout.splitlines():
        name, rate, size = line.split("|")
        figures[f"micropython.{word(name)}.calls_a_second"] = int(rate)
        figures[f"micropython.{word(name)}.bytes"] = int(size)
    return figures


if __name__ == "__main__":
    main()
