"""The tokens with which programs come in, as a list; never the tokens themselves."""

from dataclasses import asdict
from typing import Any

from scorepad import wording
from scorepad.club.tokens import WRITE, Token
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Token]) -> Report:
    heads = layout(text("Token"), text("May"), text("Made"), text("Last used"))
    read, write = text("read"), text("read and write")
    may = {token: write if token.may == WRITE else read for token in listed}
    rows = [
        [wording.visible(token.name), may[token], wording.local(token.made), token.used]
        for token in listed
    ]
    return Report(text("Tokens"), [Section(table=Table(heads, rows))])


def for_programs(listed: list[Token]) -> list[dict[str, Any]]:
    """Return the tokens for JSON; `used`: None if never."""
    return [{**asdict(token), "used": token.used or None} for token in listed]
