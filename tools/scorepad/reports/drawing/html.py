"""Sessions as one HTML page that needs nothing else: a score sheet each, on A4 paper."""

import re
from collections.abc import Collection, Iterable
from html import escape
from pathlib import Path

from firmware.scoring.deal import SEATS
from firmware.session import Session
from scorepad import wording
from scorepad.club.records.store import Evening
from scorepad.reports.content.score_sheet import Dealt, Entry, Row, columns, deals

_STYLE = Path(__file__).with_name("html.css")

# Lines of a session up to which it is written in an ordinary size, and small; more are smaller
# still, so that thirty deals and their sheet are one page of paper.
_SHORT, _LONG = 24, 42

_HYPHEN = re.compile(r"-(?=\d)")  # of a negative number

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}</body>
</html>
"""

_SESSION = """\
<article{kind}>
<header>
<h1>Score sheet</h1>
<p class="id">Session {id}</p>
<p>{heading}</p>
</header>
{players}{scores}</article>
"""

_PAPER = """\
<table class="sheet{alone}">
<thead><tr>{heads}</tr></thead>
<tbody class="above">
{above}</tbody>
{games}<tfoot><tr>{totals}</tr></tfoot>
</table>
<p class="outcome">{outcome}</p>
{deals}"""

_SUMMARY = """\
{deals}{premiums}<p class="outcome">{outcome}</p>
"""

_TABLE = """\
<table class="{kind}">
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}</tbody>
</table>
"""


def as_html(evenings: list[Evening]) -> str:
    """The page; sessions follow one another, each on a sheet of paper of its own."""
    title = f"Session {evenings[0].id}" if len(evenings) == 1 else "Score sheets"
    sessions = "".join(_session(evening) for evening in evenings)
    return whole(title, sessions)


def whole(title: str, body: str) -> str:
    """A page that needs nothing else; `body`: its articles."""
    style = _STYLE.read_text(encoding="utf-8")
    return _PAGE.format(title=escape(title), style=style, body=body)


def table(
    kind: str,
    heads: Iterable[str],
    rows: Iterable[Iterable[str]],
    numbers: Collection[int] = (),
) -> str:
    """A table of plain texts. `kind`: its class in the style; `numbers`: columns of numbers."""
    lines = "".join(f"<tr>{_plain('td', row, numbers)}</tr>\n" for row in rows)
    return _TABLE.format(kind=kind, heads=_plain("th", heads, numbers), rows=lines)


def _plain(tag: str, cells: Iterable[str], numbers: Collection[int]) -> str:
    classes = dict.fromkeys(numbers, ' class="number"')
    return "".join(
        f"<{tag}{classes.get(place, '')}>{escape(cell)}</{tag}>"
        for place, cell in enumerate(cells)
    )


def _session(evening: Evening) -> str:
    session = evening.session
    return _SESSION.format(
        kind=_size(session),
        heading=escape(" · ".join(wording.heading(session, evening.state))),
        id=escape(evening.id),
        players=_players(evening),
        scores=_paper(session) if wording.on_paper(session) else _summary(session),
    )


def _size(session: Session) -> str:
    lines = len(session.deals)
    if wording.on_paper(session):
        written = columns(session)
        lines += len(written.above) + sum(len(game) for game in written.games)
    if lines <= _SHORT:
        return ""
    return ' class="long"' if lines <= _LONG else ' class="long longest"'


def _paper(session: Session) -> str:
    written = columns(session)
    accounts = session.sheet.accounts
    empty: Row = (None,) * len(accounts)  # so that a line is not drawn upon another
    totals = [Entry(points, "total") for points in session.sheet.totals]
    return _PAPER.format(
        alone=" alone" if len(accounts) > 2 else "",
        heads=_heads([wording.head(name) for name in accounts]),
        above=_rows(written.above or [empty]),
        games="".join(_game(game or [empty]) for game in written.games),
        totals=_cells(tuple(totals)),
        outcome=escape(wording.outcome(session)),
        deals=_deals(session),
    )


def _summary(session: Session) -> str:
    premiums = [
        f'<p class="premium">{escape(_minus(said))}</p>\n' for said in wording.premiums(session)
    ]
    return _SUMMARY.format(
        deals=_deals(session),
        premiums="".join(premiums),
        outcome=escape(wording.outcome(session)),
    )


def _players(evening: Evening) -> str:
    """Who sat where, if anybody is in the roster."""
    if not any(evening.session.players):
        return ""
    seats = zip(SEATS, evening.called, strict=True)
    shown = "".join(f"<li><b>{seat}</b> {escape(name)}</li>" for seat, name in seats)
    return f'<ul class="players">{shown}</ul>\n'


def _heads(names: Iterable[str]) -> str:
    return "".join(f"<th>{escape(name)}</th>" for name in names)


def _game(rows: list[Row]) -> str:
    return f'<tbody class="game">\n{_rows(rows)}</tbody>\n'


def _rows(rows: list[Row]) -> str:
    return "".join(f"<tr>{_cells(row)}</tr>\n" for row in rows)


def _cells(row: Row) -> str:
    return "".join(f"<td>{_entry(entry) if entry else ''}</td>" for entry in row)


def _entry(entry: Entry) -> str:
    return f"<b>{entry.points}</b><small>{escape(entry.label)}</small>"


def _deals(session: Session) -> str:
    if not session.deals:
        return ""
    why = wording.on_paper(session)
    heads = _heads([*wording.deal_heads(session), *wording.point_heads(session)])
    rows = "".join(_deal_row(row, why) for row in deals(session))
    return _TABLE.format(kind="deals", heads=heads + _why("th", "Why") * why, rows=rows)


def _deal_row(row: Dealt, why: bool) -> str:
    said = _said(row) if row.number else [""] * 6
    cells = "".join(f"<td>{cell}</td>" for cell in [*said, *map(_minus, row.amounts)])
    kind = ' class="line"' if row.ruled else ""
    return f"<tr{kind}>{cells}{_why('td', row.why) * why}</tr>\n"


def _why(cell: str, text: str) -> str:
    return f'<{cell} class="why">{escape(text)}</{cell}>'


def _said(row: Dealt) -> list[str]:
    declarer, result = wording.played(row.deal)
    contract = _contract(row.deal)
    return [str(row.number), row.where, row.vulnerable, contract, declarer, _minus(result)]


def _contract(deal: int) -> str:
    level, strain, doubling = wording.contract(deal)
    kind = "red" if strain and strain in wording.RED else "black"
    return f'{level}<span class="{kind}">{strain}</span>{doubling}'


def _minus(text: str) -> str:
    return _HYPHEN.sub("−", text)
