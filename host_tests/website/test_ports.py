"""The site's serial ports: their lines, floods, and what takes nothing.

With a stand-in for the browser's port, as a real one cannot be made to do such things.
"""

import json
import subprocess
from typing import Any

import pytest

from dev.fetching import get_micropython_wasm
from support.commands import ROOT

CHECKS = ROOT / "host_tests" / "support" / "web" / "port_checks.mjs"
RTS, DTR = "requestToSend", "dataTerminalReady"
NO_RESET = [[RTS, False], [DTR, False]]  # in this order: RTS asserted alone resets an ESP32
LISTENS = [[RTS, False], [DTR, True]]
ROOM = 256 * 1024  # bytes


@pytest.fixture(scope="module")
def happened() -> Any:
    node = get_micropython_wasm.parts().node
    run = subprocess.run(
        [node, CHECKS, ROOT / "tools" / "website"], capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


def test_no_board_is_reset_and_each_chip_hears_that_somebody_listens(happened: Any) -> None:
    assert happened["converter"] == happened["unknown"] == happened["jtag"] == NO_RESET
    assert happened["pico"] == happened["s3"] == LISTENS
    assert happened["lineless"]


def test_a_flood_takes_no_more_room_than_there_is(happened: Any) -> None:
    assert ROOM < happened["flood"] <= ROOM + 1000


def test_what_comes_is_read_in_pieces(happened: Any) -> None:
    assert happened["pieces"] == [[1, 2], [3, 4], [5], [6], []]


def test_an_error_in_the_line_loses_what_it_hits_and_no_more(happened: Any) -> None:
    assert happened["broken"] == [1, 2, 3]


def test_a_port_that_takes_nothing_holds_nobody_up(happened: Any) -> None:
    assert happened["stuck"] == [True, True]


def test_a_port_that_is_shut_or_gone_says_so(happened: Any) -> None:
    assert happened["shut"]
    assert happened["closed"] == ["Gone", "Gone", True]
