"""An event of many rounds on a board: what it takes of the heap, with a PC that asks."""

from pathlib import Path

import pytest

from dev.bench.evening import switched_on
from dev.emulators import qemu_board as emulator
from dev.emulators.qemu_board import Emulator
from scorepad.movement.howell import howell
from scorepad.tablet.cable import Cable
from support.tablet.bare_board import installed
from support.tablet.events import checked, entries

pytestmark = pytest.mark.full

ROUNDS = 19  # a Howell of 20 pairs, the longest that there is
DEAL = ("DOWN", "OK", "OK", "OK")
MOST = {"files": 98_304, "frozen": 49_152}  # bytes; docs/performance.md
TABLE = 3
COUNTED = (0, ROUNDS - 2, ROUNDS - 1)  # rounds after which the heap is read


def send(cable: Cable, contents: list[bytes]) -> None:
    cable.ask(f"table {TABLE}")
    for place, content in enumerate(contents):
        cable.ask(f"entry {place} {content.hex()}")
    cable.ask(f"event {len(contents)} {checked(contents):08x}")


def most_heap(board: Emulator) -> int:
    """The most that is in use after the PC has asked."""
    found = []
    with Cable(board.cable) as cable:
        send(cable, entries(howell(20, ROUNDS, 1), TABLE))
        board.wait(1000)
        board.press("OK")
        for number in range(ROUNDS):
            board.press("OK", *DEAL, "OK")
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
def test_an_event_of_many_rounds_stays_within_the_budget(how: str, tmp_path: Path) -> None:
    files = tmp_path / "board.image" if how == "files" else None
    if files:
        files.write_bytes(installed())
    kernel = emulator.frozen() if how == "frozen" else None
    with switched_on(files, kernel) as board:
        taken = most_heap(board)
    assert taken <= MOST[how], f"{taken} bytes"
    assert taken > MOST[how] // 2  # it was counted
