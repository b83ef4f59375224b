"""The tokens with which programs come in, as a list; never the tokens themselves."""

from dataclasses import asdict
from typing import Any

from scorepad import wording
from scorepad.club.tokens import WRITE, Token
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Token]) -> Report:
    heads = layout(text("Token"), text("May"), text("Made"), text("Last used"))
    may = {one: text("read and write") if one.may == WRITE else text("read") for one in listed}
    rows = [
        [wording.visible(one.name), may[one], wording.local(one.made), one.used] for one in listed
    ]
    return Report(text("Tokens"), [Section(table=Table(heads, rows))])


def for_programs(listed: list[Token]) -> list[dict[str, Any]]:
    """Return the tokens for JSON; `used`: None if never."""
    return [{**asdict(token), "used": token.used or None} for token in listed]
