"""`scorepad rules`: the rule sets, what their options mean, and whose rule each is."""

import argparse

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption, Sheet
from scorepad.cli import output
from scorepad.errors import UserError
from scorepad.reports.content import rule_sets
from scorepad.rule_sets import as_dict


def run(given: argparse.Namespace) -> None:
    """Prints all rule sets, or what one of them says. Raises UserError."""
    rules = None if given.rules is None else _rule_set(given.rules)
    if given.json:
        found = as_dict(rules) if rules else [as_dict(rule_set(name)) for name in NAMES]
        output.save_json(found)
    else:
        output.show((rule_sets.report(rules) if rules else rule_sets.listed()).unheaded)


def _rule_set(name: str) -> type[Sheet]:
    try:
        return rule_set(name)
    except BadOption as wrong:
        raise UserError(str(wrong)) from None
