"""Sessions as one HTML page that needs nothing else: a classic score sheet each, on A4 paper."""

from html import escape
from pathlib import Path

from firmware.scoring.deal import SEATS
from firmware.session import Session
from scorepad.club import wording
from scorepad.club.columns import Entry, Row, columns
from scorepad.club.store import Evening

_STYLE = Path(__file__).with_name("sheet.css")

_SHORT = 14  # deals; more are written smaller, so that about 30 are still one sheet of paper

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
{sessions}</body>
</html>
"""

_SESSION = """\
<article{kind}>
<header>
<h1>Score sheet</h1>
<p class="id">Session {id}</p>
<p>{heading}</p>
</header>
{players}<table class="sheet">
<thead><tr>{heads}</tr></thead>
<tbody class="above">
{above}</tbody>
{games}<tfoot><tr>{totals}</tr></tfoot>
</table>
<p class="outcome">{outcome}</p>
{deals}</article>
"""

_DEALS = """\
<table class="deals">
<thead><tr><th>#</th><th>Dealer</th><th>Vul.</th><th>Contract</th><th>By</th><th>Result</th>\
{heads}<th class="why">Why</th></tr></thead>
<tbody>
{rows}</tbody>
</table>
"""


def as_html(evenings: list[Evening]) -> str:
    """The page; sessions follow one another, each on a sheet of paper of its own."""
    title = f"Session {evenings[0].id}" if len(evenings) == 1 else "Score sheets"
    sessions = "".join(_session(evening) for evening in evenings)
    style = _STYLE.read_text(encoding="utf-8")
    return _PAGE.format(title=escape(title), style=style, sessions=sessions)


def _session(evening: Evening) -> str:
    session = evening.session
    written = columns(session)
    totals = [Entry(points, "total") for points in session.sheet.totals]
    return _SESSION.format(
        kind=' class="long"' if len(session.deals) > _SHORT else "",
        heading=escape(" · ".join(wording.heading(session, evening.state))),
        id=escape(evening.id),
        players=_players(evening),
        heads=_heads([wording.head(name) for name in session.sheet.accounts]),
        above=_rows(written.above),
        games="".join(_game(game) for game in written.games),
        totals=_cells(tuple(totals)),
        outcome=escape(wording.outcome(session)),
        deals=_deals(session) if session.deals else "",
    )


def _players(evening: Evening) -> str:
    """Who sat where, if anybody is in the roster."""
    if not any(evening.players):
        return ""
    seats = zip(SEATS, evening.players, strict=True)
    shown = "".join(
        f"<li><b>{seat}</b> {escape(wording.player(name))}</li>" for seat, name in seats
    )
    return f'<ul class="players">{shown}</ul>\n'


def _heads(names: list[str]) -> str:
    return "".join(f"<th>{escape(name)}</th>" for name in names)


def _game(rows: list[Row]) -> str:
    return f'<tbody class="game">\n{_rows(rows)}</tbody>\n'


def _rows(rows: list[Row]) -> str:
    """At least one, so that a line is not drawn upon another."""
    return "".join(f"<tr>{_cells(row)}</tr>\n" for row in rows or [(None, None)])


def _cells(row: Row) -> str:
    return "".join(f"<td>{_entry(entry) if entry else ''}</td>" for entry in row)


def _entry(entry: Entry) -> str:
    return f"<b>{entry.points}</b><small>{escape(entry.label)}</small>"


def _deals(session: Session) -> str:
    rows = "".join(_deal_row(row, len(session.sheet.accounts)) for row in session.rows())
    heads = _heads([wording.account(name) for name in session.sheet.accounts])
    return _DEALS.format(heads=heads, rows=rows)


def _deal_row(row: tuple, accounts: int) -> str:
    number, deal, _, dealer, vulnerable, postings, line = row
    said = _deal(number, deal, dealer, vulnerable) if number else [""] * 6
    points = [str(score or "") for score in wording.scores(postings, accounts)]
    cells = "".join(f"<td>{cell}</td>" for cell in [*said, *points])
    kind = ' class="line"' if line else ""
    return f'<tr{kind}>{cells}<td class="why">{escape(wording.why(postings))}</td></tr>\n'


def _deal(number: int, deal: int, dealer: int, vulnerable: int) -> list[str]:
    declarer, result = wording.played(deal)
    who = wording.vulnerable(vulnerable)
    return [str(number), SEATS[dealer], who, _contract(deal), declarer, _minus(result)]


def _contract(deal: int) -> str:
    level, strain, doubling = wording.contract(deal)
    kind = "red" if strain and strain in wording.RED else "black"
    return f'{level}<span class="{kind}">{strain}</span>{doubling}'


def _minus(result: str) -> str:
    return result.replace("-", "−")
