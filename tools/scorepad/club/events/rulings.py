"""What is decided about a planned event: a pair leaves or is back, the event is dropped."""

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import EventRow, EventRulingRow
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.seating import merged, person
from scorepad.club.events.entering import NamedPair, check_round, number_of, refuse_twice
from scorepad.club.events.event import Event
from scorepad.club.events.loading import BACK, DROP, LEAVE, kept, loaded
from scorepad.club.log import Signature
from scorepad.errors import UserError, remedy
from scorepad.language import text


def leave(rows: Rows, event: Event, pair: int, since: int, by: Signature) -> Event:
    """From the round `since` on the pair is not there. Raises UserError."""
    number = _number(event, pair)
    check_round(event, since)
    before = event.pairs[number].left
    if before == since:
        about = {"event": event.title, "pair": number, "round": since}
        said = text("{event}: pair {pair} has left from round {round} on already", **about)
        raise UserError(said, "round")
    now = _ruled(rows, event, LEAVE, by, number, since)
    return _free(now, number) if 0 < before < since else now


def come_back(rows: Rows, event: Event, pair: int, by: Signature) -> Event:
    """The pair is there in all rounds. Raises UserError."""
    number = _number(event, pair)
    if not event.pairs[number].left:
        about = {"event": event.title, "pair": number}
        raise UserError(text("{event}: pair {pair} has not left", **about), "pair")
    return _free(_ruled(rows, event, BACK, by, number), number)


def _free(event: Event, number: int) -> Event:
    """The event. Raises UserError if somebody of the pair has gone to another one meanwhile."""
    pair = event.pairs[number]
    for since in pair.entries:
        refuse_twice(event, pair, since, {number: NamedPair("", str(number), ("", ""))})
    return event


def refuse_undone(rows: Rows, ruling: EventRulingRow) -> None:
    """Raises UserError if the event cannot be as it is now that this was undone, or not any more.

    Then somebody of the pair is in another one.
    """
    event = kept(rows, ruling.event)
    if event and ruling.pair in event.pairs:
        _free(event, ruling.pair)


def refuse_in_two_seats(rows: Rows, player: int) -> None:
    """Raises UserError if the person has two seats in a round of an event."""
    steps = merged(rows)
    played = rows.all('SELECT event, "first", "second" FROM event_pairs')
    events = {event for event, *two in played if player in [person(steps, one) for one in two]}
    for event in filter(None, (kept(rows, event) for event in sorted(events))):
        for number in range(1, event.rounds + 1):
            pairs = [pair for pair in event.pairs.values() if pair.is_there(number)]
            seats = [(one.id, pair) for pair in pairs for one in pair.players(number)]
            mine = [pair.number for one, pair in seats if one == player]
            if len(mine) > 1 and not event.dropped:
                about = {"event": event.title, "round": number, "one": mine[0], "other": mine[1]}
                said = text(
                    "{event}, round {round}: one person would have two seats, in pair {one} and "
                    "in pair {other}; correct one of these pairs first",
                    **about,
                )
                rest = {"event": f"id={event.id}"}
                raise UserError(
                    said, remedies=[remedy("event pair", **rest, pair=str(one)) for one in mine]
                )


def drop(rows: Rows, event: Event, by: Signature) -> Event:
    """The event does not count any more, and its name is free."""
    return _ruled(rows, event, DROP, by)


def _number(event: Event, pair: int) -> int:
    return number_of(event, NamedPair("", str(pair), ("", "")))


def _ruled(
    rows: Rows, event: Event, kind: str, by: Signature, pair: int = 0, since: int = 0
) -> Event:
    about = {"event": event.id, "pair": pair, "round": since}
    add(rows, EventRulingRow(kind=kind, **about, **vars(by)))
    return loaded(rows, rows.get_one(EventRow, event.id))
