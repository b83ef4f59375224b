"""The site's serial ports: their lines, floods, and what takes nothing.

With a stand-in for the browser's port, as a real one cannot be made to do such things.
"""

import json
import subprocess

from dev.fetching import get_micropython_wasm
from support.commands import ROOT

CHECKS = ROOT / "host_tests" / "support" / "web" / "port_checks.mjs"
RTS, DTR = "requestToSend", "dataTerminalReady"
NO_RESET = [[RTS, False], [DTR, False]]  # in this order: RTS asserted alone resets an ESP32
LISTENS = [[RTS, False], [DTR, True]]
ROOM = 256 * 1024  # bytes


def test_ports_do_so_where_no_real_one_can_be_made_to() -> None:
    command = [get_micropython_wasm.parts().node, CHECKS, ROOT / "tools" / "website"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    happened = json.loads(run.stdout)
    assert ROOM < happened.pop("flood") <= ROOM + 1000  # no more than there is room for
    assert happened == {
        **dict.fromkeys(("converter", "unknown", "jtag"), NO_RESET),
        **dict.fromkeys(("pico", "s3"), LISTENS),
        "lineless": True,
        "pieces": [[1, 2], [3, 4], [5], [6], []],  # what comes is read in pieces
        "broken": [1, 2, 3],  # an error in the line loses what it hits and no more
        "stuck": [True, True],  # a port that takes nothing holds nobody up
        "shut": True,
        "closed": ["Gone", "Gone", True],
    }
