"""What `scorepad club seat` takes."""

from typing import Any

from scorepad.cli.declaring import (
    add_author,
    add_command,
    add_json_option,
    add_language_option,
    add_reason,
    writes,
)

_SEAT = """\
Without SEAT and PLAYER it shows who sat where, and what was changed: when, from
whom to whom, and why. The records of the tablet stay as they are.

PLAYER is as in `scorepad club players`, or the word guest. Two who were entered
the wrong way round: make one a guest first.

examples:
  scorepad club seat 02005c0e9ad0-7
  scorepad club seat 02005c0e9ad0-7 N "Zoë Lund" --reason "chose the wrong name"
  scorepad club seat 02005c0e9ad0-7 E guest
  scorepad club seat 02005c0e9ad0-7 S "Ann Reid" --deals 3-5

With --deals it is said of these deals of duplicate only (3, or 3-5).
"""


def add_to(commands: Any) -> None:
    """Adds the command to `scorepad club`."""
    parser = add_command(commands, "seat", "who sat where, corrected afterwards", _SEAT)
    parser.add_argument("session", metavar="SESSION", help="its id, or how it begins")
    parser.add_argument("seat", metavar="SEAT", nargs="?", help="N, E, S or W")
    parser.add_argument("player", metavar="PLAYER", nargs="?", help="who sat there, or guest")
    parser.add_argument("--deals", metavar="DEALS", help="only in these: 3, or 3-5")
    add_reason(parser)
    add_author(parser)
    add_json_option(parser, "what it shows as JSON")
    add_language_option(parser)
    writes(parser, "cli.commands.club.seat:seat", reads_with=("session",))
