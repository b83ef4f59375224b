"""What `scorepad club season` takes."""

from typing import Any

from scorepad.cli.arguments.club.duplicate import SCORINGS
from scorepad.cli.declaring import add_command, add_format_options, add_json_option, reads

_SEASON = """\
Takes all evenings of duplicate from one date to another, both included, each
scored as `scorepad club duplicate` does. The list goes by the average of the
evenings or, with --best N, by the sum of the N best of each; who came less
often than --least stands beneath the list.

With --by player both partners get what their pair reached, with whomever they
play. Guests are in no list.

examples:
  scorepad club season
  scorepad club season --from 2026-01-01 --until 2026-06-30 --least 10
  scorepad club season --from 2026-01-01 --best 20 --by pair
  scorepad club season --best 20 --format pdf --output season.pdf
"""


def add_to(commands: Any) -> None:
    """Adds the command to `scorepad club`."""
    parser = add_command(commands, "season", "many evenings of duplicate in one list", _SEASON)
    parser.add_argument("--from", dest="first", metavar="DATE", help="as 2026-01-01 (the first)")
    parser.add_argument("--until", dest="last", metavar="DATE", help="as 2026-06-30 (the last)")
    parser.add_argument(
        "--by", choices=("player", "pair"), default="player", help="default: player"
    )
    parser.add_argument("--best", metavar="N", help="the sum of the N best evenings of each")
    parser.add_argument("--least", metavar="N", default="1", help="evenings to be ranked (1)")
    parser.add_argument(
        "--scoring", choices=SCORINGS, default=SCORINGS[0], help="default: matchpoints"
    )
    add_json_option(parser)
    add_format_options(parser)
    reads(parser, "cli.commands.club.season:season")
