"""One entry of the roster: added, changed, or shown with all that was decided about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import Player, name_key, person_key, player_meant, roster
from scorepad.club.decisions.seating import Merge, Merges, person
from scorepad.club.decisions.seating import merged as merged_into
from scorepad.club.derived.ranking_rows import Standing, course
from scorepad.club.log import Entry
from scorepad.club.players import roster_file
from scorepad.club.players.enrolling import add_players, change_player, free_ids, make_player
from scorepad.club.players.roster import RosterEntry, listed, named
from scorepad.csv_file import tidy
from scorepad.errors import UserError
from scorepad.language import joined, text, text_as

Said = dict[str, str | int]  # by the columns of a roster (roster_file.py)


def read_cells(cells: Mapping[str, str | None]) -> Said:
    """Return what cells say, without those that are None. Raise UserError."""
    said = {column: tidy(cell) for column, cell in cells.items() if cell is not None}
    return roster_file.meanings("players", said)


def add(rows: Rows, said: Said) -> str:
    """Takes somebody new into the roster; says so. Raises UserError for one who is in it."""
    _refuse_known(rows, said, None)
    player = make_player(next(free_ids(rows)), said)
    add_players(rows, [player])
    rows.touch("players")
    return text("{player} is new.", player=named(player))


def edit(rows: Rows, given: str, said: Said) -> str:
    """Changes what the entry of the player says; says what it was. Raises UserError."""
    player = player_meant(rows, given, True)
    _refuse_known(rows, said, player)
    changes = [
        joined((text(column), _shown(getattr(player, column)), "->", _shown(value)), " ")
        for column, value in said.items()
        if getattr(player, column) != value
    ]
    player = change_player(rows, player, said)
    rows.touch("players")
    what = joined(changes) if changes else text("nothing is new")
    return joined((named(player), ": ", what, "."), "")


def _shown(value: str | int) -> str:
    return str(value) if value else text_as("of a player", "none")


def _refuse_known(rows: Rows, said: Said, player: Player | None) -> None:
    """Raises UserError for a number in the federation that another entry has.

    `player`: None for somebody new, who also may have no other's name without a number of his own.
    """
    wanted = name_key(str(said.get("number", "")))
    for other in roster(rows).values():
        if wanted and name_key(other.number) == wanted and other != player:
            raise UserError(f"{named(other)} has the number {other.number} already")
        bare = player is None and not said.get("number")
        if bare and person_key(other.name) == person_key(str(said["name"])):
            raise UserError(
                f"{named(other)} is in the roster already; another one of that name needs a "
                "number in the federation, or a name that tells them apart",
                "number",
            )


@dataclass(frozen=True)
class Decision:
    """A merge of an entry, as it is shown; `why`: "" if nobody has said it."""

    made: datetime
    what: str
    why: str


@dataclass(frozen=True)
class PlayerHistory:
    """The entry that counts, those merged into it, and what was decided about all, in order.

    `course`: of the ranking.
    """

    entry: RosterEntry
    merged: list[RosterEntry]
    decisions: list[Decision]
    course: dict[date, Standing]


def history_of(rows: Rows, given: str) -> PlayerHistory:
    """Return the history of the player that is meant. Raise UserError."""
    number = player_meant(rows, given).id
    steps = merged_into(rows)
    entry, *merged = listed(rows, [number, *(n for n in steps if person(steps, n) == number)])
    about = {number, *(entry.id for entry in merged)}
    decisions = [
        _describe(rows, entry, entry.decision)
        for entry in Merges.load(rows).merges
        if about & {entry.decision.player, entry.decision.same_as}
    ]
    merged.sort(key=lambda entry: entry.id)
    standings = ((rows.evenings.of(one.at), one) for one in course(rows, number))
    by_day = {evening: one for evening, one in standings if evening}
    return PlayerHistory(entry, merged, decisions, by_day)


def _describe(rows: Rows, entry: Entry, merge: Merge) -> Decision:
    every = roster(rows, [merge.player, merge.same_as])
    name, other = (named(every[number]) for number in (merge.player, merge.same_as))
    return Decision(
        entry.made, text("{name} merged into {other}", name=name, other=other), entry.reason
    )
