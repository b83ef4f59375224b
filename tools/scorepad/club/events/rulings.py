"""What is decided about a planned event: a pair leaves or is back, the event is dropped."""

from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import EventRow, EventRulingRow
from scorepad.club.decisions.adding import Signature, add
from scorepad.club.events.entering import check_round, number_of
from scorepad.club.events.event import Event
from scorepad.club.events.loading import BACK, DROP, LEAVE, loaded
from scorepad.club.events.pairs_file import NamedPair
from scorepad.errors import UserError


def leave(rows: Rows, event: Event, pair: str, since: int, by: Signature) -> Event:
    """From the round `since` on the pair is not there. Raises UserError."""
    number = _number(event, pair)
    check_round(event, since)
    if event.pairs[number].left == since:
        raise UserError(f"{event.title}: pair {number} has left from round {since} on already")
    return _ruled(rows, event, LEAVE, by, number, since)


def come_back(rows: Rows, event: Event, pair: str, by: Signature) -> Event:
    """The pair is there in all rounds. Raises UserError."""
    number = _number(event, pair)
    if not event.pairs[number].left:
        raise UserError(f"{event.title}: pair {number} has not left")
    return _ruled(rows, event, BACK, by, number)


def drop(rows: Rows, event: Event, by: Signature) -> Event:
    """The event does not count any more, and its name is free."""
    return _ruled(rows, event, DROP, by)


def _number(event: Event, pair: str) -> int:
    return number_of(event, NamedPair("", pair, ("", "")))


def _ruled(
    rows: Rows, event: Event, kind: str, by: Signature, pair: int = 0, since: int = 0
) -> Event:
    about = {"event": event.id, "pair": pair, "round": since}
    said = {"author": by.author, "reason": by.reason}
    add(rows, EventRulingRow(kind=kind, **about, **said))
    row = rows.get(EventRow, event.id)
    assert row
    return loaded(rows, row)
