"""Lists that a tablet is given, entry by entry, unless it has them already.

They are the club's players, who can then be given a seat, and its house rules, which the tablet
offers under New game.
"""

import contextlib
from collections.abc import Iterable, Iterator

from firmware.link.incoming import BadIncoming
from firmware.link.incoming_roster import pack
from firmware.link.incoming_rules import pack as pack_rules
from firmware.opening import opening
from firmware.session import OPTION
from firmware.storage.house import DEFAULT
from firmware.storage.house import SIZE as RULES_SIZE
from firmware.storage.record import checksum
from firmware.storage.roster import MOST
from firmware.storage.roster import SIZE as PLAYER_SIZE
from scorepad.club.house import HouseRules
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text
from scorepad.tablet.cable import Cable, Refused
from scorepad.tablet.tablet_names import shorten_name

_TOO_OLD = text(
    "its firmware is too old for them; {remedy} brings a newer one", remedy=remedy("deploy")
)


class TooOld(UserError):
    """A tablet whose firmware has no list of this kind."""


def finish_list(cable: Cable, word: str, records: list[bytes], size: int) -> int:
    """Ask the tablet to use the list, if it has received these records; return their number.

    `word`: the request that ends it; `size`: bytes of a record.
    """
    cable.ask(f"{word} {len(records)} {crc_of(records, size):08x}")
    return len(records)


def send_list(
    cable: Cable, word: str, entries: Iterable[str], records: list[bytes], size: int
) -> bool:
    """Send a list unless the tablet has it; return True if it had to be sent.

    `entries`: the requests that bring it; `word` and `size`: as `finish_list` takes them. Raise
    Refused.
    """
    try:
        finish_list(cable, word, records, size)
    except Refused as refused:
        if refused.unknown:
            raise
    else:
        return False
    for entry in entries:
        cable.ask(entry)
    finish_list(cable, word, records, size)
    return True


def crc_of(records: list[bytes], size: int) -> int:
    """Return the checksum of a list, by which both sides identify it."""
    return checksum(b"".join(records), size=size)


@contextlib.contextmanager
def require_requests(what: Text) -> Iterator[None]:
    """Within the block, raise TooOld with `what` for requests unknown to the tablet."""
    try:
        yield
    except Refused as refused:
        if not refused.unknown:
            raise
        raise TooOld(what) from refused


def send_roster(cable: Cable, players: Iterable[tuple[int, str]]) -> int:
    """Replace the tablet's roster by `players`, (id, name) each; return their number.

    The tablet offers them in this order. It keeps its roster until all have arrived. Raise
    UserError, before anything is sent, for a player that a tablet would refuse.
    """
    listed = _players(list(players))
    entries = (
        f"player {place} {number} {name.hex()}" for place, (number, name, _) in enumerate(listed)
    )
    send_list(cable, "roster", entries, [record for _, _, record in listed], PLAYER_SIZE)
    return len(listed)


def _players(players: list[tuple[int, str]]) -> list[tuple[int, bytes, bytes]]:
    if len(players) > MOST:
        about = {"number": len(players), "most": MOST}
        raise UserError(text("{number} players: a tablet has room for {most}", **about))
    if len({number for number, _ in players}) < len(players):
        raise UserError(text("two players have the same id"))
    try:
        return [(number, name.encode(), pack(number, name.encode())) for number, name in players]
    except (BadIncoming, UnicodeEncodeError) as bad:
        raise UserError(str(bad)) from bad


def send_house(cable: Cable, house: list[HouseRules], phone: bool = False) -> int:
    """Replace the tablet's house rules by these valid ones; return their number.

    It keeps its rules until all have arrived. Raise Refused, which names the rules that the tablet
    refuses; TooOld; UserError for rules that no tablet takes. `phone`: as `shorten_name` takes it.
    """
    called = [shorten_name(rules.name, place, phone=phone) for place, rules in enumerate(house, 1)]
    listed = [_entry(*each) for each in zip(house, called, strict=True)]
    what: str
    what = everything = text("all of them")  # that the last request was about

    def entries() -> Iterator[str]:
        nonlocal what
        for place, (number, chosen, name, _) in enumerate(listed):
            what = house[place].name
            yield f"rule {place} {number} {chosen.hex()} {name.hex()}"
        what = everything

    try:
        with require_requests(_TOO_OLD):
            send_list(cable, "rules", entries(), [record for *_, record in listed], RULES_SIZE)
    except Refused as refused:
        about = {"rules": what, "answer": refused.answer}
        raise Refused(text("{rules}: {answer}", **about)) from refused
    return len(listed)


def _entry(rules: HouseRules, called: str) -> tuple[int, bytes, bytes, bytes]:
    """Return the number of the rule set, the choices, name and record. Raise UserError."""
    events = opening(rules.rules, rules.options, 0, 0, 0)
    _, number, _, _ = events[0]
    values = {option: value for kind, option, value, _ in events if kind == OPTION}
    said = [values.get(option, DEFAULT) for option in range(max(values, default=-1) + 1)]
    chosen, name = bytes([rules.accept, *said]), called.encode()
    try:
        return number, chosen, name, pack_rules(number, chosen, name)
    except BadIncoming as bad:
        raise UserError(str(bad)) from bad
