"""What may be chosen in forms: players, sessions, events, and what the page itself is about."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from scorepad import wording
from scorepad.club.decision_list import listed
from scorepad.club.records.evenings import NONE, evening_of
from scorepad.club.records.session_list import Asked
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.operation import Suggests
from scorepad.operations.events.common import suggest_events, suggest_pairs
from scorepad.web import naming
from scorepad.web.command import Values, run
from scorepad.web.pages import field, words
from scorepad.web.site import Site
from scorepad.web.watching.tablets import Plugged

MOST = 500  # of each; with more a page would be long to load
_FOUND = 20  # of those that are looked for as somebody types
_SIDES = ("NS", "EW")
# Of each day by the clock of the world when the first and the last session began. From each day
# the index leads to the one before: what is read is as many as are asked for.
_DAYS = """\
WITH RECURSIVE days (latest, place) AS (
    SELECT max(started), 1 FROM sessions
    UNION ALL
    SELECT (SELECT max(started) FROM sessions WHERE started < latest / 1440 * 1440), place + 1
    FROM days WHERE latest IS NOT NULL AND place < :most
)
SELECT (SELECT min(started) FROM sessions WHERE started >= latest / 1440 * 1440), latest
FROM days WHERE latest IS NOT NULL ORDER BY place
"""

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


def _evenings(page: _Page) -> Suggested:
    """Those on which something was played, the newest first; at last what has no date."""
    spans = page.club.ask(_DAYS, {"most": MOST})  # of no day are there three evenings
    found = dict.fromkeys(evening_of(each) for span in spans for each in reversed(span))
    dated = [(str(one), wording.day(one)) for one in found if one]
    return [*dated, *[(NONE, words.choice(NONE))] * (None in found)]


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


def _events(page: _Page) -> Suggested:
    return _listed(page, suggest_events)


def _deals(page: _Page) -> Suggested:
    found = page.known("club show", id=page.where["session"]) or {"deals": []}
    said = ((one["n"], wording.in_symbols(one["deal"])) for one in found["deals"])
    return [(str(number), f"{number}: {deal}") for number, deal in said]


def _seats(page: _Page) -> Suggested:
    asked = "SELECT 1 FROM sessions WHERE id = :id AND event <> 0"
    event = page.club.ask(asked, {"id": page.where["session"]})
    sides = [(one, wording.account(one)) for one in _SIDES] if event else []
    return [*((each, say(each)) for each in "NESW"), *sides]


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


def _decisions(page: _Page) -> Suggested:
    about = partial(listed, given=page.where.get("--session"))
    try:
        standing = [one for one in page.club.read(about) if one.undoable][-MOST:]
    except UserError:
        return []
    return [(one.name, f"{one.name}: {one.what}") for one in reversed(standing)]


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


def _names(listed: list[dict[str, Any]] | None, by: str = "name") -> Suggested:
    return [(one[by], one[by]) for one in listed or ()]


_LISTS: dict[str, Callable[[_Page], Suggested]] = {
    field.PLAYERS: lambda page: _players(page.club.ask(_NEWEST_PLAYERS, {"most": MOST})),
    field.SESSIONS: _sessions,
    field.EVENTS: _events,
    field.EVENINGS: _evenings,
    field.DEAL_NUMBERS: _deals,
    field.PORTS: partial(_ports, phones=True),
    field.CABLES: partial(_ports, phones=False),
    field.SEATS: _seats,
    field.PAIRS: _pairs,
    field.BOARDS: _boards,
    field.EVENT_PAIRS: _event_pairs,
    field.DECISIONS: _decisions,
    field.MATCHES: _matches,
    field.HOUSE_RULES: lambda page: _names(page.known("club rules list")),
    field.WAITING: lambda page: [(one["id"],) * 2 for one in page.known("club waiting") or ()],
    field.PROGRAMS: lambda page: _names(page.known("club token list")),
    field.KNOWN_TABLETS: lambda page: _names(page.known("club tablet list"), "id"),
}
