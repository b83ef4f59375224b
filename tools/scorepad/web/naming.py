"""What pages call a session: its table, who played, and when it began."""

from collections.abc import Collection, Iterable

from scorepad import wording
from scorepad.club.records.evenings import evening_of, today
from scorepad.club.records.store import Club
from scorepad.language import say
from scorepad.reports.content.report import Report
from scorepad.reports.drawing.leading import Called, named_in

_AT_ONCE = 500  # sessions
_PLAYERS = 4
_ASKED = (
    "SELECT sessions.id, table_number, started, seat, name FROM sessions "
    "LEFT JOIN seats ON session = sessions.id LEFT JOIN players ON players.id = player "
    "WHERE sessions.id IN ({}) ORDER BY sessions.id, seat"
)


def called(club: Club, ids: Collection[str]) -> dict[str, Called]:
    """What each of these sessions is called, of those that there are."""
    known, rest = dict[str, Called](), sorted(ids)
    while rest:
        some, rest = rest[:_AT_ONCE], rest[_AT_ONCE:]
        values = {f"id{at}": id for at, id in enumerate(some)}
        rows = club.ask(_ASKED.format(", ".join(f":{one}" for one in values)), values)
        seated = dict[tuple[str, int, int], dict[int, str]]()
        for id, table, started, seat, name in rows:
            seated.setdefault((id, table, started), {})[seat] = name
        known |= {id: _said(table, started, who) for (id, table, started), who in seated.items()}
    return known


def of_parts(club: Club, parts: Iterable[Report | str]) -> dict[str, Called]:
    """What the sessions are called that these name."""
    found = set[str]()
    for part in parts:
        found |= named_in([part] if isinstance(part, str) else part.texts())
    return called(club, found)


def _said(table: int, started: int, names: dict[int, str]) -> Called:
    players = [wording.player(names.get(seat)) for seat in range(_PLAYERS)]
    sides = [" & ".join(players[side::2]) for side in (0, 1)]
    who = " - ".join(sides) if any(names.values()) else ""
    when = wording.clock(started)
    time = when.split()[-1] if evening_of(started) == today() else when
    return Called(say("Table {number}", number=table), who, time)
