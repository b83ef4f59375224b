"""Says who the pairs of an event are, from the beginning or from a round on."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from scorepad import csv_file, wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import Players
from scorepad.club.events.event import Event
from scorepad.club.events.history import NamePairs, Who
from scorepad.club.events.planning import LONGEST
from scorepad.club.events.rulings import TwoSeats, check_round, decide_event
from scorepad.club.log import Signature
from scorepad.errors import Remedy, UserError
from scorepad.language import Text, text
from scorepad.upload import Upload

_GUEST = re.compile("guest(?::(.*))?", re.IGNORECASE)
_NUMBER = re.compile("[0-9]{1,3}")
COLUMNS = ("pair", "first", "second")


@dataclass(frozen=True)
class NamedPair:
    """A pair as somebody has written it. `where`: file and line, "" on the command line."""

    where: str
    pair: str
    players: tuple[str, str]

    def error(self, what: str, field: str, *remedies: Remedy) -> UserError:
        """Return an error about a parameter; of a pair from a file it says where that is."""
        if self.where:
            return UserError(
                text("{where}: {what}", where=self.where, what=what), "file", remedies
            )
        return UserError(what, field, remedies)


def read_pairs(
    file: Upload, note: Callable[[Text], None], known: tuple[str, ...] = COLUMNS
) -> list[NamedPair]:
    """Return the pairs of a file with a row a pair. Raise UserError.

    note: hears which columns are passed over
    known: those that it must have, the players in the end
    """
    columns, rows = csv_file.read_columns(file, known, known, {})
    for passed_over in csv_file.name_passed_over(columns):
        note(passed_over)
    if not rows and "pair" in known:
        raise UserError(text("{file}: there is no pair in it", file=file.name), "file")
    first, second = known[-2:]
    return [NamedPair(at, row.get("pair", ""), (row[first], row[second])) for at, row in rows]


def enter(
    rows: Rows, event: Event, named: Iterable[NamedPair], since: int, by: Signature
) -> Event:
    """From the round `since` on these are the pairs. Raises UserError, and has added nothing then.

    A player is as `Players` takes it, or `guest`, or `guest:NAME`.
    """
    check_round(event, since)
    players, seen, pairs = Players(rows), dict[int, NamedPair](), list[list[Any]]()
    for one in named:
        number = number_of(event, one)
        if number in seen:
            twice = text(
                "pair {number} is there already, at {where}",
                number=number,
                where=seen[number].where,
            )
            raise one.error(twice, "pair")
        seen[number] = one
        first, second = (_who(players, one, given) for given in one.players)
        pairs.append([number, *first, *second])
    try:
        return decide_event(rows, NamePairs(event.number, since, pairs), by)
    except TwoSeats as error:  # of two pairs that are entered now the later one is wrong
        wrong = next((seen[one] for one in reversed(seen) if one in error.pairs), None)
        if wrong is None:
            raise error.at("players") from None
        raise wrong.error(error.said, "players", *error.remedies) from None


def number_of(event: Event, one: NamedPair) -> int:
    """The number of a pair that the event has. Raises UserError."""
    number = int(one.pair) if _NUMBER.fullmatch(one.pair) else 0
    if number not in event.pairs:
        about = {"event": event.title, "pair": wording.visible(one.pair)[:40]}
        about |= {"first": str(min(event.pairs)), "last": str(max(event.pairs))}
        none = text("{event} has no pair {pair}; its pairs are {first} to {last}", **about)
        raise one.error(none, "pair")
    return number


def _who(players: Players, one: NamedPair, given: str) -> Who:
    guest = _GUEST.fullmatch(given.strip())
    if guest:
        name = (guest[1] or "").strip()
        if len(name) > LONGEST or wording.UNSEEN.search(name):
            no_name = text("{name} is no name of a guest", name=repr(name[:LONGEST]))
            raise one.error(no_name, "players")
        return 0, name
    try:
        return players.find(given).id, ""
    except UserError as error:
        said = text("{why}; a guest is entered as guest:NAME", why=error.said)
        raise one.error(said, "players", *error.remedies) from error
