"""What `scorepad club import` takes."""

from typing import Any

from scorepad.cli import declaring as cli

_IMPORT = """\
The page *Fetch a tablet* of Scorepad's web site fetches the sessions of a
tablet in a browser and saves them as a file. Each session is taken in once, as
a sync would, however often a file is taken in or the tablet synced.

Exit status: 0 all is well; 1 something was refused, or a total does not match;
2 one of the files is none of these, and nothing was taken in.

example:
  scorepad club import scorepad-table-3-02005c0e9ad0-2026-11-20-2130.json
"""


def add_to(commands: Any) -> None:
    parser = cli.add_command(
        commands, "import", "take in sessions that a browser has fetched from a tablet", _IMPORT
    )
    parser.add_argument(
        "file", nargs="+", metavar="FILE", help="that the page *Fetch a tablet* has saved"
    )
    cli.add_json_option(parser, "print the summary as JSON, as sync does")
    cli.writes(parser, "cli.commands.club.importing:import_sessions")
