"""Sends the club's own rules to a tablet, which then offers them under New game."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.link.incoming import BadIncoming
from firmware.link.incoming_rules import pack
from firmware.opening import opening
from firmware.session import OPTION
from firmware.storage.house import DEFAULT, SIZE
from scorepad.club.house import HouseRules
from scorepad.errors import UserError
from scorepad.tablet.cable import Cable, Refused
from scorepad.tablet.listed import send, understood


def send_house(cable: Cable, house: list[HouseRules]) -> int:
    """Replaces the tablet's house rules by these, which have no fault; how many they are.

    It keeps those that it has until all have come in. Raises Refused, which names the rules
    that the tablet does not take; TooOld; UserError for rules that no tablet takes.
    """
    listed = [_entry(rules) for rules in house]
    naming = _Naming(house, listed)
    try:
        with understood("them"):
            send(cable, "rules", naming, [record for *_, record in listed], SIZE)
    except Refused as refused:
        raise Refused(f"{naming.what}: {refused.said}") from refused
    return len(listed)


_Entry = tuple[int, bytes, bytes, bytes]  # number of the rule set, what is chosen, name, record


@dataclass
class _Naming:
    """The requests that bring them; `what`: what the last one was about."""

    house: list[HouseRules]
    listed: list[_Entry]
    what: str = "all of them"

    def __iter__(self) -> Iterator[str]:
        for place, (number, chosen, name, _) in enumerate(self.listed):
            self.what = self.house[place].name
            yield f"rule {place} {number} {chosen.hex()} {name.hex()}"
        self.what = "all of them"


def _entry(rules: HouseRules) -> _Entry:
    """Raises UserError."""
    events = opening(rules.rules, rules.options, 0, 0, 0)
    _, number, _, _ = events[0]
    values = {option: value for kind, option, value, _ in events if kind == OPTION}
    said = [values.get(option, DEFAULT) for option in range(max(values, default=-1) + 1)]
    chosen, name = bytes([rules.accept, *said]), rules.name.encode()
    try:
        return number, chosen, name, pack(number, chosen, name)
    except BadIncoming as bad:
        raise UserError(str(bad)) from bad
