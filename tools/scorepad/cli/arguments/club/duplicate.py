"""What `scorepad club duplicate` and `season` take."""

from typing import Any

from scorepad.cli import declaring as cli

_SCORINGS = ("matchpoints", "cross-imps", "butler", "cross-imps-mean", "butler-trimmed")
_DUPLICATE = """\
Takes the sessions that are named, else those of an evening, else of the latest
evening that has any. What begins before 06:00, or what `scorepad club settings`
says, belongs to the evening before. If the evening has an event, it is scored
as that has planned it.

A pair is two players of the roster wherever they sit; guests are the pair of a
table and a side. What is missing or doubtful is for the director: one line on
standard error says how much there is, and --doubts prints it after the ranking.
Damaged sessions are left out, and named.

examples:
  scorepad club duplicate
  scorepad club duplicate --doubts
  scorepad club duplicate --evening 2026-11-20 --scoring cross-imps --travellers
  scorepad club duplicate --evening 2026-11-20 --format pdf --output board.pdf
  scorepad club duplicate 02005c0e9ad0-7 0200aa17c3f2-4 --json > evening.json
"""


def add_to(commands: Any) -> None:
    _add_duplicate(commands)
    _add_season(commands)


def add_scoring(
    parser: Any, default: str | None = _SCORINGS[0], usual: str = _SCORINGS[0]
) -> None:
    """Adds `--scoring`. `usual`: what holds without it."""
    kinds = f"{', '.join(_SCORINGS)} (default: {usual})"
    parser.add_argument(
        "--scoring", metavar="KIND", choices=_SCORINGS, default=default, help=kinds
    )


def _add_duplicate(commands: Any) -> None:
    parser = cli.add_command(commands, "duplicate", "an evening of duplicate, scored", _DUPLICATE)
    parser.add_argument("ids", metavar="SESSION", nargs="*", help="its ID, or how it begins")
    cli.add_evening(parser)
    cli.add_without(parser)
    add_scoring(parser, None, "the event's, else matchpoints")
    parser.add_argument(
        "--winners",
        type=int,
        choices=(1, 2),
        help="one list, or one each for N-S and E-W (default: two if no pair sat both ways)",
    )
    cli.add_flag(parser, "--travellers", "print every board too")
    cli.add_flag(parser, "--doubts", "print what is missing or doubtful too")
    cli.add_flag(parser, "--json", "as JSON, always with travellers")
    cli.add_format_options(parser)
    cli.reads(parser, "cli.commands.club.duplicate:duplicate")


_SEASON = """\
Takes all evenings of duplicate from one date to another, both included, each
scored as `scorepad club duplicate` does; an event that is planned with another
scoring is named, and does not count. The list goes by the average of the
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


def _add_season(commands: Any) -> None:
    parser = cli.add_command(commands, "season", "many evenings of duplicate in one list", _SEASON)
    parser.add_argument("--from", dest="first", metavar="DATE", help="as 2026-01-01 (the first)")
    parser.add_argument("--until", dest="last", metavar="DATE", help="as 2026-06-30 (the last)")
    parser.add_argument(
        "--by", choices=("player", "pair"), default="player", help="default: player"
    )
    parser.add_argument("--best", metavar="N", help="the sum of the N best evenings of each")
    parser.add_argument("--least", metavar="N", default="1", help="evenings to be ranked (1)")
    add_scoring(parser)
    cli.add_json_option(parser)
    cli.add_format_options(parser)
    cli.reads(parser, "cli.commands.club.season:season")
