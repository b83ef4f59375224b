"""Budgets of a board: the heap for an event of many rounds, and the time of what a PC asks."""

from pathlib import Path

import pytest

from dev.bench import requests as bench_requests
from dev.bench.evening import Step, Twins, switched_on
from dev.emulators import qemu_board as emulator
from dev.emulators.qemu_board import STACK, Emulator
from firmware.opening import opening
from firmware.scoring.deal import with_hcp
from firmware.scoring.notation import parse
from firmware.scoring.rules import rule_set
from firmware.session import CLOSE, DEAL, Session, fold
from firmware.ui.flow import STEPS
from scorepad.movement.howell import build_howell
from scorepad.simulator.robot import Robot
from scorepad.tablet.cable import Cable
from support.tablet.events import checked, entries

pytestmark = pytest.mark.full

ROUNDS = 19  # a Howell of 20 pairs, the longest that there is
PRESSED = ("DOWN", "OK", "OK", "RIGHT")
MOST = {"files": 100_352, "frozen": 49_152}  # bytes; docs/performance.md
TABLE = 3
COUNTED = (0, ROUNDS - 2, ROUNDS - 1)  # rounds after which the heap is read


def send(cable: Cable, contents: list[bytes]) -> None:
    cable.ask(f"table {TABLE}")
    for place, content in enumerate(contents):
        cable.ask(f"entry {place} {content.hex()}")
    cable.ask(f"event {len(contents)} {checked(contents):08x}")


def most_heap(board: Emulator) -> int:
    found = []
    with Cable(board.cable) as cable:
        send(cable, entries(build_howell(20, ROUNDS, 1), TABLE))
        board.wait(1000)
        board.press("OK")
        for number in range(ROUNDS):
            board.press("OK", *PRESSED, "OK")
            if number not in COUNTED:
                continue
            for request in ("list 0", "total 1"):
                cable.ask(request)
                found.append(board.count().heap_used)
        (listed,) = cable.ask("list 0").split()
    number, rules, records, state, _ = listed.split(":")
    assert (number, rules, state) == ("1", "duplicate", "o")
    assert int(records) >= 4 + 2 * ROUNDS  # a round and a deal each
    return max(found)


@pytest.mark.parametrize("how", MOST)
def test_an_event_of_many_rounds_stays_within_the_budget(how: str, files: Path) -> None:
    frozen = how == "frozen"
    what = (None, emulator.frozen()) if frozen else (files, None)
    with switched_on(*what) as board:
        booted, taken = board.count().heap_used, most_heap(board)
    assert booted <= 32_768 or not frozen
    assert MOST[how] // 2 < taken <= MOST[how]  # it was counted


# ---- a PC at the cable of a tablet that is as slow as a chip


def test_no_request_takes_a_tablet_long(files: Path) -> None:
    """At most 5 million instructions, 0.15 s; twenty tablets with ten sessions in a minute."""
    with switched_on(files) as board:
        requests = bench_requests.conversation(board)
    dearest = max(requests[1:], key=lambda request: request.instructions)
    assert requests[0].name == "load"
    assert dearest.instructions <= 5_000_000, dearest
    assert bench_requests.figures(requests)["request.club.ms"] < 60_000


# ---- while a deal is entered no key waits for code: it is loaded already

DEALS = ("1C N =", "pass", "4Sx W -2", "1NTxx E +1")
# They ask for a board, for points, for the one who accepts.
RULES = ("duplicate", "russian", "pirate")
ENTERING = {*STEPS, "passed", "accept"}


def game(rules: str) -> Session:
    asks = rule_set(rules).asks
    played = fold(opening(rules, {}, 1, 0, 0, accept=True))
    for number, line in enumerate(DEALS, 1):
        deal = parse(line)[0]
        if "acceptor" in asks and line != "pass":
            deal |= (1 + number % 3) << 14
        if "hcp" in asks and played.sheet.counts(deal):
            deal = with_hcp(deal, 15 + number)
        played.apply(DEAL, number if "board" in asks else 0, number, deal)
    if not played.sheet.complete:
        played.apply(CLOSE, 0, len(DEALS), 0)
    return played


def steps_of(board: Emulator) -> list[Step]:
    """What the keys of a game of each of these rule sets did; every picture is the simulator's."""
    with Twins(board) as twins:
        for rules in RULES:
            Robot(twins, game(rules)).play()
        return twins.steps


def test_no_key_of_a_deal_reads_code(files: Path) -> None:
    """A board with its firmware in files reads its flash for each key as often as a frozen one:
    what is saved and what is shown of it, nothing else."""
    with switched_on(files) as filed_board, switched_on(kernel=emulator.frozen()) as frozen_board:
        filed, frozen = (steps_of(board) for board in (filed_board, frozen_board))
        assert frozen_board.count().stack <= STACK
    asked = {name for rules in RULES for name in rule_set(rules).asks}
    assert {name for step in filed for name in step.name.split(" → ")} >= asked | {
        *("compass", "contract", "result", "passed", "accept")
    }
    assert reads_of_deals(filed) == reads_of_deals(frozen)


def reads_of_deals(steps: list[Step]) -> list[tuple[str, int]]:
    return [(step.name, step.reads) for step in steps if {*step.name.split(" → ")} <= ENTERING]
