"""While a deal is entered no key waits for code: it is loaded already, also where it is in files.

A board with the firmware in files reads its flash for each key as often as one that has the
firmware in its image: what is saved and what is shown of it, nothing else.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.bench.evening import Step, Twins, switched_on
from dev.emulators import qemu_board as emulator
from dev.emulators.qemu_board import Emulator
from firmware.opening import opening
from firmware.scoring.deal import with_hcp
from firmware.scoring.notation import parse
from firmware.scoring.rules import rule_set
from firmware.session import DEAL, Session, fold
from firmware.ui.flow import STEPS
from scorepad.simulator.robot import Robot
from support.tablet.bare_board import installed

pytestmark = pytest.mark.full

DEALS = ("1C N =", "pass", "4Sx W -2", "1NTxx E +1")
RULES = (
    "duplicate",
    "russian",
    "pirate",
)  # which ask for a board, for points, for the one who accepts
ENTERING = {*STEPS, "passed", "accept"}


def session(rules: str) -> Session:
    asks = rule_set(rules).asks
    played = fold(opening(rules, {}, 1, 0, 0, accept=True))
    for number, line in enumerate(DEALS, 1):
        deal = parse(line)[0]
        if "acceptor" in asks and line != "pass":
            deal |= (1 + number % 3) << 14
        if "hcp" in asks and played.sheet.counts(deal):
            deal = with_hcp(deal, 15 + number)
        played.apply(DEAL, number if "board" in asks else 0, number, deal)
    return played


@pytest.fixture
def boards(qemu: None, tmp_path: Path) -> Iterator[tuple[Emulator, Emulator]]:
    files = tmp_path / "files"
    files.write_bytes(installed())
    with switched_on(files) as filed, switched_on(kernel=emulator.frozen()) as frozen:
        yield filed, frozen


def played(board: Emulator, rules: str) -> list[Step]:
    with Twins(board) as twins:
        Robot(twins, session(rules)).play()
        return twins.steps


@pytest.mark.parametrize("rules", RULES)
def test_no_key_of_a_deal_reads_code(boards: tuple[Emulator, Emulator], rules: str) -> None:
    filed, frozen = (played(board, rules) for board in boards)
    assert {name for step in filed for name in step.name.split(" → ")} >= asked(rules)
    assert reads_of_deals(filed) == reads_of_deals(frozen)


def asked(rules: str) -> set[str]:
    return {"compass", "contract", "result", "passed", "accept", *rule_set(rules).asks}


def reads_of_deals(steps: list[Step]) -> list[tuple[str, int]]:
    return [(step.name, step.reads) for step in steps if {*step.name.split(" → ")} <= ENTERING]
