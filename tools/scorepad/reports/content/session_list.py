"""What the club has, one line a session."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scorepad import rule_sets, wording
from scorepad.club.records.session_list import ListedSession
from scorepad.language import SessionId, joined, text, text_counted
from scorepad.reports.content import links
from scorepad.reports.content.report import Private, Report, Section, State, Table, layout

_OF_BOARDS = rule_sets.having(rule_sets.has_boards)


@dataclass(frozen=True)
class _Lines:
    """The cells of each session's line, computed on each reading."""

    sessions: Iterable[ListedSession]

    def __iter__(self) -> Iterator[list[str]]:
        return map(_cells, self.sessions)


def report(sessions: Iterable[ListedSession], remarks: dict[str, str]) -> Report:
    """Return the list of sessions; `remarks`: by session. The head names the time zone.

    The sessions are read several times, for there may be too many for memory.
    """
    zones, damaged, doubtful = dict[str, None](), list[str](), list[str]()
    for entry in sessions:
        zones[wording.zone(entry.started)] = None
        if entry.fault:
            said = text("{session} is damaged: {fault}", session=entry.id, fault=entry.fault)
            damaged.append(Private(said))
        if entry.id in remarks:
            doubtful.append(Private(joined((SessionId(entry.id), remarks[entry.id]), ": ")))
    zones.pop("", None)
    began = text("Began ({zone})", zone="/".join(zones)) if zones else text("Began")
    session, table_number = text("Session"), text("Table")
    heads = layout(
        *(session, began, table_number, text("Rules"), text("State"), text("Result")),
        words=(session, began),
        numbers=(table_number,),
    )
    table = Table(heads, _Lines(sessions), close=True)
    return Report(text("Sessions"), [Section(table=table, lines=[*damaged, *doubtful])])


def _cells(session: ListedSession) -> list[str]:
    return [
        links.session(session.id),
        wording.clock(session.started),
        str(session.table_number),
        wording.rules(session.rules),
        State(session.state),
        _result(session),
    ]


def _result(session: ListedSession) -> str:
    """Return the points of each account; with boards, which others play too, their number."""
    if session.totals and session.rules in _OF_BOARDS:
        return text_counted(session.played, "{number} board", "{number} boards")
    return joined(
        (wording.account(name) + f" {points}" for name, points in session.totals.items()), " "
    )


def for_programs(
    sessions: Iterable[ListedSession], remarks: dict[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield all that the club's list of sessions has; `remarks`: by session."""
    return (_entry(session, remarks.get(session.id)) for session in sessions)


def _entry(session: ListedSession, note: str | None) -> dict[str, Any]:
    return {
        "id": session.id,
        "tablet": session.tablet,
        "table": session.table_number,
        "rules": session.rules,
        "state": session.state,
        "started": wording.timestamp(session.started),
        "records": session.records,
        "deals": session.played,
        "totals": session.totals,
        "fault": session.fault or None,
        "note": note,
    }
