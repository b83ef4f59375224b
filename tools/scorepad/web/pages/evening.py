"""The page of an evening: the tablets, the sessions as they come in, and how it stands."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from scorepad.club.events.taking_over import last_deal
from scorepad.club.tablet_keys import MOST_NEW, full_tables
from scorepad.errors import UserError
from scorepad.language import adapt, joined, marked, say_in, text, text_counted
from scorepad.reports.content.report import (
    NUMBER,
    TEXT,
    WORD,
    Column,
    Report,
    Section,
    Table,
)
from scorepad.tablet.event import ASKS
from scorepad.web.live.tablets import Plugged
from scorepad.web.operating import hide, show
from scorepad.web.pages.page import Form
from scorepad.web.pages.phones import notice
from scorepad.web.site import Site

_MOST_TOLD = 5  # lines of a tablet
_FULL = marked(
    "Table {table}: {number} new phones have come in 12 hours, and no other one is let in. If "
    "some are a stranger's, forget them on the page of tablets."
)
TABLE = Form("sync", marked("Give a tablet its table"), ("ports", "table"), needed=("table",))
RESCUE = Form("rescue", marked("Rescue a tablet"), long=True)


def evening(site: Site, asked: Mapping[str, str]) -> list[Report | str]:
    """Return the content of the page. Raise UserError."""
    date = asked.get("evening") or str(site.club.evenings.today())
    full = [text(_FULL, table=table, number=MOST_NEW) for table in site.club.read(full_tables)]
    parts = *notice(site), *tablets(site), *full, *_sessions(site, date), *_standings(site, date)
    return [*parts]


def _sessions(site: Site, date: str) -> list[Report | str]:
    found = show(site.club, "club list", evening=date)
    if isinstance(found[0], str):  # there are none
        return [text("No session of this evening is here yet.")]
    return [
        replace(part, heading=text("Sessions"), headed=True)
        for part in found
        if isinstance(part, Report)
    ]


def _standings(site: Site, date: str) -> list[Report | str]:
    """Return the standings of duplicate, with results to check; nothing if none was played."""
    try:
        return show(site.club, "club duplicate", evening=date, doubts=True)
    except UserError:
        return []


def tablets(site: Site) -> list[Report | str]:
    listed, away = site.tablets.list_connected(), site.phones.away()
    if not listed and not away:
        return [text("No tablet is plugged in.")]
    heads = [
        Column(text("Table"), NUMBER),
        Column(text("Tablet"), TEXT),
        Column(text("Port"), WORD),
    ]
    rows = [[str(tablet.table or ""), _state(tablet), tablet.place] for tablet in listed]
    for phone in away:
        place = text("in a browser, table {table}", table=phone.table)
        rows.append([str(phone.table), _out_of_reach(phone.since), place])
    here = [(tablet.table, tablet.summary.tablet if tablet.summary else "") for tablet in listed]
    here += [(phone.table, phone.tablet) for phone in away]
    for row, times in zip(rows, _times(site, here), strict=True):
        row[1] = joined([row[1], *times], "; ") if times else row[1]
    charges = [*map(_charge, listed), *[""] * len(away)]
    if any(charges):
        heads.append(Column(text("Battery"), TEXT))
        rows = [[*row, charge] for row, charge in zip(rows, charges, strict=True)]
    told = [line for tablet in listed for line in _describe_problems(tablet)]
    told = list(dict.fromkeys(told))  # of what several phones are told, once
    return [Report(text("Tablets"), [Section(table=Table(heads, rows), told=True)]), *told]


def _times(site: Site, here: list[tuple[int, str]]) -> Iterator[list[str]]:
    """Yield by what the tablets of one table are told apart; nothing for one that is alone."""
    tables = Counter(table for table, _ in here)
    for table, tablet in here:
        said = list[str]()
        if table and tables[table] > 1:
            if joined := site.tablets.joined.get((table, tablet)):
                said.append(text("joined {time}", time=f"{joined:%H:%M}"))
            deal = site.club.read(partial(last_deal, tablet=tablet))
            evenings = site.club.evenings
            if deal and evenings.at(deal) == evenings.today():
                said.append(text("last deal {time}", time=f"{deal:%H:%M}"))
        yield said


def _describe_problems(tablet: Plugged) -> list[str]:
    """Return the first lines about sessions that a sync refused, and its notes."""
    where = text("Table {table}", table=tablet.table) if tablet.table else tablet.place
    said = (*tablet.summary.refused, *tablet.summary.notes) if tablet.summary else ()
    lines: list[str] = [
        joined((where, adapt(line, lambda words, _: hide(words, f"{tablet.port}: ", ""))), ": ")
        for line in dict.fromkeys(said)
    ]
    if len(lines) > _MOST_TOLD:
        more = text("and {number} more", number=len(lines) - _MOST_TOLD)
        lines[_MOST_TOLD:] = [joined((where, more), ": ")]
    return lines


def _charge(tablet: Plugged) -> str:
    """Return the charge of its battery; "" if the board cannot measure it."""
    if not tablet.summary or tablet.summary.charge is None:
        return ""
    charge = tablet.summary.charge
    return text("charge me: {charge} %", charge=charge) if tablet.summary.low else f"{charge} %"


def _out_of_reach(since: datetime) -> str:
    """Describe a phone that does not answer; it goes on by itself."""
    return text("out of reach since {time}; nothing is lost", time=f"{since:%H:%M}")


def _state(tablet: Plugged) -> str:
    if tablet.summary and tablet.summary.silent and not tablet.wired:
        return _out_of_reach(tablet.heard)
    if tablet.summary and tablet.summary.silent:
        return text("Something is plugged in here that does not answer as a tablet does.")
    if tablet.summary and tablet.summary.trouble:
        return adapt(
            tablet.summary.trouble,
            lambda words, code: hide(words, tablet.port, say_in(code, tablet.place)),
        )
    if tablet.syncing:
        return text("{done} of {number} sessions", done=tablet.done, number=tablet.sessions)
    if tablet.summary and tablet.summary.event == ASKS:
        return text("asks whether to take over this table")
    return text_counted(tablet.sessions, "{number} session is here", "{number} sessions are here")
