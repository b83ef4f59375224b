"""What `scorepad club token` and `password` take."""

from typing import Any

from scorepad.cli.declaring import (
    add_command,
    add_commands,
    add_printing_options,
)

_TOKENS = """\
With a token a program comes in where `scorepad serve` runs, as docs/api.md
says. Only the club's secretary makes them, one for each program, and takes back
what is lost or needed no more. The database keeps no token but its hash, with
the day on which it was used last; a backup has neither.

examples:
  scorepad club token new "Club site" --read-only
  scorepad club token list
  scorepad club token remove "Club site"
"""
_NEW = """\
The token is printed now and never again.

example:
  scorepad club token new "Club site" --read-only
"""
_REMOVE = """\
It is refused from this moment on.

example:
  scorepad club token remove "Club site"
"""


def add_to(commands: Any) -> None:
    """Adds `token`, its commands and `password` to `scorepad club`."""
    _add_token(commands)
    _add_password(commands)


def _add_token(commands: Any) -> None:
    parser = add_command(commands, "token", "who of programs may come in: new, list", _TOKENS)
    own = add_commands(parser)
    made = add_command(own, "new", "let a program in", _NEW)
    made.add_argument("name", metavar="NAME", help="of the program")
    made.add_argument("--read-only", action="store_true", help="it may change nothing")
    # None of these is said to read or write: no program shall let in others, or look for them.
    made.set_defaults(run="cli.commands.club.token:new")
    shown = add_command(own, "list", "all programs that may come in")
    add_printing_options(shown)
    shown.set_defaults(run="cli.commands.club.token:list_tokens")
    gone = add_command(own, "remove", "let a program in no more", _REMOVE)
    gone.add_argument("name", metavar="NAME", help="of the program")
    gone.set_defaults(run="cli.commands.club.token:remove")


_PASSWORD = """\
With it the director comes in from another machine, where `scorepad serve` runs
with --lan or --url. It is asked for twice, and not shown; without a terminal it
is the first line of standard input, with --file that of a file. The database
keeps no password but what argon2 makes of it; a backup has neither.

examples:
  scorepad club password
  scorepad club password --remove
"""


def _add_password(commands: Any) -> None:
    parser = add_command(commands, "password", "the director's: set, change, remove", _PASSWORD)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--file", metavar="FILE", help="its first line is the new one")
    how.add_argument("--remove", action="store_true", help="none lets anybody in any more")
    # It is not said to write: only who is at the machine changes it.
    parser.set_defaults(run="cli.commands.club.password:run")
