"""The ledger: what every player has won or lost, in points and in money.

It is read from what follows from the records: who sat where (seats), who wins how much of whom
(settlements). Everything is between two, so points and money add up to 0, whatever is added.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from firmware.scoring.deal import SEATS
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import names_of, player_meant
from scorepad.club.decisions.seating import twice
from scorepad.club.decisions.twice import WHY
from scorepad.club.derived import settling
from scorepad.club.derived.replay import LEFT_OUT
from scorepad.club.evenings import Evenings
from scorepad.club.money.stakes import Stakes, evening_of
from scorepad.club.records.session_list import Values, began_in
from scorepad.club.sessions.decided import list_decided
from scorepad.language import marked
from scorepad.rule_sets import having, in_points

NOT_WANTED = marked(
    "this once"
)  # why a session does not count that somebody has left out for once
BY_DECISION = marked("by decision")

_IN_POINTS = having(in_points)


@dataclass(frozen=True)
class Party:
    """The holder of an account: a player, or a guest in one seat of one session.

    `id`: of the player, 0 = a guest. `name`: None for an id that the roster does not have.
    """

    id: int
    name: str | None
    session: str = ""
    seat: str = ""


@dataclass(frozen=True)
class LedgerEntry:
    """The winnings of a party in a session, negative if lost; money and stake in hundredths."""

    session: str
    evening: str
    party: Party
    points: int
    money: int
    per_100: int


@dataclass(frozen=True)
class Account:
    """The winnings of a party in several sessions."""

    party: Party
    sessions: int
    points: int
    money: int


@dataclass(frozen=True)
class Ledger:
    """Entries in the order in which the sessions began.

    `left_out`: the sessions that are not among them, and in a word why. `decided`: what the club
    has decided about sessions that are here, in words.
    """

    entries: list[LedgerEntry]
    left_out: dict[str, str]
    decided: dict[str, str] = field(default_factory=dict)


class _Played(NamedTuple):
    """A session. `seats`: seat, player; `settlements`: seat, opponent, points."""

    id: str
    started: int
    state: str
    rules: str
    seats: list[tuple[int, int]]
    settlements: list[tuple[int, int, int]]


def ledger(
    rows: Rows,
    evening: str | None = None,
    player: int | None = None,
    without: Collection[str] = (),
) -> Ledger:
    """Return the entries of one evening (stakes.NO_EVENING: without a date), or of all.

    With `player` of the sessions only in which this one sat; `without`: these sessions.
    """
    stakes = Stakes(rows)
    found: Iterable[_Played] = _sessions(rows, *_which(rows.evenings, evening, player))
    ids = None
    if player is not None:
        found = list(found)
        ids = {number for one in found for _, number in one.seats}
    names = names_of(rows, ids)
    entries: list[LedgerEntry] = []
    left_out: dict[str, str] = {}
    for session in found:
        when = evening_of(rows, session.started)
        if evening not in (None, when):
            continue
        if why := NOT_WANTED if session.id in without else _why_not(session):
            left_out[session.id] = why
        else:
            per_100 = stakes.of(session.id, when, session.rules)
            entries += _entries(session, when, per_100, names)
    here = {entry.session for entry in entries} | left_out.keys()
    return Ledger(entries, left_out, list_decided(rows, sorted(here)))


def party_meant(rows: Rows, given: str) -> Party:
    """The account of a player. Raises UserError."""
    player = player_meant(rows, given)
    return Party(player.id, player.name)


def _which(evenings: Evenings, evening: str | None, player: int | None) -> tuple[str, Values]:
    """Return a condition and its values; the calendar's last day is separated afterwards."""
    which, values = "TRUE", Values()
    if evening is not None:
        which, values = began_in(date.fromisoformat(evening) if evening else None, evenings)
    if player is not None:
        which += " AND id IN (SELECT session FROM seats WHERE player = :player)"
        values["player"] = player
    return which, values


def _sessions(rows: Rows, which: str, values: Values) -> Iterator[_Played]:
    """Yield plain rows by start time: objects would be too slow for a season's ledger."""
    seats = _by_session(rows, "seat, player FROM seats", which, values)
    settled = _by_session(rows, "seat, opponent, points FROM settlements", which, values)
    wanted = f"SELECT id, started, state, rules FROM sessions WHERE {which}"
    for row in rows.all(f"{wanted} ORDER BY started, tablet, number", **values):
        played = row.id, row.started, row.state, row.rules
        yield _Played(*played, seats[row.id], settled[row.id])


def _by_session(
    rows: Rows, wanted: str, which: str, values: Values
) -> defaultdict[str, list[Any]]:
    """Rows of the sessions that can be settled, by the seat that they begin with."""
    of_session = defaultdict[str, list[Any]](list)
    settled = f"JOIN sessions ON id = session WHERE rules IN :rules AND {which} ORDER BY seat"
    for name, *row in rows.all(f"SELECT session, {wanted} {settled}", rules=_IN_POINTS, **values):
        of_session[name].append(row)
    return of_session


def _why_not(session: _Played) -> str:
    if session.state == LEFT_OUT:
        return BY_DECISION
    if session.state != "complete":
        return session.state
    if session.rules not in _IN_POINTS:
        return session.rules
    return WHY if twice(player for _, player in session.seats) else ""


def _entries(
    session: _Played, evening: str, per_100: int, names: dict[int, str]
) -> list[LedgerEntry]:
    points, money = [0] * len(SEATS), [0] * len(SEATS)
    for winner, loser, difference in session.settlements:
        worth = settling.money(difference, per_100)
        for seat, sign in ((winner, 1), (loser, -1)):
            points[seat] += sign * difference
            money[seat] += sign * worth
    parties = [
        Party(player, names.get(player)) if player else Party(0, None, session.id, SEATS[seat])
        for seat, player in session.seats
    ]
    won = zip(parties, points, money, strict=True)
    return [LedgerEntry(session.id, evening, *one, per_100) for one in won]


def accounts(entries: Iterable[LedgerEntry]) -> list[Account]:
    """Return each party's total; the highest comes first."""
    of_party = defaultdict[Party, list[LedgerEntry]](list)
    for entry in entries:
        of_party[entry.party].append(entry)
    listed = [_account(party, its) for party, its in of_party.items()]
    return sorted(listed, key=_first)


def _account(party: Party, entries: list[LedgerEntry]) -> Account:
    sessions = len({entry.session for entry in entries})
    points, money = sum(e.points for e in entries), sum(e.money for e in entries)
    return Account(party, sessions, points, money)


def _first(account: Account) -> tuple[int, int, str, int, str, str]:
    party = account.party
    who = party.name or "", party.id, party.session, party.seat
    return (-account.money, -account.points, *who)


def by_evening(entries: list[LedgerEntry]) -> list[tuple[str, list[Account]]]:
    """The accounts of each evening, in order; those of sessions without a date first."""
    of_evening = defaultdict[str, list[LedgerEntry]](list)
    for entry in entries:
        of_evening[entry.evening].append(entry)
    return [(when, accounts(its)) for when, its in sorted(of_evening.items())]


def payments(listed: list[Account]) -> list[tuple[Party, Party, int]]:
    """Return payments (from, to, hundredths) that settle all accounts."""
    return settling.payments({account.party: account.money for account in listed})
