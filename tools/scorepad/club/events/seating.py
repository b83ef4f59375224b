"""Who sat where in the rounds of an event: the pairs of each round, as the event names them.

Which of the two sat North, or East, nobody says: it is taken to be the first one.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from firmware.scoring.deal import EW, NS, SEATS
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import rounds_of
from scorepad.club.events.event import Event
from scorepad.club.events.loading import numbered

if TYPE_CHECKING:  # it adds these rows with its own
    from scorepad.club.history import SessionHistory


def add(rows: Rows, histories: "Iterable[SessionHistory]") -> None:
    """Add the seats of the sessions that are of an event; a damaged one has none."""
    whole = [history for history in histories if not history.recorded.fault]
    mine = [(one, number) for one in whole if (number := rounds_of(one.session).event)]
    events = {number: numbered(rows, number) for number in {number for _, number in mine}}
    found = list[dict[str, Any]]()
    for one, number in mine:
        event = events[number]
        found += _seats(one, event) if event else []
    rows.insert("round_seats", found)


def _seats(one: "SessionHistory", event: Event) -> Iterator[dict[str, Any]]:
    rounds = rounds_of(one.session)
    for turn, at in enumerate(rounds.listed):
        deals = [deal for deal in range(1, len(one.session.deals) + 1) if rounds.of(deal) == turn]
        sat = [one.find_pairs(deal, at.ns, at.ew) for deal in deals or [0]]
        for side in (NS, EW):
            for more, number in enumerate(dict.fromkeys(pairs[side] for pairs in sat)):
                pair = event.pairs.get(number)
                for place, player in enumerate(pair.players(at.round) if pair else ()):
                    seat = side + 2 * place + len(SEATS) * more
                    where = {"session": one.id, "turn": turn, "seat": seat}
                    yield {**where, "entered": player.entered, "player": player.id}
