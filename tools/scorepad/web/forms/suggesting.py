"""What may be chosen in forms: players, sessions, events, and what the page itself is about."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from scorepad.club.records.session_list import Asked
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.operation import Suggests
from scorepad.operations.events.common import suggest_pairs
from scorepad.operations.sessions.common import (
    suggest_deals,
    suggest_evenings,
    suggest_events,
    suggest_waiting,
)
from scorepad.operations.sessions.undo_decision import suggest_decisions
from scorepad.web import naming
from scorepad.web.command import Values, run
from scorepad.web.pages import field
from scorepad.web.site import Site
from scorepad.web.watching.tablets import Plugged

MOST = 500  # of each; with more a page would be long to load
_FOUND = 20  # of those that are looked for as somebody types
_NEWEST_PLAYERS = "SELECT id, name FROM players ORDER BY id DESC LIMIT :most"

Suggested = list[tuple[str, str]]  # what is given, and how people read it


def suggested(
    site: Site,
    kinds: Collection[str],
    where: Mapping[str, str],
    own: Callable[[], Any] | None = None,
) -> dict[str, Suggested]:
    """Of each of these kinds (field.py) the newest ones; `where`: what the page is about.

    `own`: makes what the page's own command says to programs.
    """
    page = _Page(site, where, own)
    return {kind: _LISTS[kind](page) for kind in sorted(kinds) if kind}


def players_like(club: Club, text: str) -> Suggested:
    asked: Values = {"--find": text, "--limit": str(_FOUND), "--json": True}
    found = json.loads(run(club, "club players", asked).saved)
    return _players([(one["id"], one["name"]) for one in found])


@dataclass
class _Page:
    """`where`: the parts of a page's path, and what is asked for of it, by their names."""

    site: Site
    where: Mapping[str, str]
    own: Callable[[], Any] | None

    @property
    def club(self) -> Club:
        """The club whose page it is."""
        return self.site.club

    def known(self, command: str, *names: str, **fixed: str) -> Any:
        """What a command says to programs of what the page shows; None if that is nothing."""
        asked = {name: self.where[name] for name in names if name in self.where}
        try:
            return json.loads(run(self.club, command, {**asked, **fixed, "--json": True}).saved)
        except UserError:
            return None

    @cached_property
    def duplicate(self) -> list[Any]:
        """The evening of duplicate that the page shows, or the sections of the event."""
        known = self.own() if self.own else {"sections": []}
        return list(known.get("sections", [known]))


def _declared(suggests: Suggests) -> Callable[[_Page], Suggested]:
    """Return what lists the suggestions of an operation, after what the page is about."""

    def suggested(page: _Page) -> Suggested:
        given = {name.removeprefix("--"): value for name, value in page.where.items()}
        found = page.club.read(lambda rows: list(suggests(rows, given)))
        return [(value, str(said)) for value, said in found]

    return suggested


def _ports(page: _Page, phones: bool) -> Suggested:
    return [(one.port, _at(one)) for one in page.site.tablets.listed() if phones or one.wired]


def _at(one: Plugged) -> str:
    named = say("table")
    return f"{one.place} · {named} {one.table}" if one.table else one.place


def _players(rows: Sequence[Sequence[Any]]) -> Suggested:
    names = [name for _, name in rows]
    said = ((f"id={id}" if names.count(name) > 1 else name, name) for id, name in rows)
    return sorted(said, key=lambda one: one[1].casefold())


def _sessions(page: _Page) -> Suggested:
    found = [one.id for one in page.club.sessions(Asked(limit=MOST))][::-1]
    called = naming.called(page.club, found)
    return [(one, called[one]) for one in found]


def _pairs(page: _Page) -> Suggested:
    names = {one["pair"] for part in page.duplicate for one in part["ranking"]}
    return [(name, name) for name in sorted(names, key=_as_counted)]


def _as_counted(name: str) -> list[int | str]:
    """Pair 2 is before pair 10."""
    parts = re.split(r"(\d+)", name)
    return [int(part) if part.isdecimal() else part for part in parts]


def _boards(page: _Page) -> Suggested:
    listed = [one for part in page.duplicate for one in (*part["travellers"], *part["doubts"])]
    return [(str(one), str(one)) for one in sorted({one["board"] for one in listed} - {0})]


def _event_pairs(page: _Page) -> Suggested:
    return _listed(page, suggest_pairs)


def _listed(page: _Page, suggests: Suggests) -> Suggested:
    """What an operation suggests."""
    try:
        found = page.club.read(lambda rows: list(suggests(rows, page.where)))
    except UserError:
        return []
    return [(value, str(said)) for value, said in found]


def _matches(page: _Page) -> Suggested:
    """Those that are decided."""
    found = page.known("club knockout show", name=page.where["name"]) or {"rounds": []}
    return list(_numbered(found["rounds"]))


def _numbered(rounds: list[list[dict[str, Any]]]) -> Iterator[tuple[str, str]]:
    matches = (one for matches in rounds for one in matches)
    for number, one in enumerate(matches, 1):
        if one["through"] and not one["bye"]:
            names = [pair["name"] for pair in one["pairs"]]
            yield str(number), f"{number}: {' - '.join(names)}"


def _names(listed: list[Any] | None, by: str = "name", more: str = "") -> Suggested:
    return [(one[by], ", ".join([one[by], *one.get(more, ())])) for one in listed or ()]


_LISTS: dict[str, Callable[[_Page], Suggested]] = {
    field.PLAYERS: lambda page: _players(page.club.ask(_NEWEST_PLAYERS, {"most": MOST})),
    field.SESSIONS: _sessions,
    field.EVENTS: _declared(suggest_events),
    field.EVENINGS: _declared(suggest_evenings),
    field.DEAL_NUMBERS: _declared(suggest_deals),
    field.PORTS: partial(_ports, phones=True),
    field.CABLES: partial(_ports, phones=False),
    field.PAIRS: _pairs,
    field.BOARDS: _boards,
    field.EVENT_PAIRS: _event_pairs,
    field.DECISIONS: _declared(suggest_decisions),
    field.MATCHES: _matches,
    field.HOUSE_RULES: lambda page: _names(page.known("club rules list")),
    field.WAITING: _declared(suggest_waiting),
    field.PROGRAMS: lambda page: _names(page.known("club token list")),
    field.KNOWN_TABLETS: lambda page: _names(page.known("club tablet list"), "id", "players"),
}
