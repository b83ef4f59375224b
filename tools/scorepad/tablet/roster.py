"""Sends the club's players to a tablet, where a seat can then be given to one of them."""

from collections.abc import Iterable

from firmware.link.incoming import BadIncoming
from firmware.link.incoming_roster import pack
from firmware.storage.roster import MOST, SIZE
from scorepad.errors import UserError
from scorepad.tablet.cable import Cable
from scorepad.tablet.listed import send


def send_roster(cable: Cable, players: Iterable[tuple[int, str]]) -> int:
    """Replaces the tablet's roster by `players`, (id, name) each; how many they are.

    The tablet offers them in this order. It keeps the roster that it has until all have come in.
    Raises UserError, before anything is sent, for a player that a tablet would refuse.
    """
    listed = _records(list(players))
    entries = (
        f"player {place} {number} {name.hex()}" for place, (number, name, _) in enumerate(listed)
    )
    send(cable, "roster", entries, [record for _, _, record in listed], SIZE)
    return len(listed)


def _records(players: list[tuple[int, str]]) -> list[tuple[int, bytes, bytes]]:
    """Id, name and record of each player. Raises UserError."""
    if len(players) > MOST:
        raise UserError(f"{len(players)} players: a tablet has room for {MOST}")
    if len({number for number, _ in players}) < len(players):
        raise UserError("two players have the same id")
    try:
        return [(number, name.encode(), pack(number, name.encode())) for number, name in players]
    except (BadIncoming, UnicodeEncodeError) as bad:
        raise UserError(str(bad)) from bad
