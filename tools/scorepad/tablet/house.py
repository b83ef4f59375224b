"""Sends the club's own rules to a tablet, which then offers them under New game."""

import contextlib
from collections.abc import Iterator

from firmware.link.incoming import BadIncoming
from firmware.link.incoming_rules import pack
from firmware.opening import opening
from firmware.session import OPTION
from firmware.storage.house import DEFAULT, SIZE
from scorepad.club.house import HouseRules
from scorepad.errors import UserError
from scorepad.tablet.cable import Cable, Refused
from scorepad.tablet.listed import finish, understood


def send_house(cable: Cable, house: list[HouseRules]) -> int:
    """Replaces the tablet's house rules by these, which have no fault; how many they are.

    It keeps those that it has until all have come in. Raises Refused, which names the rules
    that the tablet does not take; TooOld; UserError for rules that no tablet takes.
    """
    entries = [_entry(rules) for rules in house]
    for place, (rules, (number, chosen, name, _)) in enumerate(zip(house, entries, strict=True)):
        with _naming(rules.name):
            cable.ask(f"rule {place} {number} {chosen.hex()} {name.hex()}")
    with _naming("all of them"):
        return finish(cable, "rules", [record for *_, record in entries], SIZE)


@contextlib.contextmanager
def _naming(what: str) -> Iterator[None]:
    """Says what the tablet refuses. Raises Refused or TooOld."""
    try:
        with understood("them"):
            yield
    except Refused as refused:
        raise Refused(f"{what}: {refused.said}") from refused


def _entry(rules: HouseRules) -> tuple[int, bytes, bytes, bytes]:
    """Number of the rule set, what is chosen, name, record. Raises UserError."""
    events = opening(rules.rules, rules.options, 0, 0, 0)
    _, number, _, _ = events[0]
    values = {option: value for kind, option, value, _ in events if kind == OPTION}
    said = [values.get(option, DEFAULT) for option in range(max(values, default=-1) + 1)]
    chosen, name = bytes([rules.accept, *said]), rules.name.encode()
    try:
        return number, chosen, name, pack(number, chosen, name)
    except BadIncoming as bad:
        raise UserError(str(bad)) from bad
