"""What `scorepad club rules` and `settings` take."""

import argparse
from typing import Any

from scorepad.cli.declaring import (
    add_author,
    add_command,
    add_commands,
    add_printing_options,
    add_reason,
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
    """Adds `rules` and `settings`, with their commands, to `scorepad club`."""
    _add_rules(commands)
    _add_settings(commands)


def _add_rules(commands: Any) -> None:
    parser = add_command(commands, "rules", "the club's own rules: set, list, remove", _RULES)
    own = add_commands(parser)
    _add_set(own)
    shown = add_command(own, "list", "all house rules, by name")
    add_printing_options(shown)
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


_SETTINGS = """\
  name          the club's, at the foot of each page and in files for its site
  address       in one line
  number        of the club in its federation
  paper         a4 or letter
  language      of reports: en, de, fr
  evening-ends  what begins before it belongs to the evening before (06:00)
  pin           of the director on phones, four digits

Commands that print reports take --paper and --language for once. What programs
read (JSON, CSV, PBN, USEBIO, BridgeWebs), messages and help are in English.

examples:
  scorepad club settings
  scorepad club settings set name="Harbour Bridge Club" language=de
  scorepad club settings set paper=letter evening-ends=05:00 --reason "moved"
"""
_SET_SETTINGS = """\
NAME is name, address, number, paper, language, evening-ends or pin. Without a
value, as in `number=`, what was set is taken back. Every change is kept, with
its time, its author and its reason.

examples:
  scorepad club settings set name="Harbour Bridge Club" number="NZ 42"
  scorepad club settings set number= --reason "left the federation"
"""


def _add_settings(commands: Any) -> None:
    parser = add_command(
        commands, "settings", "the club's name, paper, language: show, set", _SETTINGS
    )
    add_printing_options(parser)
    own = add_commands(parser)
    reads(parser, "cli.commands.club.settings:show")
    change = add_command(own, "set", "change what is set", _SET_SETTINGS)
    change.add_argument("settings", metavar="NAME=VALUE", nargs="+", help="what is set, to what")
    add_author(change)
    add_reason(change)
    writes(change, "cli.commands.club.settings:change")
