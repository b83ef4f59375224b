"""Who sat where in a session, as the club has decided it, and how the seats came to be so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from firmware.scoring.deal import SEATS, SIDES
from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import names_of, player_meant, session_meant
from scorepad.club.decisions.seating import Merges, merged, person
from scorepad.club.decisions.twice import doubles
from scorepad.club.derived.replay import rounds_of
from scorepad.club.events.loading import numbered
from scorepad.club.history import GUEST, SessionHistory
from scorepad.club.log import Signature, decide
from scorepad.club.sessions.correcting import describe, find_deals, find_history
from scorepad.club.sessions.kinds import SeatPair, SeatPlayer, SwapSides
from scorepad.errors import UserError, remedy
from scorepad.language import Text, joined, text


@dataclass(frozen=True)
class Change:
    """A line of the history of changes; `seat`: as "N"; `why`: "" if not given."""

    made: datetime
    seat: str
    before: str
    after: str
    why: str


class PlayerLabel(str):
    """A player of the roster in a sentence: the name, and the id, which tells two apart."""

    id: int
    name: str

    def __new__(cls, id: int, name: str) -> Self:
        made = super().__new__(cls, f"{name} (id={id})")
        made.id, made.name = id, name
        return made

    def __deepcopy__(self, _: object) -> Self:
        return self


@dataclass(frozen=True)
class Seated:
    """The players of a session from North to West, and the changes, in order.

    `ids`: in the roster, 0 = a guest; `names`: None for a guest and for who is not in the roster.
    `note`: what is wrong if one of them has two seats, else "".
    """

    session: str
    players: tuple[str, ...]
    trail: list[Change]
    note: str
    ids: tuple[int, ...]
    names: tuple[str | None, ...]


def find_seats(rows: Rows, given: str) -> Seated:
    """Return the seats of the session that is meant. Raise UserError, also if it is damaged."""
    history = SessionHistory.load(rows, session_meant(rows, given))
    if history.recorded.fault:
        about = {"session": history.id}
        damaged = text("Session {session} is damaged; who sat there is not known.", **about)
        raise UserError(damaged, "session")
    names, steps = names_of(rows), merged(rows)
    trail = [*_changes(history, names), *_merges(rows, history.seats, names)]
    note = doubles(rows, history.id).get(history.id, "")
    ids = tuple(person(steps, player) for player in history.seats)
    called = tuple(_label(names, player) for player in ids)
    shown = sorted(trail, key=lambda change: change.made)
    return Seated(history.id, called, shown, note, ids, tuple(names.get(player) for player in ids))


def seat(
    rows: Rows, given: str, where: str, player: str, deals: str | None, by: Signature
) -> Text:
    """Put the player who is meant, or a guest, into a seat, or a pair of an event on a side.

    `deals`: only in these, of duplicate; None: in the whole session. Return what was done. Raise
    UserError, also if the player has that seat, or another one at the table.
    """
    history = find_history(rows, given)
    first, last = find_deals(history, deals) if deals is not None else (0, 0)
    decision: SeatPair | SeatPlayer
    if where in SIDES:
        number = _find_pair(rows, history, where, player, first)
        decision = SeatPair(history.id, first, last, where, number)
    else:
        _refuse_event(history)
        who = 0 if player.casefold() == GUEST else player_meant(rows, player).id
        name = names_of(rows, [who]).get(who, "")
        decision = SeatPlayer(history.id, first, last, where, who, name)
        _refuse_same(history, decision, merged(rows))
    return describe(history, decide(rows, history, decision, by))


def swap(rows: Rows, given: str, deals: str | None, by: Signature) -> Text:
    """Swap N-S and E-W in these deals, or in all. Return what was done. Raise UserError."""
    history = find_history(rows, given)
    span = find_deals(history, deals) if deals is not None else (0, 0)
    return describe(history, decide(rows, history, SwapSides(history.id, *span), by))


def _refuse_event(history: SessionHistory) -> None:
    """Raise UserError for a session in which no player has a seat of their own."""
    if rounds_of(history.session).event:
        pairs = text(
            "Session {session} is part of an event, where the pairs say who sat there. Change "
            "who a pair is, or enter a side, the number of its pair, and the deals.",
            session=history.id,
        )
        raise UserError(pairs, "seat", [remedy("event pair")])


def _find_pair(rows: Rows, history: SessionHistory, side: str, given: str, first: int) -> int:
    """Return the number of the pair that is meant. Raise UserError."""
    if not first:
        wrong = text("For the whole session enter a seat: {seats}.", seats=", ".join(SEATS))
        raise UserError(wrong, "seat")
    if not given.isdecimal():
        about = {"side": wording.account(side), "given": repr(given)}
        no_pair = text("{given}: enter the number of the pair that sat {side}.", **about)
        raise UserError(no_pair, "player")
    number = rounds_of(history.session).event
    if not number:
        about = {"session": history.id}
        no_event = text(
            "Session {session} is not part of an event; enter the players seat by seat.", **about
        )
        raise UserError(no_event, "seat")
    event = numbered(rows, number)
    if event and int(given) not in event.pairs:
        about = {"event": event.title, "number": given}
        raise UserError(text("{event} has no pair {number}.", **about), "player")
    return int(given)


def _refuse_same(history: SessionHistory, wanted: SeatPlayer, steps: Mapping[int, int]) -> None:
    """Raise UserError if the player sits there in the whole session already."""
    there = history.seats_at(0, history.seats, steps)[SEATS.index(wanted.seat)]
    if not wanted.first and there == wanted.player:
        called = _label({wanted.player: wanted.name}, wanted.player)
        about = {"player": called, "seat": text(wanted.seat)}
        raise UserError(text("{seat} is {player} already.", **about), "player")


def _changes(history: SessionHistory, names: Mapping[int, str]) -> Iterator[Change]:
    """Yield what was decided about the seats of the whole session."""
    seats = history.recorded.session.players
    for entry, decision in history.decided:
        if not isinstance(decision, SeatPlayer | SwapSides) or decision.first:
            continue
        if entry.number in history.faults:
            continue
        told = "all", "N-S", "E-W"
        if isinstance(decision, SeatPlayer):
            before = _label(names, seats[SEATS.index(decision.seat)])
            told = decision.seat, before, _label(names, decision.player)
        seats = decision.seats_after(seats)
        yield Change(entry.made, *told, entry.reason)


def _merges(rows: Rows, seats: Sequence[int], names: Mapping[int, str]) -> Iterator[Change]:
    """Yield the merges that have changed who sits where."""
    merges = Merges.load(rows).merges
    for seat, entered in zip(SEATS, seats, strict=True):
        steps: dict[int, int] = {}
        for entry in merges:
            before = person(steps, entered)
            steps[entry.decision.player] = entry.decision.same_as
            if (now := person(steps, entered)) != before:
                why = joined(filter(None, (text("merged"), entry.reason)), ": ")
                yield Change(entry.made, seat, _label(names, before), _label(names, now), why)


def _label(names: Mapping[int, str], player: int) -> str:
    """Return the name with the id, because two may have one name; a guest has none."""
    called = wording.player(names.get(player), player)
    return PlayerLabel(player, called) if names.get(player) else called
