"""What `scorepad club` takes: lists, score sheets and files of what the club has."""

from typing import Any

from scorepad.cli import declaring as cli
from scorepad.cli.arguments.club import (
    importing,
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


def add_to(subparsers: Any) -> None:
    club = cli.add_command(
        subparsers, "club", "what the club has: sessions, players, duplicate, ranking", _EXAMPLES
    )
    commands = cli.add_commands(club)
    importing.add_to(commands)
