"""Who sat where in the rounds of an event: the pairs of each round, as the event names them.

Which of the two sat North, or East, nobody says: it is taken to be the first one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from firmware.scoring.deal import EW, NS, SEATS, SIDES
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions import correcting, reseatings
from scorepad.club.decisions.finding import session_meant
from scorepad.club.decisions.kinds import NUMBER, SEAT, SWAP, covers
from scorepad.club.decisions.standing import standing
from scorepad.club.derived.replay import Replay, kept, replay, rounds_of
from scorepad.club.events.event import Event
from scorepad.club.events.loading import numbered
from scorepad.club.log import Signature
from scorepad.errors import UserError
from scorepad.language import Text, text


def add(rows: Rows, replays: Iterable[Replay]) -> None:
    """Adds the seats of the sessions that are of an event; a damaged one has none."""
    mine = [one for one in replays if not one.fault and rounds_of(one.session).event]
    if not mine:
        return
    events = {number: numbered(rows, number) for number in {*map(_event, mine)}}
    about = DecisionRow.kind.in_((SWAP, SEAT)), DecisionRow.session.in_(one.id for one in mine)
    decided = standing(rows, DecisionRow, *about)
    found = list[dict[str, Any]]()
    for one in mine:
        event = events[_event(one)]
        theirs = [row for row in decided if row.session == one.id]
        found += _seats(one, event, theirs) if event else []
    rows.insert("round_seats", found)


def seat_anew(rows: Rows, event: Event) -> None:
    """Puts those into the seats of its sessions who are its pairs now."""
    for row in rows.all("SELECT id FROM sessions WHERE event = :event", event=event.number):
        seat_session_anew(rows, row.id)


def seat_session_anew(rows: Rows, session: str) -> None:
    """Puts those into the seats of a session who sat there by what is decided now."""
    rows.run("DELETE FROM round_seats WHERE session = :session", session=session)
    add(rows, [replay(session, kept(rows, session))])


def swap(rows: Rows, given: str, deals: str | None, by: Signature) -> Text:
    """Swap N-S and E-W of a session, or of some deals. Return what was done. Raise UserError."""
    said = correcting.swap(rows, given, deals, by)
    seat_session_anew(rows, session_meant(rows, given))
    return said


def seat_deals(rows: Rows, given: str, seat: str, player: str, deals: str, by: Signature) -> Text:
    """Seat a player, or a pair of the event on a side, for some deals of a session.

    Return what was done. Raise UserError.
    """
    session = session_meant(rows, given)
    event = numbered(rows, rows.value("SELECT event FROM sessions WHERE id = :id", id=session))
    if event and seat in SIDES and player.isdecimal() and int(player) not in event.pairs:
        about = {"event": event.title, "number": player}
        raise UserError(text("{event} has no pair {number}.", **about), "player")
    said = reseatings.correct_deals(rows, session, seat, player, deals, by)
    seat_session_anew(rows, session)
    return said


def _event(one: Replay) -> int:
    return rounds_of(one.session).event


def _seats(one: Replay, event: Event, decided: Sequence[DecisionRow]) -> Iterator[dict[str, Any]]:
    rounds = rounds_of(one.session)
    for turn, at in enumerate(rounds.listed):
        deals = [deal for deal in range(1, len(one.session.deals) + 1) if rounds.of(deal) == turn]
        sat = [after(decided, deal, at.ns, at.ew) for deal in deals or [0]]
        for side in (NS, EW):
            for more, number in enumerate(dict.fromkeys(pairs[side] for pairs in sat)):
                pair = event.pairs.get(number)
                for place, player in enumerate(pair.players(at.round) if pair else ()):
                    seat = side + 2 * place + len(SEATS) * more
                    where = {"session": one.id, "turn": turn, "seat": seat}
                    yield {**where, "entered": player.entered, "player": player.id}


def after(decided: Iterable[DecisionRow], deal: int, ns: int, ew: int) -> tuple[int, int]:
    """The pairs that sat N-S and E-W at a deal by these decisions, in their order."""
    for row in decided:
        if not covers(row, deal):
            continue
        if row.kind == SWAP:
            ns, ew = ew, ns
        elif row.who in SIDES and row.said.removeprefix(NUMBER).isdecimal():
            number = int(row.said.removeprefix(NUMBER))
            ns, ew = (number, ew) if row.who == SIDES[NS] else (ns, number)
    return ns, ew
