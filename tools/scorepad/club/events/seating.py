"""Who sat where in the rounds of an event: the pairs of each round, as the event names them.

Which of the two sat North, or East, nobody says: it is taken to be the first one.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session as Rows

from firmware.scoring.deal import EW, NS
from scorepad.club.database import bulk
from scorepad.club.database.schema import RoundSeatRow, SessionRow
from scorepad.club.derived.replay import Replay, kept, replay, rounds_of
from scorepad.club.events.event import Event
from scorepad.club.events.loading import numbered


def add(rows: Rows, replays: Iterable[Replay]) -> None:
    """Adds the seats of the sessions that are of an event; a damaged one has none."""
    events: dict[int, Event | None] = {0: None}
    found = list[dict[str, Any]]()
    for one in replays:
        number = 0 if one.fault else rounds_of(one.session).event
        if number not in events:
            events[number] = numbered(rows, number)
        event = events[number]
        found += _seats(one, event) if event else []
    bulk.add(rows, bulk.table_of(RoundSeatRow), found)


def seat_anew(rows: Rows, event: Event) -> None:
    """Puts those into the seats of its sessions who are its pairs now."""
    sessions = list(rows.scalars(select(SessionRow.id).where(SessionRow.event == event.number)))
    for session in sessions:
        rows.execute(delete(RoundSeatRow).where(RoundSeatRow.session == session))
        add(rows, [replay(session, kept(rows, session))])


def _seats(one: Replay, event: Event) -> Iterator[dict[str, Any]]:
    for turn, at in enumerate(rounds_of(one.session).listed):
        for side, number in ((NS, at.ns), (EW, at.ew)):
            pair = event.pairs.get(number)
            for place, player in enumerate(pair.players(at.round) if pair else ()):
                seat = {"session": one.id, "turn": turn, "seat": side + 2 * place}
                yield {**seat, "entered": player.entered, "player": player.id}
