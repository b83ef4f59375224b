"""What `scorepad club rules` takes."""

import argparse
from typing import Any

from scorepad.cli.declaring import (
    add_command,
    add_commands,
    add_json_option,
    add_language_option,
    add_rule_options,
    add_rule_set,
    reads,
    writes,
)

_RULES = """\
House rules are a rule set with options of the club's own, under a name of at
most 20 bytes. `scorepad sync --rules` gives them to the tablets, which offer
them under New game after the rule sets; 20 at most. Those that tablets have
stay there until then.

examples:
  scorepad club rules set "Tuesday" chicago --option honours=off
  scorepad club rules list
  scorepad club rules remove "Tuesday"
"""
_SET = """\
House rules of the same name are replaced; capitals make no other name. Options
that are not given are those of the rule set: `scorepad rules RULES` shows them.

examples:
  scorepad club rules set "Tuesday" chicago --option carry=on
  scorepad club rules set "Cup" nz-match --option deals=16 --accept on
"""
_REMOVE = """\
example:
  scorepad club rules remove "Tuesday"
"""


def add_to(commands: Any) -> None:
    """Adds `rules` and its commands to `scorepad club`."""
    parser = add_command(commands, "rules", "the club's own rules: set, list, remove", _RULES)
    own = add_commands(parser)
    _add_set(own)
    shown = add_command(own, "list", "all house rules, by name")
    add_json_option(shown)
    add_language_option(shown)
    reads(shown, "cli.commands.club.rules:list_rules")
    gone = add_command(own, "remove", "there are no house rules of this name any more", _REMOVE)
    _add_name(gone)
    writes(gone, "cli.commands.club.rules:remove_rules")


def _add_set(commands: Any) -> None:
    parser = add_command(commands, "set", "a rule set with options of its own, by name", _SET)
    _add_name(parser)
    add_rule_set(parser)
    add_rule_options(parser)
    parser.add_argument(
        "--accept",
        choices=("on", "off"),
        help="whether the other side accepts each result (default: on in duplicate)",
    )
    writes(parser, "cli.commands.club.rules:set_rules")


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the house rules")
