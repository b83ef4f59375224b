"""The ledger: what every player has won or lost, in points and in money.

It is read from what follows from the records: who sat where (seats), who wins how much of whom
(settlements). Everything is between two, so points and money add up to 0, whatever is added.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows
from sqlalchemy.orm import selectinload

from firmware.scoring.deal import SEATS
from scorepad.club import settling
from scorepad.club.finding import player_meant
from scorepad.club.schema import PlayerRow, SessionRow
from scorepad.club.stakes import Stakes, evening_of


@dataclass(frozen=True)
class Party:
    """Who has an account: a player, or a guest in one seat of one session.

    `id`: of the player, 0 = a guest. `name`: None for an id that the roster does not have.
    """

    id: int
    name: str | None
    session: str = ""
    seat: str = ""


@dataclass(frozen=True)
class Entry:
    """What a party has won in a session, negative if lost; `money`: in hundredths."""

    session: str
    evening: str
    party: Party
    points: int
    money: int


@dataclass(frozen=True)
class LeftOut:
    """A session that is not in the ledger, and in a word why."""

    session: str
    why: str


@dataclass(frozen=True)
class Account:
    """What a party has won in several sessions."""

    party: Party
    sessions: int
    points: int
    money: int


@dataclass(frozen=True)
class Ledger:
    """Entries in the order in which the sessions began."""

    entries: list[Entry]
    left_out: list[LeftOut]


def ledger(rows: Rows, evening: str | None = None) -> Ledger:
    """Of one evening (stakes.NO_EVENING: sessions without a date), or of all."""
    stakes, names = Stakes(rows), _names(rows)
    entries: list[Entry] = []
    left_out: list[LeftOut] = []
    for session in _sessions(rows):
        when = evening_of(session.started)
        if evening not in (None, when):
            continue
        if why := _why_not(session):
            left_out.append(LeftOut(session.id, why))
        else:
            entries += _entries(session, when, stakes.of(session.id, when), names)
    return Ledger(entries, left_out)


def party_meant(rows: Rows, given: str) -> Party:
    """The account of a player. Raises UserError."""
    player = player_meant(rows, given)
    return Party(player.id, player.name)


def _names(rows: Rows) -> dict[int, str]:
    return {player.id: player.name for player in rows.scalars(select(PlayerRow))}


def _sessions(rows: Rows) -> Iterable[SessionRow]:
    order = (SessionRow.started, SessionRow.tablet, SessionRow.number)
    loaded = (selectinload(SessionRow.seats), selectinload(SessionRow.settlements))
    return rows.scalars(select(SessionRow).order_by(*order).options(*loaded))


def _why_not(session: SessionRow) -> str:
    """Why a session has nothing to settle; "" if it has."""
    if session.state != "complete":
        return session.state
    return "" if session.rules in settling.RULES else session.rules


def _entries(
    session: SessionRow, evening: str, per_100: int, names: dict[int, str]
) -> list[Entry]:
    """One for each seat."""
    points, money = [0] * len(SEATS), [0] * len(SEATS)
    for row in session.settlements:
        worth = settling.money(row.points, per_100)
        for seat, sign in ((row.seat, 1), (row.opponent, -1)):
            points[seat] += sign * row.points
            money[seat] += sign * worth
    parties = [_party(session, row.seat, row.player, names) for row in session.seats]
    won = zip(parties, points, money, strict=True)
    return [Entry(session.id, evening, *one) for one in won]


def _party(session: SessionRow, seat: int, player: int, names: dict[int, str]) -> Party:
    if player:
        return Party(player, names.get(player))
    return Party(0, None, session.id, SEATS[seat])


def accounts(entries: Iterable[Entry]) -> list[Account]:
    """What each party has in all; who has won most comes first."""
    of_party = defaultdict[Party, list[Entry]](list)
    for entry in entries:
        of_party[entry.party].append(entry)
    listed = [_account(party, its) for party, its in of_party.items()]
    return sorted(listed, key=_first)


def _account(party: Party, entries: list[Entry]) -> Account:
    sessions = len({entry.session for entry in entries})
    points, money = sum(e.points for e in entries), sum(e.money for e in entries)
    return Account(party, sessions, points, money)


def _first(account: Account) -> tuple[int, int, str, int, str, str]:
    party = account.party
    who = party.name or "", party.id, party.session, party.seat
    return (-account.money, -account.points, *who)


def by_evening(entries: list[Entry]) -> list[tuple[str, list[Account]]]:
    """The accounts of each evening, in order; those of sessions without a date first."""
    evenings = sorted({entry.evening for entry in entries})
    return [(when, accounts(e for e in entries if e.evening == when)) for when in evenings]


def payments(listed: list[Account]) -> list[tuple[Party, Party, int]]:
    """Who pays whom how many hundredths, so that all is settled."""
    return settling.payments({account.party: account.money for account in listed})
