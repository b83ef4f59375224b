"""What `scorepad club export` takes."""

from typing import Any

from scorepad.cli import declaring as cli

_FORMATS = ("json", "html", "pdf", "csv", "pbn", "usebio", "bridgewebs")
_EXPORT = """\
examples:
  scorepad club export 02005c0e9ad0-7 --format html --output sheet.html
  scorepad club export --evening 2026-11-20 --format pdf --output sheets.pdf
  scorepad club export --evening 2026-11-20 --without 0200aa17c3f2-4 \\
    --format usebio
  scorepad club export --all --format json > club.json

formats:
  json        everything, for programs
  html, pdf   score sheets, each on a page to print
  csv         a row per deal, for a spreadsheet
  pbn         Portable Bridge Notation 2.1; not pirate
  usebio      USEBIO 1.2, the event of one evening; duplicate only
  bridgewebs  an event of duplicate, or what each player won in one evening
              of rubber and Chicago

What begins before 06:00, or what `scorepad club settings` says, belongs to the
evening before; the evening none has the sessions of tablets without a clock.
Damaged sessions have no score, and a session may not suit a format: unless they
are named by ID they are left out, and that is said.
"""


def add_to(commands: Any) -> None:
    parser = cli.add_command(commands, "export", "sessions as a file", _EXPORT)
    parser.add_argument("ids", metavar="ID", nargs="*", help="of a session, or how it begins")
    parser.add_argument("--evening", metavar="DATE", help="its sessions: as 2026-11-20, or none")
    parser.add_argument("--event", metavar="EVENT", help="all sessions of it (`scorepad event`)")
    cli.add_flag(parser, "--all", "all sessions")
    cli.add_without(parser)
    parser.add_argument("--format", required=True, choices=_FORMATS, help="see below")
    parser.add_argument("--output", metavar="FILE", help="default: -, standard output")
    cli.add_paper_option(parser)
    cli.add_language_option(parser)
    cli.reads(parser, "cli.commands.club.export:export")
