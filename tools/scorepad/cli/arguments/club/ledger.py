"""What `scorepad club stake` takes."""

from typing import Any

from scorepad.cli import declaring as cli

_STAKE = """\
PER_100 is an amount of money with at most two places, in whatever currency; 0
is for nothing. The stake of a session counts before that of its evening, and
this before the default. Of two for the same the later one counts. A default
holds from the evening on in which it is given, the first one for all before it
too: what was paid stays paid. A knock-out match (nz-match) has only the stake
of its session or evening, no default. DATE is in 2000 to 2099.

examples:
  scorepad club stake 0.50 --default
  scorepad club stake 1 --evening 2026-11-20
  scorepad club stake 0,25 --session 02005c0e9ad0-7
  scorepad club stake --list
"""
_LEDGER = """\
Both partners win or lose the margin of their side, each against one opponent,
rounded as the session's option settle says; in pirate everybody settles with
each of the others. Money is rounded half up, for winner and loser alike.
Sessions that are open or damaged are left out, and so are duplicate, russian
with its IMPs, and those in which one player has two seats; they are named.

An evening lasts until 06:00, or what `scorepad club settings` says, on this
machine's clock. Of one evening the ledger also says who pays whom. The evening
none has the sessions of tablets without a clock. In JSON money is in
hundredths.

examples:
  scorepad club ledger
  scorepad club ledger --evening 2026-11-20
  scorepad club ledger --evening 2026-11-20 --format pdf --output ledger.pdf
  scorepad club ledger --player "Zoë Lund"
"""


def add_to(commands: Any) -> None:
    _add_stake(commands)
    _add_ledger(commands)


def _add_stake(commands: Any) -> None:
    parser = cli.add_command(commands, "stake", "what 100 points are worth", _STAKE)
    parser.add_argument("per_100", metavar="PER_100", nargs="?", help="as 0.50")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--evening", metavar="DATE", help="as 2026-11-20")
    where.add_argument("--session", metavar="ID", help="its id, or how it begins")
    cli.add_flag(where, "--default", "wherever nothing else is said")
    cli.add_flag(where, "--list", "all stakes, and when they were said")
    cli.add_flag(parser, "--json", "the list as JSON")
    cli.add_language_option(parser)
    cli.writes(parser, "cli.commands.club.ledger:stake", reads_with=("list",))


def _add_ledger(commands: Any) -> None:
    parser = cli.add_command(
        commands, "ledger", "who has won how much, and who owes whom", _LEDGER
    )
    parser.add_argument("--evening", metavar="DATE", help="as 2026-11-20, or none")
    parser.add_argument("--player", metavar="PLAYER", help="as in `scorepad club players`")
    cli.add_without(parser)
    cli.add_json_option(parser)
    cli.add_format_options(parser)
    cli.reads(parser, "cli.commands.club.ledger:show_ledger")
