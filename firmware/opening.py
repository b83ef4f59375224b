"""The events that every session starts with."""

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption
from firmware.session import ACCEPT, DEALER, EVENT, FORMAT, OPTION, PLAYER, START, WITH_ROUNDS


def opening(
    rules: str,
    options: dict[str, str | int],
    table: int,
    dealer: int,
    minutes: int,
    players: tuple[int, ...] = (),
    accept: bool | None = False,
    event: int = 0,
) -> list[tuple[int, int, int, int]]:
    """Return the events that start a session; `options` are those that differ from the defaults.

    `players`: ids by seat, 0 = a guest. `accept`: None = as is usual with these rules. `event`:
    its number, 0 = none.
    Raise BadOption.
    """
    cls = rule_set(rules)
    full = cls.all_options(options)
    known = WITH_ROUNDS if event else FORMAT
    events = [(START, NAMES.index(rules), known << 8 | table, minutes)]
    if event:
        events.append((EVENT, 0, 0, event))
    for place, (name, values) in enumerate(cls.choices):
        if full[name] != cls.defaults[place]:
            events.append((OPTION, place, _position(values, full[name]), 0))
    if cls.accept if accept is None else accept:
        events.append((OPTION, ACCEPT, 1, 0))
    for seat, player in enumerate(players):
        if player:
            events.append((PLAYER, seat, 0, player))
    events.append((DEALER, dealer, 0, 0))
    return events


def _position(values, value: str | int) -> int:
    """Return the index of an option's value; MicroPython's `range` has no `index`."""
    for position, known in enumerate(values):
        if known == value:
            return position
    raise BadOption(f"{value} is none of the values")
