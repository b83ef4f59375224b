"""What `scorepad club settings` takes."""

from typing import Any

from scorepad.cli.declaring import (
    add_author,
    add_command,
    add_commands,
    add_json_option,
    add_language_option,
    add_reason,
    reads,
    writes,
)

_SETTINGS = """\
  name          the club's, at the foot of each page and in files for its site
  address       in one line
  number        of the club in its federation
  paper         a4 or letter
  language      of reports: en, de, fr
  evening-ends  what begins before it belongs to the evening before (06:00)

Commands that print reports take --paper and --language for once. What programs
read (JSON, CSV, PBN, USEBIO, BridgeWebs), messages and help are in English.

examples:
  scorepad club settings
  scorepad club settings set name="Harbour Bridge Club" language=de
  scorepad club settings set paper=letter evening-ends=05:00 --reason "moved"
"""
_SET = """\
NAME is name, address, number, paper, language or evening-ends. Without a value,
as in `number=`, what was set is taken back. Every change is kept, with its
time, its author and its reason.

examples:
  scorepad club settings set name="Harbour Bridge Club" number="NZ 42"
  scorepad club settings set number= --reason "left the federation"
"""


def add_to(commands: Any) -> None:
    """Adds `settings` and its command to `scorepad club`."""
    parser = add_command(
        commands, "settings", "the club's name, paper, language: show, set", _SETTINGS
    )
    add_json_option(parser)
    add_language_option(parser)
    own = add_commands(parser)
    reads(parser, "cli.commands.club.settings:show")
    change = add_command(own, "set", "change what is set", _SET)
    change.add_argument("settings", metavar="NAME=VALUE", nargs="+", help="what is set, to what")
    add_author(change)
    add_reason(change)
    writes(change, "cli.commands.club.settings:change")
