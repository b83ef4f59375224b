"""What `scorepad sim` takes."""

from pathlib import Path
from typing import Any

from firmware.scoring.rules import NAMES
from scorepad.cli.arguments.deploy import PANELS
from scorepad.cli.declaring import add_flag, add_rule_options, add_rule_set, add_verbatim, between

_DESCRIPTION = """\
A tablet on this machine: the real firmware on real MicroPython, its panel and
its buttons.

In a terminal it is played with the arrow keys, Enter (OK) and Backspace (BACK).
"""
_RUNTIME = (
    "MicroPython with 64-bit (unix) or, as a board has them, 32-bit words (unix32); or cpython. "
    "Without it: unix where there is or can be fetched one, else cpython"
)
_EXAMPLES = """\
examples:
  scorepad sim                                play it here
  scorepad sim --flash table3.flash           the same, and it keeps its scores
  scorepad sim --keys evening.keys --screenshots pictures --json
  scorepad sim --flash table3.flash --rules rubber --play deals.txt
  scorepad sim --rules chicago --option honours=off --close --play deals.txt
  scorepad sim --flash table3.flash --pty &   its serial port, for scorepad sync
key scripts:
  # a comment, also at the end of a line
  OK OK DOWN          presses one by one: UP DOWN LEFT RIGHT OK BACK, any case
  hold BACK 1200      a button held down, in milliseconds (1200 if not said)
  wait 500            time goes on, in milliseconds
  shot NAME           what the tablet shows: printed, and kept as NAME.png
  ask table 3         what a PC asks over the cable (docs/link.md)
  reset               the microcontroller is reset
  power-cut           the power goes and comes back
"""


def add_to(subcommands: Any) -> None:
    parser = add_verbatim(subcommands, "sim", "a tablet on this machine", _DESCRIPTION, _EXAMPLES)
    add = parser.add_argument
    add("--keys", metavar="FILE", help="press the keys of a script (- is standard input)")
    add("--screenshots", metavar="DIR", type=Path, help="keep the script's shots as pictures")
    add_rule_set(
        parser, "--rules", default="rubber", help=f"the game to --play: {', '.join(NAMES)}"
    )
    add("--play", metavar="DEALS", help="start a new game and enter these deals by pressing keys")
    add_rule_options(parser, "the game to --play")
    add("--first-dealer", metavar="SEAT", default="N", help="of the game to --play (N)")
    add_flag(parser, "--close", "stop playing after the last deal, as if going home")
    add("--flash", metavar="FILE", type=Path, help="keep the flash in this file")
    add("--runtime", choices=("unix", "unix32", "cpython"), help=_RUNTIME)
    add(
        "--heap",
        metavar="KB",
        type=between(32, 65536, "heap (32 to 65536 KB)"),
        default=192,
        help="MicroPython's heap (192)",
    )
    add("--panel", choices=PANELS, default="ssd1306", help="which panel it has (ssd1306)")
    add(
        "--battery",
        metavar="PERCENT",
        type=between(0, 100, "charge (0 to 100 percent)"),
        help="what its battery has, 0 to 100; without it the board cannot measure any",
    )
    port = parser.add_mutually_exclusive_group()
    add_flag(port, "--pty", "offer the serial port, and print its path first")
    add_flag(port, "--tcp", "the same as socket://..., which Windows has too")
    add_flag(parser, "--json", "one JSON object a line: each shot, what play took")
    parser.set_defaults(run="cli.commands.sim:run")
