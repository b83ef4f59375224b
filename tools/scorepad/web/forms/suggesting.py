"""What helps who fills in a form: the names of players, sessions, events, the evenings played."""

from collections.abc import Callable, Collection

from scorepad import wording
from scorepad.club.records.evenings import NONE, evening_of
from scorepad.club.records.session_list import Asked
from scorepad.club.records.store import Club
from scorepad.language import say
from scorepad.web.pages import words
from scorepad.web.pages.field import EVENINGS, EVENTS, PLAYERS, PORTS, SESSIONS
from scorepad.web.site import Site
from scorepad.web.watching.tablets import Tablets

MOST = 500  # of each; with more a page would be long to load

Suggested = list[tuple[str, str]]  # what is given, and how people read it


def suggested(site: Site, kinds: Collection[str]) -> dict[str, Suggested]:
    """Of each of these kinds (field.py) the newest ones."""
    lists = {**_LISTS, PORTS: lambda _: _ports(site.tablets)}
    return {kind: lists[kind](site.club) for kind in sorted(kinds) if kind}


def evenings(club: Club) -> Suggested:
    """Those on which something was played, the newest first; at last what has no date."""
    # Of each day by the clock of the world the first and the last: of no day are there three.
    spans = club.ask(
        "SELECT min(started), max(started) FROM sessions GROUP BY started / 1440 "
        "ORDER BY 1 DESC LIMIT :most",
        {"most": MOST},
    )
    found = dict.fromkeys(evening_of(each) for span in spans for each in reversed(span))
    dated = [(str(one), wording.day(one)) for one in found if one]
    return [*dated, *[(NONE, words.choice(NONE))] * (None in found)]


def _ports(tablets: Tablets) -> Suggested:
    named = say("table")
    return [
        (one.port, f"{one.port} · {named} {one.table}" if one.table else one.port)
        for one in tablets.listed()
    ]


def _players(club: Club) -> Suggested:
    """By their names; of two with one name by their ids."""
    rows = club.ask("SELECT id, name FROM players ORDER BY id DESC LIMIT :most", {"most": MOST})
    names = [name for _, name in rows]
    said = ((f"id={id}" if names.count(name) > 1 else name, name) for id, name in rows)
    return sorted(said, key=lambda one: one[1].casefold())


def _sessions(club: Club) -> Suggested:
    found = club.sessions(Asked(limit=MOST))
    return [(one.id, wording.clock(one.started)) for one in found][::-1]


def _events(club: Club) -> Suggested:
    rows = club.ask(
        "SELECT id, name, date FROM events ORDER BY id DESC LIMIT :most", {"most": MOST}
    )
    return [(f"id={id}", f"{name} · {date}") for id, name, date in rows]


_LISTS: dict[str, Callable[[Club], Suggested]] = {
    PLAYERS: _players,
    SESSIONS: _sessions,
    EVENTS: _events,
    EVENINGS: evenings,
}
