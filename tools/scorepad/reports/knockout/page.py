"""The summary sheet of a knock-out as an HTML page that needs nothing else, for A4 paper."""

from html import escape

from scorepad.club.knockout.competition import Competition
from scorepad.reports.content import knockout as sheet
from scorepad.reports.drawing.html import table, whole

_SHEET = """\
<article>
<header>
<h1>{name}</h1>
<p>{heading}</p>
</header>
{rounds}{result}</article>
"""
_ROUND = "<h2>{name}</h2>\n{matches}"


def as_html(held: Competition) -> str:
    """The page."""
    drawn = _SHEET.format(
        name=escape(held.name),
        heading=escape(sheet.heading(held)),
        rounds="".join(map(_round, sheet.rounds(held))),
        result="".join(f'<p class="outcome">{escape(line)}</p>\n' for line in sheet.result(held)),
    )
    return whole(held.name, drawn)


def _round(one: sheet.Round) -> str:
    return _ROUND.format(name=escape(one.name), matches=table("rounds", sheet.HEADS, one.rows))
