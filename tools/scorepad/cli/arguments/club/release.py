"""What `scorepad club release` and `released` take."""

from typing import Any

from scorepad.cli.declaring import (
    add_author,
    add_command,
    add_json_option,
    add_language_option,
    add_reason,
    reads,
    writes,
)

_RELEASE = """\
Whoever is in the room can read what is released, without a password, on the
screen and on their phones (`scorepad serve --lan`): of an evening its sessions
with their score sheets, the standings of its duplicate, and the ranking as it
was after it; of an event its sessions and standings. What comes in later is
released too. --back takes it back.

examples:
  scorepad club release
  scorepad club release --evening 2026-11-20
  scorepad club release --event Tuesday --back --reason "a board is doubtful"
"""


def add_to(commands: Any) -> None:
    """Adds the commands to `scorepad club`."""
    parser = add_command(commands, "release", "the room may read an evening", _RELEASE)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--evening", metavar="DATE", help="as 2026-11-20 (default: this one)")
    which.add_argument("--event", metavar="EVENT", help="all sessions of it (`scorepad event`)")
    parser.add_argument("--back", action="store_true", help="the room may not read it any more")
    add_reason(parser)
    add_author(parser)
    writes(parser, "cli.commands.club.release:release")
    listed = add_command(commands, "released", "what the room may read")
    add_json_option(listed)
    add_language_option(listed)
    reads(listed, "cli.commands.club.release:list_released")
