"""A report as an HTML page that needs nothing else, for A4 paper."""

from html import escape

from scorepad.reports.content.report import Block, Notice
from scorepad.reports.drawing.html import table, whole

_NOTICE = """\
<article class="notice">
<header>
<h1>{heading}</h1>
{notes}</header>
{blocks}</article>
"""
_BLOCK = """\
<section{kind}>
{title}{table}{lines}</section>
"""


def as_html(notice: Notice) -> str:
    """The page."""
    drawn = _NOTICE.format(
        heading=escape(notice.heading),
        notes=_lines(notice.notes),
        blocks="".join(map(_block, notice.blocks)),
    )
    return whole(notice.heading, drawn)


def _block(block: Block) -> str:
    drawn = block.table
    return _BLOCK.format(
        kind=' class="together"' if block.together else "",
        title=f"<h2>{escape(block.title)}</h2>\n" if block.title else "",
        table=table("list", drawn.heads, drawn.on_paper(), drawn.numbers) if drawn else "",
        lines=_lines(block.lines),
    )


def _lines(lines: list[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>\n" for line in lines)
