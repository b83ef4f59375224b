"""What `scorepad club token` takes."""

from typing import Any

from scorepad.cli.declaring import (
    add_command,
    add_commands,
    add_json_option,
    add_language_option,
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
    """Adds `token` and its commands to `scorepad club`."""
    parser = add_command(commands, "token", "who of programs may come in: new, list", _TOKENS)
    own = add_commands(parser)
    made = add_command(own, "new", "let a program in", _NEW)
    made.add_argument("name", metavar="NAME", help="of the program")
    made.add_argument("--read-only", action="store_true", help="it may change nothing")
    # None of these is said to read or write: no program shall let in others, or look for them.
    made.set_defaults(run="cli.commands.club.token:new")
    shown = add_command(own, "list", "all programs that may come in")
    add_json_option(shown)
    add_language_option(shown)
    shown.set_defaults(run="cli.commands.club.token:list_tokens")
    gone = add_command(own, "remove", "let a program in no more", _REMOVE)
    gone.add_argument("name", metavar="NAME", help="of the program")
    gone.set_defaults(run="cli.commands.club.token:remove")
