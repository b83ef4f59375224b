"""Which session or player is meant by what somebody has typed."""

import difflib
import re
import unicodedata
from collections.abc import Collection
from typing import NamedTuple

from scorepad import wording
from scorepad.club.database.connection import AT_ONCE
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.seating import merged, person
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import text

_NEAR = 3  # that an error names
_ID = re.compile("id=(0|[1-9][0-9]{0,17})")
_NEWEST = 1000  # sessions, among which an error looks for those that it names


class Player(NamedTuple):
    """A player in the roster, as the table `players` has one."""

    id: int
    name: str
    number: str
    grade: str
    rating: int
    area: str


def begun_so(rows: Rows, table: str, column: str, given: str) -> list[str]:
    """Return the id that was typed if there is such a row, else the first that begin so."""
    begin, ids = given.lower(), f"SELECT {column} FROM {table} WHERE"
    if rows.first(f"{ids} {column} = :begin", begin=begin):
        return [begin]
    if not begin:
        return []
    fitting = f"{ids} substr({column}, 1, :length) = :begin ORDER BY {column} LIMIT :most"
    found = rows.all(fitting, begin=begin, length=len(begin), most=_NEAR + 1)
    return [name for (name,) in found]


def session_meant(rows: Rows, given: str) -> str:
    """Return the session with this id, or the only one whose id begins so. Raise Unknown."""
    found = begun_so(rows, "sessions", "id", given)
    if len(found) == 1:
        return found[0]
    last = "SELECT id FROM sessions ORDER BY started DESC, tablet DESC, number DESC LIMIT :most"
    newest = [row.id for row in rows.all(last, most=_NEWEST)]
    if not newest:
        raise Unknown(text("The club has no sessions yet."), "session", [remedy("sync")])
    near = found or sorted(difflib.get_close_matches(given.lower(), newest, _NEAR, 0.3))
    names = ", ".join(near[:_NEAR]) + (" ..." if len(near) > _NEAR else "")
    wrong = text("The club has no session {given}.", given=repr(given))
    if found:
        about = {"given": repr(given), "sessions": names}
        wrong = text("Several sessions begin with {given}: {sessions}.", **about)
    elif near:
        about = {"given": repr(given), "sessions": names}
        wrong = text("The club has no session {given}; similar ones are {sessions}.", **about)
    raise Unknown(wrong, "session", [] if near else [remedy("club list")])


def player_meant(rows: Rows, given: str, whole: bool = False) -> Player:
    """The person who is meant; of a merged entry the one that it counts for. Raises UserError.

    `given`: an id, a number in the federation, a name, or how only one name begins; `id=7` is
    always the id. `whole`: it must not be only how a name begins.
    """
    said = _ID.fullmatch(name_key(given))
    if said and (found := roster(rows, [int(said[1])])):  # the others are not read
        [player] = found
        known = person(merged(rows), player)
        return roster(rows, [known])[known]
    return Players(rows).find(given, whole)


def roster(rows: Rows, ids: Collection[int] | None = None) -> dict[int, Player]:
    """Return all entries by their ids, in order; `ids`: more than these are not needed."""
    which, given = "", dict[str, list[int]]()
    if ids is not None and len(ids) < AT_ONCE:  # a database takes so many values, and not any more
        which, given = "WHERE id IN :ids", {"ids": [*ids]}
    every = f"SELECT id, name, number, grade, rating, area FROM players {which} ORDER BY id"
    return {row[0]: Player(*row) for row in rows.all(every, **given)}


def names_of(rows: Rows, ids: Collection[int] | None = None) -> dict[int, str]:
    """Return the names of players by their ids; `ids`: as `roster` takes them."""
    return {player.id: player.name for player in roster(rows, ids).values()}


class Players:
    """The entries of the roster, read once for many searches."""

    def __init__(self, rows: Rows):
        self._every = roster(rows)
        self._steps = merged(rows)

    def find(self, given: str, whole: bool = False) -> Player:
        """Return the player as `player_meant` does. Raise UserError."""
        every = self._every
        fitting = _fitting(given, list(every.values()))
        people = {person(self._steps, player.id) for player in fitting}
        if len(people) == 1:
            if whole and not any(_is(name_key(given), player) for player in fitting):
                ids = sorted(player.id for player in fitting)
                about = {"given": repr(given), "players": _join_names(every, ids)}
                part = text("{given} is only the beginning of a name: {players}.", **about)
                raise UserError(part, "player")
            return every[people.pop()]
        if people:
            raise _several(given, every, sorted(people))
        raise _no_player(given, every)


def _fitting(given: str, every: list[Player]) -> list[Player]:
    """Return the players with this id, number or name, else those whose name begins so."""
    wanted = name_key(given)
    exact = [player for player in every if _is(wanted, player)]
    if wanted.startswith("id="):
        return [player for player in exact if f"id={player.id}" == wanted]
    begun = [p for p in every if any(key.startswith(wanted) for key in keys(p)[1:])]
    return (exact or begun) if wanted else []


def _is(wanted: str, player: Player) -> bool:
    whole = (f"id={player.id}", str(player.id), *keys(player))
    return wanted in whole or person_key(wanted) == person_key(player.name)


def keys(player: Player) -> tuple[str, str, str]:
    """Return what a player is found by: the number, the name, and `person_key` of that."""
    return name_key(player.number), name_key(player.name), person_key(player.name)


def name_key(name: str) -> str:
    """Return a key that is equal for names which differ only in case and accents."""
    return unicodedata.normalize("NFC", name.strip()).casefold()


def person_key(name: str) -> str:
    """The same of somebody's name, which may be written as "Bell, Kenneth"."""
    last, *first = name_key(name).split(",")
    return f"{first[0]} {last}".strip() if len(first) == 1 else name_key(name)


def nearest(given: str, names: list[str]) -> list[str]:
    """Return the names that are like a given one, or else the last ones."""
    newest = list(dict.fromkeys(reversed(names)))
    return difflib.get_close_matches(given, newest, _NEAR) or newest[:_NEAR]


def _join_names(every: dict[int, Player], ids: list[int]) -> str:
    names = [f"{wording.player(every[number].name)} (id={number})" for number in ids[:_NEAR]]
    return ", ".join(names) + (" ..." if len(ids) > _NEAR else "")


def _several(given: str, every: dict[int, Player], ids: list[int]) -> Unknown:
    about = {"given": repr(given), "players": _join_names(every, ids)}
    said = text("Several players are called {given}: {players}. Enter the id, as id=7.", **about)
    return Unknown(said, "player")


def _no_player(given: str, every: dict[int, Player]) -> Unknown:
    if not every:
        nobody = text(
            "The club has no player {given}: nobody is in the roster yet.", given=repr(given)
        )
        return Unknown(nobody, "player", [remedy("club players import")])
    near = difflib.get_close_matches(given, [player.name for player in every.values()], _NEAR)
    if not near:
        none = text("The club has no player {given}.", given=repr(given))
        return Unknown(none, "player", [remedy("club players")])
    about = {"given": repr(given), "players": ", ".join(map(wording.player, near))}
    said = text("The club has no player {given}; similar names are {players}.", **about)
    return Unknown(said, "player")
