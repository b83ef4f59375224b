"""What `scorepad club` takes: lists, score sheets and files of what the club has."""

from typing import Any

from scorepad.cli import declaring as cli
from scorepad.cli.arguments.club import (
    decisions,
    export,
    knockout,
    ledger,
    phones,
    settings,
)

_EXAMPLES = """\
examples:
  scorepad club list
  scorepad club show 02005c0e9ad0-7
  scorepad club export 02005c0e9ad0-7 --format html --output sheet.html
  scorepad club export --evening 2026-11-20 --format pdf --output sheets.pdf
  scorepad club ranking
  scorepad club duplicate --travellers
  scorepad club import scorepad-table-3-02005c0e9ad0-2026-11-20-2130.json
  scorepad club players import roster.csv
  scorepad club rules list
  scorepad club ledger --evening 2026-11-20
  scorepad club --db postgresql://scorer@server/club list

An ID may be cut short as long as only one session begins so. The database is
that of --db, else of the environment variable SCOREPAD_DB, else a file of your
own.
"""
_LIST = """\
What begins before 06:00, or what `scorepad club settings` says, belongs to the
evening before; the evening none has the sessions of tablets without a clock.
PLAYER is as in `scorepad club players`.

examples:
  scorepad club list --evening 2026-11-20
  scorepad club list --player "Zoë Lund" --rules chicago --limit 10
"""
_SHOW = """\
What the club has decided about the session is in the sheet, and stands beneath
it; --original shows the sheet as the tablet's records say.

examples:
  scorepad club show 02005c0e9ad0-7
  scorepad club show 02005c0e9ad0-7 --original
"""
_RANKING = """\
Everybody begins at 5000, and every deal of rubber, international, chicago,
chicago-server and russian moves the four who sat at the table, within 1 and
10000; also in sessions that are not finished. Sessions count in the order in
which they began. What one side wins the other loses.

Guests are not ranked, and a deal with a guest at the table moves nobody.
Damaged sessions are left out, and named. With --until only the sessions of that
evening and of earlier ones count; those of tablets without a clock come first.

examples:
  scorepad club ranking --json > ranking.json
  scorepad club ranking --until 2026-11-20
  scorepad club ranking --until 2026-11-20 --format pdf --output ranking.pdf
"""


def add_to(subparsers: Any) -> None:
    club = cli.add_command(
        subparsers, "club", "what the club has: sessions, players, duplicate, ranking", _EXAMPLES
    )
    commands = cli.add_commands(club)
    _add_list(commands)
    parser = cli.add_command(commands, "show", "the score sheet of a session", _SHOW)
    parser.add_argument("id", metavar="ID", help="of the session, or how it begins")
    cli.add_flag(parser, "--original", "as the tablet has sent it")
    cli.add_printing_options(parser, "as JSON, as `scorepad club export` has it")
    cli.reads(parser, "cli.commands.club.lists:show_session")
    export.add_to(commands)
    parser = cli.add_command(commands, "ranking", "how the club's players rank", _RANKING)
    parser.add_argument("--until", metavar="DATE", help="as it was after the evening of this date")
    cli.add_without(parser)
    cli.add_json_option(parser)
    cli.add_format_options(parser)
    cli.reads(parser, "cli.commands.club.lists:show_ranking")
    decisions.add_to(commands)
    settings.add_import(commands)
    ledger.add_to(commands)
    knockout.add_to(commands)
    settings.add_to(commands)
    phones.add_to(commands)


def _add_list(commands: Any) -> None:
    parser = cli.add_command(commands, "list", "all sessions, or some, one line each", _LIST)
    parser.add_argument("--evening", metavar="DATE", help="of this one: as 2026-11-20, or none")
    parser.add_argument("--player", metavar="PLAYER", help="in which somebody sat")
    cli.add_rule_set(parser, "--rules", help="of this rule set")
    parser.add_argument("--limit", metavar="N", help="only so many, those that began last")
    cli.add_printing_options(parser)
    cli.reads(parser, "cli.commands.club.list_sessions:run")
