"""`scorepad club rules`: the club's own rules, which the tablets offer by name."""

import argparse
from functools import partial
from typing import Any

from firmware.scoring.rules import NAMES
from firmware.scoring.sheet import BadOption
from scorepad.club import house, house_list, output
from scorepad.club.options import add_command, club_of, new_club_of
from scorepad.errors import UserError
from scorepad.rule_options import add_rule_options, rule_options

_RULES = f"""\
House rules are a rule set with options of the club's own, under a name of at most 20
bytes. `scorepad sync --rules` gives them to the tablets, which offer them under New
game after the rule sets; {house.MOST} at most. Those that tablets have stay there until then.

examples:
  scorepad club rules set "Tuesday" chicago --option honours=off
  scorepad club rules list
  scorepad club rules remove "Tuesday"
"""
_SET = """\
House rules of the same name are replaced; capitals make no other name. Options that
are not given are those of the rule set: `scorepad rules RULES` shows them.

examples:
  scorepad club rules set "Tuesday" chicago --option honours=off --option carry=on
  scorepad club rules set "Cup" nz-match --option deals=16 --accept on
"""
_REMOVE = """\
example:
  scorepad club rules remove "Tuesday"
"""


def add_to(commands: Any) -> None:
    """Adds `rules` and its commands to `scorepad club`."""
    parser = add_command(commands, "rules", "the club's own rules: set, list, remove", _RULES)
    parser.set_defaults(run=lambda _: parser.print_help())
    own = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_set(own)
    shown = add_command(own, "list", "all house rules, by name")
    shown.add_argument("--json", action="store_true", help="as JSON")
    shown.set_defaults(run=_list)
    gone = add_command(own, "remove", "there are no house rules of this name any more", _REMOVE)
    _add_name(gone)
    gone.set_defaults(run=_remove)


def _add_set(commands: Any) -> None:
    parser = add_command(commands, "set", "a rule set with options of its own, by name", _SET)
    _add_name(parser)
    parser.add_argument("rules", metavar="RULES", help=", ".join(NAMES))
    add_rule_options(parser)
    parser.add_argument(
        "--accept",
        choices=("on", "off"),
        help="whether the other side accepts each result (default: on in duplicate)",
    )
    parser.set_defaults(run=_set)


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the house rules")


def _set(given: argparse.Namespace) -> None:
    try:
        options = rule_options(given.rules, given.options)
    except BadOption as wrong:
        raise UserError(str(wrong)) from None
    accept = None if given.accept is None else given.accept == "on"
    told = {"name": given.name, "rules": given.rules, "options": options, "accept": accept}
    with new_club_of(given) as club:
        output.show(club.write(partial(house.set_rules, **told)))


def _list(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        listed = club.read(house.listed)
    if given.json:
        output.save(house_list.as_json(listed), None)
    elif listed:
        output.show(house_list.as_table(listed), *house_list.faults(listed))
    else:
        output.show("The club has no house rules; `scorepad club rules set` makes some.")


def _remove(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        output.show(club.write(partial(house.remove, name=given.name)))
