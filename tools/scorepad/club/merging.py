"""Two entries of the roster that are one person, and what follows from it."""

from functools import partial
from typing import Self

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import Player, name_key, names_of, player_meant
from scorepad.club.decisions.seating import PLAYERS, Merge, Merges, person
from scorepad.club.derived.ranking_rows import catch_up, forget
from scorepad.club.events.rulings import refuse_in_two_seats
from scorepad.club.log import Signature, decide
from scorepad.club.players.people import people
from scorepad.club.players.roster import named
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text

_AT_ONE_TABLE = """\
SELECT min(one.session) FROM seats AS one JOIN seats AS two ON two.session = one.session
WHERE one.player = :one AND two.player = :other
"""
_IN_ONE_ROUND = """\
SELECT min(one.session) FROM round_seats AS one
JOIN round_seats AS two ON two.session = one.session AND two.turn = one.turn
WHERE one.player = :one AND two.player = :other
"""
_SESSIONS = "id IN (SELECT session FROM seats WHERE decided IN :moved)"
_SEAT_TWICE = f"""\
UPDATE sessions SET twice = CASE WHEN (
    SELECT count(player) - count(DISTINCT player) FROM seats WHERE session = id AND player > 0
) > 0 THEN 1 ELSE 0 END WHERE {_SESSIONS}
"""


class People(Merges, begin=PLAYERS):
    """The merged entries of the roster, with the seats that follow."""

    def derive(self, rows: Rows, before: Self) -> None:
        """Put the right persons into the seats. Raise UserError for one in two of an event."""
        was, now = (partial(person, steps) for steps in (before.steps, self.steps))
        moved = [one for one in {**before.steps, **self.steps} if was(one) != now(one)]
        for player in sorted(set(map(now, moved))):
            refuse_in_two_seats(rows, player)
        for one, other in sorted({(was(player), now(player)) for player in moved}):
            _refuse_together(rows, one, other)
        for one in moved:
            who = {"one": one, "now": now(one)}
            rows.run("UPDATE seats SET player = :now WHERE decided = :one", **who)
            rows.run("UPDATE round_seats SET player = :now WHERE entered = :one", **who)
        rows.run(_SEAT_TWICE, moved=moved)
        if forget(rows, _SESSIONS, moved=moved):
            catch_up(rows)


def join(rows: Rows, one: str, into: str, by: Signature, other_number: bool = False) -> Text:
    """Make two entries one person: the seats of the first count for the second.

    `other_number`: although they have different numbers in the federation. Return what was done.
    Raise UserError.
    """
    first, second = player_meant(rows, one, True), player_meant(rows, into, True)
    if first.id == second.id:
        about = {"one": repr(one), "into": repr(into), "player": named(first)}
        raise UserError(text("{one} and {into} are one person already: {player}", **about), "into")
    if not other_number:
        _refuse_numbers(rows, first, second)
    decide(rows, People.load(rows), Merge(first.id, second.id), by)
    counts = {"player": named(first), "other": named(second)}
    return text("{player} counts for {other} from now on.", **counts)


def _refuse_numbers(rows: Rows, first: Player, second: Player) -> None:
    known = people(rows)
    one, other = known[first.id].number, known[second.id].number
    if one and other and name_key(one) != name_key(other):
        about = {"first": named(first), "one": one, "second": named(second), "other": other}
        numbers = text(
            "{first} has the number {one} and {second} {other}, so they may be two", **about
        )
        both = {"one": f"id={first.id}", "into": f"id={second.id}"}
        anyhow = remedy("club players merge", **both, other_number=True)
        raise UserError(numbers, "other_number", [anyhow])


def _refuse_together(rows: Rows, one: int, other: int) -> None:
    """Raise UserError if both sat in a session, or, in an event, in one round of it."""
    for at_once in (_AT_ONE_TABLE, _IN_ONE_ROUND):
        if session := rows.value(at_once, one=one, other=other):
            names = names_of(rows, [one, other])
            called = [f"{wording.player(names.get(n), n)} (id={n})" for n in (one, other)]
            about = {"first": called[0], "second": called[1], "session": session}
            two = text(
                "{first} and {second} sat at one table in session {session}, so they are two; if "
                "a seat is wrong there, correct it first",
                **about,
            )
            raise UserError(two, "into", [remedy("club seat", session=session)])
