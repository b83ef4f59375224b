"""What `scorepad club replace` takes."""

from typing import Any

from scorepad.cli.declaring import (
    add_command,
    add_json_option,
    add_language_option,
    add_reason,
    writes,
)

_REPLACE = """\
A session that came damaged and is read whole later replaces its damaged copy by
itself, if all that can be read of that, the first record too, is the same.
Otherwise a sync refuses it until this command says that the damaged copy may
go. The next sync or rescue that brings a good copy puts it in; the damaged one
is set aside, never deleted.

--keep takes it back as long as nothing has come.

examples:
  scorepad club replace 02005c0e9ad0-7 --reason "first page lost"
  scorepad club replace 02005c0e9ad0-7 --keep
  scorepad club replace --list
"""


def add_to(commands: Any) -> None:
    """Adds the command to `scorepad club`."""
    parser = add_command(commands, "replace", "let a damaged session be replaced", _REPLACE)
    parser.add_argument("session", metavar="SESSION", nargs="?", help="its id, or how it begins")
    parser.add_argument("--keep", action="store_true", help="the damaged copy stays after all")
    parser.add_argument("--list", action="store_true", help="all that was ever decided")
    add_json_option(parser, "the list as JSON")
    add_language_option(parser)
    add_reason(parser)
    writes(parser, "cli.commands.club.replace:replace", reads_with=("list",))
