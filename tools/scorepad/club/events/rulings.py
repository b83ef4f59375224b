"""What is decided about a planned event: a pair leaves or is back, the event is dropped."""

from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import EventRow, EventRulingRow
from scorepad.club.decisions.adding import add
from scorepad.club.events.entering import check_round, number_of, refuse_twice
from scorepad.club.events.event import Event
from scorepad.club.events.loading import BACK, DROP, LEAVE, loaded
from scorepad.club.events.pairs_file import NamedPair
from scorepad.club.events.planning import Decided
from scorepad.errors import UserError


def leave(rows: Rows, event: Event, pair: str, since: int, decided: Decided) -> Event:
    """From the round `since` on the pair is not there. Raises UserError."""
    number = _number(event, pair)
    check_round(event, since)
    before = event.pairs[number].left
    if before == since:
        raise UserError(f"{event.title}: pair {number} has left from round {since} on already")
    now = _ruled(rows, event, LEAVE, decided, number, since)
    return _free(now, number) if 0 < before < since else now


def come_back(rows: Rows, event: Event, pair: str, decided: Decided) -> Event:
    """The pair is there in all rounds. Raises UserError."""
    number = _number(event, pair)
    if not event.pairs[number].left:
        raise UserError(f"{event.title}: pair {number} has not left")
    return _free(_ruled(rows, event, BACK, decided, number), number)


def _free(event: Event, number: int) -> Event:
    """The event. Raises UserError if somebody of the pair has gone to another one meanwhile."""
    pair = event.pairs[number]
    for since in pair.entries:
        refuse_twice(event, pair, since, {number: NamedPair("", str(number), ("", ""))})
    return event


def drop(rows: Rows, event: Event, decided: Decided) -> Event:
    """The event does not count any more, and its name is free."""
    return _ruled(rows, event, DROP, decided)


def _number(event: Event, pair: str) -> int:
    return number_of(event, NamedPair("", pair, ("", "")))


def _ruled(
    rows: Rows, event: Event, kind: str, decided: Decided, pair: int = 0, since: int = 0
) -> Event:
    about = {"event": event.id, "pair": pair, "round": since}
    said = {"author": decided.author, "reason": decided.reason}
    add(rows, EventRulingRow(kind=kind, **about, **said))
    row = rows.get(EventRow, event.id)
    assert row
    return loaded(rows, row)
