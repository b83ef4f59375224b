"""How the club's players are called on a tablet, where a name has little room."""

import unicodedata
from collections import Counter
from collections.abc import Callable
from functools import partial

from firmware.storage.sealed_list import LONGEST_NAME
from firmware.ui.fonts import small
from firmware.ui.screen import NAME
from firmware.ui.text import fit
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import name_key
from scorepad.club.players.people import Person, people
from scorepad.tablet.letters import fold_name, is_drawn_by_browsers

_PART = 4  # characters of a number that tell people of one name apart
_LAST_PLAYED = """\
SELECT player, max(started) FROM {seats} AS sat
JOIN sessions ON sessions.id = sat.session GROUP BY player
"""


def list_players(rows: Rows, phone: bool = False) -> list[tuple[int, str]]:
    """Return (id, name) of every player for tablets; the last who played comes first.

    Names are in letters that the tablet has, cut to what it takes, and no two look alike; merged
    entries are left out. They may be more than a tablet has room for. `phone`: see `shorten_name`.
    """
    last = dict[int, int]()
    for seats in ("seats", "round_seats"):
        for player, started in rows.all(_LAST_PLAYED.format(seats=seats)):
            last[player] = max(started, last.get(player, started))
    everybody = list(people(rows).values())
    everybody.sort(key=lambda p: (-last.get(p.id, -1), name_key(p.name), p.id))
    return _make_distinct(everybody, partial(shorten_name, phone=phone))


def _make_distinct(everybody: list[Person], short: Callable[..., str]) -> list[tuple[int, str]]:
    """Return names with marks that distinguish equal ones, longer marks where needed."""
    marks = {person.id: _marks(person) for person in everybody}
    while True:
        names = {
            person.id: short(person.name, person.id, marks[person.id][0]) for person in everybody
        }
        seen = {number: name_key(fit_name(name)) for number, name in names.items()}
        counts = Counter(seen.values())
        alike = [number for number in names if counts[seen[number]] > 1]
        unclear = [number for number in alike if len(marks[number]) > 1]
        if not unclear:
            return list(names.items())
        for number in unclear:
            marks[number] = marks[number][1:]


def _marks(person: Person) -> list[str]:
    """Return marks that distinguish a player, best first: none, the end of the number, the id."""
    words = person.number.split()
    return ["", *[word[-_PART:] for word in words[-1:]], f"#{person.id}"]


def fit_name(name: str) -> str:
    """Return a name as a tablet shows it where space is least: a wide one is cut."""
    return fit(small, name, NAME)


def shorten_name(name: str, number: int, mark: str = "", phone: bool = False) -> str:
    """Return as much of a name as a tablet can show, followed by this mark.

    `number`: shown as `#12` if no letter of the name can be; `phone`: whose browser also draws
    letters that the fonts lack.
    """
    name = unicodedata.normalize("NFC", name)
    if not (phone and is_drawn_by_browsers(name + mark)):
        name, mark = fold_name(name) or f"#{number}", fold_name(mark)
    behind = f" {mark}" if mark else ""
    room = LONGEST_NAME - len(behind.encode())
    return name.encode()[:room].decode(errors="ignore").rstrip() + behind
