"""What is decided about a planned event: a pair leaves or is back, the event is dropped."""

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import name_key
from scorepad.club.decisions.seating import merged, person
from scorepad.club.events.event import Event
from scorepad.club.events.history import (
    DropEvent,
    EventHistory,
    LeaveEvent,
    NamePairs,
    OfEvent,
    PlanEvent,
    load_history,
)
from scorepad.club.events.loading import live, load_event, numbered
from scorepad.club.history import seat_anew
from scorepad.club.log import Names, Signature, decide, load_kind, undo
from scorepad.errors import UserError, remedy
from scorepad.language import joined, text


def leave(rows: Rows, event: Event, pair: int, since: int, by: Signature) -> Event:
    """Withdraw the pair from the round `since` on. Raise UserError."""
    check_round(event, since)
    return decide_event(rows, LeaveEvent(event.number, pair, since), by)


def come_back(rows: Rows, event: Event, pair: int, by: Signature) -> Event:
    """The pair is there in all rounds. Raises UserError."""
    said = [
        entry.number
        for entry in event.history.counting
        if isinstance(entry.decision, LeaveEvent) and entry.decision.pair == pair
    ]
    if not said:
        about = {"event": event.title, "pair": pair}
        raise UserError(text("{event}: pair {pair} has not left", **about), "pair")
    for number in reversed(said):
        undo(rows, number, by)
    return load_event(rows, load_history(rows, event.number))


def drop(rows: Rows, event: Event, by: Signature) -> Event:
    """The event does not count any more, and its name is free."""
    return decide_event(rows, DropEvent(event.number), by)


def decide_event(rows: Rows, decision: OfEvent, by: Signature) -> Event:
    """Decide something about an event. Return the event as it is then. Raise UserError."""
    state = load_history(rows, decision.event)
    entry = decide(rows, state, decision, by)
    return load_event(rows, state.with_entries((*state.entries, entry)))


def check_round(event: Event, number: int) -> None:
    """Raises UserError for a round that the event does not have."""
    if not 1 <= number <= event.rounds:
        about = {"event": event.title, "number": number, "rounds": event.rounds}
        raise UserError(
            text("{event}: there is no round {number}; it has {rounds}", **about), "round"
        )


class DecidedEvent(EventHistory, begin="event"):
    """An event with what follows from its decisions."""

    @classmethod
    def describe(cls, names: Names, which: str) -> str:
        return names.find(_find_titles).get(which, which)

    def derive(self, rows: Rows, before: EventHistory) -> None:
        """Seat its pairs in its sessions, where others are entered than before.

        Raise UserError for a second event of its name and date, and if somebody has two seats.
        """
        if self.seating == before.seating:
            return
        event = load_event(rows, self)
        if not self.dropped:
            if before.planned is None or before.dropped:
                _refuse_same_name(rows, event)
            refuse_two_seats(event)
        if self.entered != before.entered:
            seat_anew(rows, event)


def _find_titles(rows: Rows) -> dict[str, str]:
    return {
        str(plan.event): joined((wording.visible(plan.name), wording.dated(plan.date)))
        for _, plan in load_kind(rows, PlanEvent)
    }


def _refuse_same_name(rows: Rows, event: Event) -> None:
    for entry in live(rows):
        other = entry.decision
        same = (name_key(other.name), other.date) == (name_key(event.name), str(event.date))
        if same and other.event != event.number:
            about = {"name": repr(other.name), "date": other.date}
            said = text("there is an event {name} on {date} already", **about)
            raise UserError(said, "", [remedy("event drop", event=f"id={entry.number}")])


class TwoSeats(UserError):
    """Somebody has two seats in a round of an event. `pairs`: in which pairs."""

    def __init__(self, event: Event, number: int, player: str, pairs: tuple[int, int]):
        self.pairs = pairs
        about = {"event": event.title, "round": number, "player": player}
        said = text(
            "{event}, round {round}: {player} would have two seats, in pair {one} and in pair "
            "{other}; correct one of these pairs first",
            **{**about, "one": pairs[0], "other": pairs[1]},
        )
        rest = {"event": f"id={event.id}"}
        pages = [remedy("event pair", **rest, pair=str(one)) for one in dict.fromkeys(pairs)]
        super().__init__(said, "", pages)


def refuse_two_seats(event: Event) -> None:
    """Raise TwoSeats if one person has two seats in a round."""
    for number in range(1, event.rounds + 1):
        seats = dict[int, int]()
        for pair in event.pairs.values():
            for player in pair.players(number) if pair.is_there(number) else ():
                if player.id in seats:
                    pairs = seats[player.id], pair.number
                    raise TwoSeats(event, number, player.called, pairs)
                if player.id:
                    seats[player.id] = pair.number


def refuse_in_two_seats(rows: Rows, player: int) -> None:
    """Raise UserError if the person has two seats in a round of an event."""
    steps = merged(rows)
    events = {
        named.event
        for _, named in load_kind(rows, NamePairs)
        if player in (person(steps, each) for each in named.players)
    }
    for event in filter(None, (numbered(rows, number) for number in sorted(events))):
        if not event.dropped:
            refuse_two_seats(event)
