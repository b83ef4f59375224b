"""`scorepad rules`: the rule sets, what their options mean, and whose rule each is."""

import argparse

from firmware.scoring.rules import NAMES, rule_set
from scorepad.cli import output
from scorepad.reports.content import rule_sets
from scorepad.rule_sets import as_dict, refusing


def run(given: argparse.Namespace) -> None:
    """Prints all rule sets, or what one of them says. Raises UserError."""
    with refusing():
        rules = None if given.rules is None else rule_set(given.rules)
    if given.json:
        found = as_dict(rules) if rules else [as_dict(rule_set(name)) for name in NAMES]
        output.save_json(found)
    else:
        output.show((rule_sets.report(rules) if rules else rule_sets.listed()).unheaded)
