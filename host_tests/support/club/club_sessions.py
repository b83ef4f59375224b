"""Sessions as a tablet has them on its flash, made with the firmware's own log and records."""

from collections.abc import Mapping

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.session import CLOSE, DEAL, END, PLAYER, fold
from firmware.storage import record
from scorepad.club.records.store import Club

TABLET = bytes.fromhex("02005c0e9ad0")
EXAMPLE = ("3N N =", "2H E =", "2Hxx W -1", "4S E =", "6N E =")  # N-S 300, E-W 1620
BEGUN = 13_700_000  # minutes since 2000: 2026-01-17 21:20 UTC

Event = tuple[int, int, int, int]


def session_of(number: int, tablet: bytes = TABLET) -> str:
    """The id of the tablet's session with this number."""
    return f"{tablet.hex()}-{number}"


def raw(number: int, events: list[Event], tablet: bytes = TABLET) -> bytes:
    """The events as the records of the tablet's session with this number."""
    key = record.session_key(tablet, number)
    return b"".join(record.pack(key, at, event) for at, event in enumerate(events))


def played(
    deals: tuple[str, ...] = EXAMPLE,
    rules: str = "international",
    table: int = 3,
    begun: int = BEGUN,
    options: dict[str, str | int] | None = None,
    players: tuple[int, ...] = (),
) -> list[Event]:
    """The events of a game up to its last deal; `players`: ids from North on."""
    head = opening(rules, options or {}, table, NORTH, begun)
    seats = [(PLAYER, seat, 0, player) for seat, player in enumerate(players)]
    parsed = [parse(deal) for deal in deals]
    log = [(DEAL, place, number, deal) for number, (deal, place) in enumerate(parsed, 1)]
    return [*head[:-1], *seats, head[-1], *log]


def complete(events: list[Event]) -> list[Event]:
    """The same game, acknowledged by the players."""
    deals = sum(event[0] == DEAL for event in events)
    return [*events, (END, 0, deals, BEGUN + 90)]


def stopped(events: list[Event]) -> list[Event]:
    """The same game, stopped by the players before it is over."""
    return complete([*events, (CLOSE, 0, 0, 0)])


def finished(events: list[Event]) -> list[Event]:
    """The same game, complete; stopped if its last deal does not end it."""
    return complete(events) if fold(events).sheet.complete else stopped(events)


def example(number: int = 1) -> bytes:
    """The complete international example, 8 records."""
    return raw(number, complete(played()))


def take_all(where: str, games: Mapping[int, list[Event]]) -> None:
    """Put games of one tablet, by their numbers on it, into a club's database."""
    with Club(where) as club:
        for number, events in games.items():
            club.take(TABLET, number, raw(number, events), "port")
