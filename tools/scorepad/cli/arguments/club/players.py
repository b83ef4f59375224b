"""What `scorepad club players` takes."""

import argparse
from typing import Any

from scorepad.cli import declaring as cli

_PLAYERS = """\
A PLAYER is an id, a number in the federation, a name, or how only one name
begins; id=7 is always the id.

examples:
  scorepad club players
  scorepad club players --find lund
  scorepad club players import roster.csv --dry-run
  scorepad club players add "Eva Moss" --grade junior
  scorepad club players show "Zoë Lund"
  scorepad club players merge "Zoe Lund" "Zoë Lund"
"""
_IMPORT = """\
The first row names the columns, in any order: name, or first name and last
name, and any of number (in the federation), grade (junior, intermediate, open),
rating, area; or as federations call these. Commas, semicolons or tabs between
the cells, UTF-8; or a workbook (.xlsx). Other columns are passed over, and
named.

The same number is the same person, and so is the same name where the file or
the club has no number. What a column says replaces what the club has; a column
that is not there leaves it as it is, and nobody loses a number. Nobody is taken
out of the roster.

examples:
  scorepad club players import roster.csv
  scorepad club players import roster.csv --dry-run --changes 50
  scorepad club players import members.csv --column Code=number
"""
_MERGE = """\
All seats of FROM count for INTO from now on: in lists, sheets, exports, ranking
and ledger. The entry of FROM stays in the roster and is not sent to tablets any
more. Where INTO has no number, grade, rating or area, that of FROM counts, as
long as they are one. `scorepad club players split FROM` takes it back.

FROM and INTO are whole names, numbers or ids. Two who have different numbers in
the federation are merged only with --other-number.

examples:
  scorepad club players merge "Zoe Lund" "Zoë Lund" --reason "spelling"
  scorepad club players merge id=12 id=7
"""
_SPLIT = """\
The seats that the tablets or a correction have given to FROM are its own again.

example:
  scorepad club players split "Zoe Lund"
"""


def add_to(commands: Any) -> None:
    parser = cli.add_command(
        commands, "players", "the roster: list, import, add, edit, merge", _PLAYERS
    )
    parser.add_argument("--find", metavar="TEXT", help="whose name or number has this in it")
    parser.add_argument("--limit", metavar="N", help="only the first N")
    cli.add_printing_options(parser)
    own = cli.add_commands(parser)
    cli.reads(parser, "cli.commands.club.players:list_players")
    _add_import(own)
    _add_merge(own)
    parser = cli.add_command(own, "split", "take a merge back", _SPLIT)
    parser.add_argument("one", metavar="FROM", help="an entry that was merged")
    cli.add_reason(parser)
    cli.writes(parser, "cli.commands.club.players:split")
    parser = cli.add_command(own, "add", "take one player into the roster", _ADD)
    parser.add_argument("name", metavar="NAME", help=_COLUMNS["name"])
    _add_options(parser, "number", "grade", "rating", "area")
    cli.writes(parser, "cli.commands.club.players:add")
    parser = cli.add_command(own, "edit", "change what one entry says", _EDIT)
    parser.add_argument("player", metavar="PLAYER", help="whose entry it is")
    _add_options(parser, *_COLUMNS)
    cli.writes(parser, "cli.commands.club.players:edit")
    parser = cli.add_command(own, "show", "one player, and what was decided about them", _SHOW)
    parser.add_argument("player", metavar="PLAYER", help="as in `scorepad club players`")
    cli.add_printing_options(parser)
    cli.reads(parser, "cli.commands.club.players:show")


def _add_import(commands: Any) -> None:
    parser = cli.add_command(
        commands, "import", "take a list into the roster: CSV or .xlsx", _IMPORT
    )
    parser.add_argument("file", metavar="FILE.csv", help="a row a player")
    what = "what a column is, as PID=number; HEAD= passes it over; may be said again"
    cli.add_several(parser, "--column", "HEAD=COLUMN", what)
    cli.add_flag(parser, "--dry-run", "only say what would change")
    parser.add_argument("--changes", metavar="N", help="list the first N changes, too")
    cli.writes(parser, "cli.commands.club.players:import_roster")


def _add_merge(commands: Any) -> None:
    parser = cli.add_command(commands, "merge", "two entries are one person", _MERGE)
    parser.add_argument("one", metavar="FROM", help="the entry that is one too many")
    parser.add_argument("into", metavar="INTO", help="the entry that stays")
    cli.add_flag(parser, "--other-number", "though their numbers are different")
    cli.add_reason(parser)
    cli.writes(parser, "cli.commands.club.players:merge")


_ADD = """\
Another one of a name that is there already needs a number of his own.

example:
  scorepad club players add "Eva Moss" --number "NZ 6001" --grade junior
"""
_EDIT = """\
PLAYER is a whole name, a number or an id. What an option says replaces what the
entry says; "" takes it away. Of merged entries the one that counts is changed.

examples:
  scorepad club players edit "Eva Mos" --name "Eva Moss"
  scorepad club players edit id=7 --number "NZ 6001" --rating 850
"""
_SHOW = """\
The entry that counts, with how many sessions it has, the entries merged into
it, each merge or split with its date and reason, and how the ranking went: at
first month by month, lately evening by evening.

example:
  scorepad club players show "Zoë Lund"
"""
_COLUMNS = {
    "name": "what they are called",
    "number": "in the federation",
    "grade": "junior, intermediate or open",
    "rating": "a whole number",
    "area": "where they live",
}


def _add_options(parser: argparse.ArgumentParser, *columns: str) -> None:
    for column in columns:
        parser.add_argument(f"--{column}", metavar=column.upper(), help=_COLUMNS[column])
