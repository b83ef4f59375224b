"""What `scorepad rules` takes."""

import argparse

from scorepad.cli.declaring import add_json_option, add_rule_set, reads

_EXAMPLES = """\
examples:
  scorepad rules
  scorepad rules chicago
  scorepad score chicago deals.txt --option vulnerable=nondealer
"""


def add_to(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds `rules` to the command line."""
    command = subparsers.add_parser(
        "rules",
        help="the rule sets, their options, defaults and sources",
        description="The rule sets; for one of them its options, their values, defaults and "
        "sources.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rule_set(command, nargs="?")
    add_json_option(command)
    reads(command, "cli.commands.rules:run")
