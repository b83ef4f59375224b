"""`scorepad club duplicate`: an evening of duplicate, scored across the tables."""

import argparse
import sys
from datetime import date
from typing import Any

from scorepad.club import output
from scorepad.club.duplicate.comparison import MATCHPOINTS, SCORINGS
from scorepad.club.duplicate.evening import scored
from scorepad.club.duplicate.exporting import as_json
from scorepad.club.duplicate.gathering import Gathering, named, of_evening, without
from scorepad.club.duplicate.printing import notice
from scorepad.club.evenings import day
from scorepad.club.notice.options import add_format_options, check_format, save
from scorepad.club.notice.terminal import printed
from scorepad.club.options import add_command, club_of
from scorepad.club.store import Club
from scorepad.errors import UserError

_DUPLICATE = """\
Takes the sessions that are named, else those of an evening, else of the latest
evening that has any. What begins before 06:00 belongs to the evening before.

A pair is two players of the roster wherever they sit; guests are the pair of a
table and a side. After the ranking stands what is missing or doubtful. Damaged
sessions are left out, and named. What was decided: docs/duplicate.md.

examples:
  scorepad club duplicate
  scorepad club duplicate --evening 2026-11-20 --scoring cross-imps --travellers
  scorepad club duplicate --evening 2026-11-20 --format pdf --output board.pdf
  scorepad club duplicate 02005c0e9ad0-7 0200aa17c3f2-4 --json > evening.json
"""


def add_to(commands: Any) -> None:
    """Adds the command to `scorepad club`."""
    parser = add_command(commands, "duplicate", "an evening of duplicate, scored", _DUPLICATE)
    parser.add_argument("ids", metavar="SESSION", nargs="*", help="its ID, or how it begins")
    parser.add_argument("--evening", metavar="DATE", help="as 2026-11-20, local time")
    parser.add_argument(
        "--without",
        metavar="SESSION",
        action="append",
        default=[],
        help="leave this one out; may be said again",
    )
    parser.add_argument(
        "--scoring", choices=SCORINGS, default=MATCHPOINTS, help="default: matchpoints"
    )
    parser.add_argument(
        "--winners",
        type=int,
        choices=(1, 2),
        help="one list, or one each for N-S and E-W (default: two if no pair sat both ways)",
    )
    parser.add_argument("--travellers", action="store_true", help="print every board too")
    parser.add_argument("--json", action="store_true", help="as JSON, always with travellers")
    add_format_options(parser)
    parser.set_defaults(run=_duplicate)


def _duplicate(given: argparse.Namespace) -> None:
    check_format(given)
    if given.ids and given.evening is not None:
        raise UserError("duplicate: name sessions or --evening, not both")
    wanted = None if given.evening is None else day(given.evening)
    with club_of(given) as club:
        gathering = _gathered(club, given.ids, wanted)
    evening = scored(without(gathering, given.without), given.scoring, given.winners)
    for damaged in gathering.damaged:
        print(f"left out: {damaged}", file=sys.stderr)
    if given.json:
        output.save(as_json(evening), None)
    elif given.format:
        save(notice(evening, given.travellers), given)
    else:
        output.show(*printed(notice(evening, given.travellers)))


def _gathered(club: Club, ids: list[str], wanted: date | None) -> Gathering:
    return named(club, ids) if ids else of_evening(club, wanted)
