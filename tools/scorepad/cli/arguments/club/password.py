"""What `scorepad club password` takes."""

from typing import Any

from scorepad.cli.declaring import add_command

_PASSWORD = """\
With it the director comes in from another machine, where `scorepad serve` runs
with --lan or --url. It is asked for twice, and not shown; without a terminal it
is the first line of standard input, with --file that of a file. The database
keeps no password but what argon2 makes of it; a backup has neither.

examples:
  scorepad club password
  scorepad club password --remove
"""


def add_to(commands: Any) -> None:
    """Adds the command to `scorepad club`."""
    parser = add_command(commands, "password", "the director's: set, change, remove", _PASSWORD)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--file", metavar="FILE", help="its first line is the new one")
    how.add_argument("--remove", action="store_true", help="none lets anybody in any more")
    # It is not said to write: only who is at the machine changes it.
    parser.set_defaults(run="cli.commands.club.password:run")
