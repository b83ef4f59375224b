"""Says who the pairs of an event are, from the beginning or from a round on."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scorepad import csv_file, wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import EventPairRow, EventRow
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.finding import Players
from scorepad.club.events.event import Event, EventPair
from scorepad.club.events.loading import loaded
from scorepad.club.events.planning import LONGEST
from scorepad.club.events.seating import seat_anew
from scorepad.club.log import Signature
from scorepad.errors import Remedy, UserError, remedy
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

    def error(self, what: Text | str, field: str, *remedies: Remedy) -> UserError:
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


_Who = tuple[int, str]  # id in the roster; 0, and the name of a guest


def enter(
    rows: Rows, event: Event, named: Iterable[NamedPair], since: int, by: Signature
) -> Event:
    """From the round `since` on these are the pairs. Raises UserError, and has added nothing then.

    A player is as `Players` takes it, or `guest`, or `guest:NAME`.
    """
    check_round(event, since)
    players, seen = Players(rows), dict[int, NamedPair]()
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
        about = {"event": event.id, "pair": number, "since": since}
        who = {"first": first[0], "first_name": first[1]}
        who |= {"second": second[0], "second_name": second[1]}
        add(rows, EventPairRow(**about, **who, **vars(by)))
    now = loaded(rows, rows.get_one(EventRow, event.id))
    for number in seen:
        refuse_twice(now, now.pairs[number], since, seen)
    seat_anew(rows, now)
    return now


def check_round(event: Event, number: int) -> None:
    """Raises UserError for a round that the event does not have."""
    if not 1 <= number <= event.rounds:
        about = {"event": event.title, "number": number, "rounds": event.rounds}
        raise UserError(
            text("{event}: there is no round {number}; it has {rounds}", **about), "round"
        )


def number_of(event: Event, one: NamedPair) -> int:
    """The number of a pair that the event has. Raises UserError."""
    number = int(one.pair) if _NUMBER.fullmatch(one.pair) else 0
    if number not in event.pairs:
        about = {"event": event.title, "pair": wording.visible(one.pair)[:40]}
        about |= {"first": str(min(event.pairs)), "last": str(max(event.pairs))}
        none = text("{event} has no pair {pair}; its pairs are {first} to {last}", **about)
        raise one.error(none, "pair")
    return number


def _who(players: Players, one: NamedPair, given: str) -> _Who:
    guest = _GUEST.fullmatch(given.strip())
    if guest:
        name = (guest[1] or "").strip()
        if len(name) > LONGEST or wording.UNSEEN.search(name):
            no_name = text("{name} is no name of a guest", name=repr(name[:LONGEST]))
            raise one.error(no_name, "players")
        return 0, name
    try:
        return players.meant(given).id, ""
    except UserError as error:
        said = text("{why}; a guest is entered as guest:NAME", why=error.said)
        raise one.error(said, "players", *error.remedies) from error


def refuse_twice(event: Event, pair: EventPair, since: int, seen: dict[int, NamedPair]) -> None:
    """Raises UserError for somebody who is in two seats of one round.

    `seen`: the pairs that are entered now; of two of them the later one is wrong.
    """
    one, later = seen[pair.number], list(seen)[list(seen).index(pair.number) :]
    for number in range(since, event.rounds + 1):
        if pair.entered(number) != since or not pair.is_there(number):
            continue
        ids = [player.id for player in pair.players(number) if player.id]
        if len(set(ids)) < len(ids):
            about = {"player": pair.players(number)[0].called, "pair": pair.number}
            raise one.error(text("{player} is twice in pair {pair}", **about), "players")
        others = (pair for pair in event.pairs.values() if pair.number not in later)
        for other in others:
            for player in other.players(number) if other.is_there(number) else ():
                if player.id in ids:
                    raise _elsewhere(event, one, player.called, other, seen.get(other.number))


def _elsewhere(
    event: Event, one: NamedPair, player: str, other: EventPair, before: NamedPair | None
) -> UserError:
    """Return the error for a player who is in another pair, at `before` if that is in the file."""
    about = {"player": player, "pair": other.number}
    if before and before.where:
        said = text("{player} is in pair {pair} already, at {where}", **about, where=before.where)
        return one.error(said, "players")
    said = text("{player} is in pair {pair} already", **about)
    rest = {"event": f"id={event.id}", "pair": str(other.number)}
    return one.error(said, "players", remedy("event pair", **rest))
