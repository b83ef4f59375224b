"""`scorepad club export`: sessions as a file, for people, programs and clubs' sites."""

import argparse
import sys
from collections import defaultdict
from functools import partial
from typing import Any

from scorepad.club import choosing, evenings, formats, output, wording
from scorepad.club.options import add_command, club_of
from scorepad.club.store import Club, Evening
from scorepad.errors import UserError

_EXPORT = """\
examples:
  scorepad club export 02005c0e9ad0-7 --format html --output sheet.html
  scorepad club export --evening 2026-11-20 --format pdf --output sheets.pdf
  scorepad club export --evening 2026-11-20 --without 02005c0e9ad0-7 --format usebio
  scorepad club export --all --format json > club.json

formats:
  json        everything, for programs
  html, pdf   score sheets, each on a page to print
  csv         a row per deal, for a spreadsheet
  pbn         Portable Bridge Notation 2.1; not pirate
  usebio      USEBIO 1.2, the event of one evening; duplicate only
  bridgewebs  what each player won in one evening; rubber and Chicago

What begins before 06:00 belongs to the evening before; the evening none has the
sessions of tablets without a clock. Damaged sessions have no score, and a session
may not suit a format: unless they are named by ID they are left out, and that is
said. docs/exports.md says what stands where.
"""


def add_to(commands: Any) -> None:
    """Adds the command to `scorepad club`."""
    parser = add_command(commands, "export", "sessions as a file", _EXPORT)
    parser.add_argument("ids", metavar="ID", nargs="*", help="of a session, or how it begins")
    parser.add_argument("--evening", metavar="DATE", help="its sessions: as 2026-11-20, or none")
    parser.add_argument("--all", action="store_true", help="all sessions")
    parser.add_argument(
        "--without",
        metavar="ID",
        action="append",
        default=[],
        help="leave this session out; may be said again",
    )
    parser.add_argument("--format", required=True, choices=formats.FORMATS, help="see below")
    parser.add_argument("--output", metavar="FILE", help="default: -, standard output")
    parser.set_defaults(run=_export)


def _export(given: argparse.Namespace) -> None:
    if bool(given.ids) + (given.evening is not None) + given.all != 1:
        raise UserError(
            "export: name the ID of a session, or an --evening, or --all for all of them"
        )
    with club_of(given) as club:
        chosen = choosing.without(_chosen(club, given), given.without)
    suited = _suited(chosen, given.format, forgiving=not given.ids)
    formats.check_together(given.format, suited, named=bool(given.ids))
    for line in formats.FORMATS[given.format].lacks(suited):
        print(f"left out: {line}", file=sys.stderr)
    output.save(formats.exported(given.format, suited), given.output)


def _chosen(club: Club, given: argparse.Namespace) -> list[Evening]:
    """The sessions that are meant; says which have no score unless they are named."""
    if given.ids:
        return choosing.in_order(club.session(name) for name in given.ids)
    sessions, damaged = choosing.loaded(club, _ids(club, given.evening))
    for fault in damaged:
        print(f"left out: {fault}", file=sys.stderr)
    return sessions


def _ids(club: Club, evening: str | None) -> list[str]:
    if evening is None:
        return club.ids()
    wanted = None if evening == evenings.NONE else evenings.day(evening)
    return club.read(partial(choosing.of_evening, evening=wanted))


def _suited(chosen: list[Evening], kind: str, forgiving: bool) -> list[Evening]:
    """Those that can be exported so. Raises UserError if one cannot or, forgiving, says why."""
    suited, unfit = [], defaultdict[str, list[str]](list)
    for evening in chosen:
        if why := formats.unfit(kind, evening):
            unfit[why].append(f"{evening.id} ({evening.session.rules})")
        else:
            suited.append(evening)
    said = [_refusal(kind, why, names) for why, names in unfit.items()]
    if said and not forgiving:
        raise UserError(said[0])
    for line in said:
        print(f"left out: {line}", file=sys.stderr)
    return suited


def _refusal(kind: str, why: str, names: list[str]) -> str:
    one = len(names) == 1
    which = f"session{'s' * (not one)} {wording.few(names)}"
    return f"{which} {'does' if one else 'do'} not suit {kind}: {why}"
