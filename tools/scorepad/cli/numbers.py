"""Whole numbers on the command line."""

import re

from scorepad.errors import UserError

_DIGITS = re.compile("[0-9]{1,10}")


def whole_number(option: str, given: str, least: int, most: int) -> int:
    """What an option or argument says, within these limits. Raises UserError."""
    if not _DIGITS.fullmatch(given) or not least <= int(given) <= most:
        raise UserError(f"{option} {given}: it is a whole number from {least} to {most}")
    return int(given)
