"""What command lines give as words: whole numbers, and options of a rule set as NAME=VALUE."""

import re

from firmware.scoring.rules import rule_set
from scorepad.errors import UserError

_DIGITS = re.compile("[0-9]{1,10}")


def whole_number(option: str, given: str, least: int, most: int) -> int:
    """Return the whole number of an option or argument. Raises UserError outside of the limits."""
    if not _DIGITS.fullmatch(given) or not least <= int(given) <= most:
        raise UserError(f"{option} {given}: it is a whole number from {least} to {most}")
    return int(given)


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
