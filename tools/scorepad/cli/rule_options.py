"""Options of a rule set on the command line: `--option NAME=VALUE`, which may be repeated."""

from firmware.scoring.rules import rule_set
from scorepad.errors import UserError


def rule_options(rules: str, pairs: list[str]) -> dict[str, str | int]:
    """`name=value` as a dictionary. Raises UserError or, for no rule set, BadOption."""
    options: dict[str, str | int] = {}
    names = ", ".join(name for name, _ in rule_set(rules).choices) or "no options"
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise UserError(f"--option {pair}: write NAME=VALUE; {rules} has {names}")
        if name in options:
            raise UserError(f"--option {pair}: {name} is given twice")
        options[name] = value
    return options
