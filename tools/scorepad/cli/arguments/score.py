"""What `scorepad score` and `rules` take."""

from typing import Any

from scorepad.cli import declaring as cli

_NOTATION = """\
a deal a line:
  4Sx S +1       level, strain, doubling; declarer; tricks over or under, or =
  3N W = hon=W4  four honours (at no-trump: aces) in one hand, here West's
  3NT by North 9 words, and the tricks of a contract that was made
  pass           nobody bid
--- begins another session: the next rubber, match or evening, scored by itself.
# starts a comment; empty lines are skipped.
"""


def add_to(subparsers: Any) -> None:
    _add_score(subparsers)
    _add_rules(subparsers)


def _add_score(subparsers: Any) -> None:
    command = cli.add_verbatim(
        subparsers,
        "score",
        "score deals written one per line",
        "Score deals written one per line, in a file or on standard input.",
        _NOTATION,
        usage="scorepad score RULES [FILE|-] [--option NAME=VALUE ...]\n"
        "                      [--first-dealer SEAT] [--close] [--json|--explain]",
    )
    cli.add_rule_set(command)
    file = command.add_argument("file", metavar="FILE", default="-", help="default: -, stdin")
    # Not nargs="?": with it argparse of Python 3.11 refuses a FILE that stands after an option.
    file.required = False
    cli.add_rule_options(command)
    form = command.add_mutually_exclusive_group()
    cli.add_flag(form, "--json", "one JSON object, not a table")
    cli.add_flag(form, "--explain", "each deal's points in words")
    command.add_argument(
        "--first-dealer", metavar="SEAT", default="N", help="N (default), E, S or W"
    )
    cli.add_flag(command, "--close", "the players stop here: score what is unfinished")
    cli.add_language_option(command)
    cli.reads(command, "cli.commands.score:run")


_EXAMPLES = """\
examples:
  scorepad rules
  scorepad rules chicago
  scorepad score chicago deals.txt --option vulnerable=nondealer
"""


def _add_rules(subparsers: Any) -> None:
    what = "the rule sets, their options, defaults and sources"
    text = "The rule sets; for one of them its options, their values, defaults and sources."
    command = cli.add_verbatim(subparsers, "rules", what, text, _EXAMPLES)
    cli.add_rule_set(command, nargs="?")
    cli.add_json_option(command)
    cli.reads(command, "cli.commands.rules:run")
