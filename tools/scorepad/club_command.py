"""`scorepad club`: what the club has, as lists, score sheets and files."""

import argparse
import sys
from functools import partial
from typing import Any

from scorepad import (
    duplicate_command,
    export_command,
    house_command,
    keeping_command,
    knockout_command,
    ledger_command,
    players_command,
    replace_command,
    seat_command,
)
from scorepad.club import listing, output, ranking_list
from scorepad.club.evenings import day, span
from scorepad.club.notice.options import add_format_options, check_format, save
from scorepad.club.notice.terminal import body
from scorepad.club.options import add_command, club_of
from scorepad.club.remarks import beneath, remarks
from scorepad.club.sheets import score_sheet

_EXAMPLES = """\
examples:
  scorepad club list
  scorepad club show 02005c0e9ad0-7
  scorepad club export 02005c0e9ad0-7 --format html --output sheet.html
  scorepad club export --evening 2026-11-20 --format pdf --output sheets.pdf
  scorepad club ranking
  scorepad club duplicate --travellers
  scorepad club players import roster.csv
  scorepad club rules list
  scorepad club ledger --evening 2026-11-20
  scorepad club --db postgresql://scorer@server/club list

An ID may be cut short as long as only one session begins so. The database is
that of --db, else of the environment variable SCOREPAD_DB, else a file of your own.
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
    """Adds `club` and its commands to the command line."""
    club = add_command(
        subparsers, "club", "what the club has: sessions, players, duplicate, ranking", _EXAMPLES
    )
    club.set_defaults(run=lambda _: club.print_help())
    commands = club.add_subparsers(title="commands", metavar="COMMAND")
    _add_list(commands)
    _add_show(commands)
    export_command.add_to(commands)
    _add_ranking(commands)
    duplicate_command.add_to(commands)
    players_command.add_to(commands)
    seat_command.add_to(commands)
    replace_command.add_to(commands)
    ledger_command.add_to(commands)
    knockout_command.add_to(commands)
    house_command.add_to(commands)
    keeping_command.add_to(commands)


def _add_list(commands: Any) -> None:
    parser = add_command(commands, "list", "all sessions, one line each")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=_list)


def _add_show(commands: Any) -> None:
    example = "example:\n  scorepad club show 02005c0e9ad0-7\n"
    parser = add_command(commands, "show", "the score sheet of a session", example)
    parser.add_argument("id", metavar="ID", help="of the session, or how it begins")
    parser.set_defaults(run=_show)


def _add_ranking(commands: Any) -> None:
    parser = add_command(commands, "ranking", "how the club's players rank", _RANKING)
    parser.add_argument("--until", metavar="DATE", help="as it was after the evening of this date")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_format_options(parser)
    parser.set_defaults(run=_ranking)


def _list(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        sessions, doubtful = club.sessions(), club.read(remarks)
    if given.json:
        output.save(listing.as_json(sessions, doubtful), None)
    elif sessions:
        said = [*listing.faults(sessions), *listing.notes(sessions, doubtful)]
        output.show(listing.as_table(sessions), *said)
    else:
        output.show(f"No sessions in {club.name} yet; `scorepad sync` fetches them.")


def _show(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        evening = club.session(given.id)
        output.show(score_sheet(evening), *club.read(partial(beneath, session=evening.id)))


def _ranking(given: argparse.Namespace) -> None:
    check_format(given)
    until = None if given.until is None else day(given.until)
    before = None if until is None else span(until)[1]
    with club_of(given) as club:
        listed = club.read(partial(ranking_list.places, before=before))
        damaged = club.damaged()
    for fault in damaged:
        print(f"left out: {fault}", file=sys.stderr)
    if given.json:
        output.save(ranking_list.as_json(listed), None)
        return
    said = ranking_list.notice(listed, until)
    if given.format:
        save(said, given)
    else:
        output.show(*body(said))
