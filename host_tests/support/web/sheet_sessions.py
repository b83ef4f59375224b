"""Sessions as a page fetches them, for the scoring core of the page."""

from firmware.opening import opening
from firmware.scoring.deal import NORTH, pack
from firmware.session import DEAL, ROUND
from support.club.club_sessions import TABLET, played, raw
from support.club.exported import GAMES, LONG
from support.link.syncing import b64
from support.tablet.fetched import PAGE

EVENT = [
    *opening("duplicate", {}, 3, NORTH, 1000, event=70000),
    (ROUND, 1, 5 | 12 << 8, 1 | 3 << 8),
    (DEAL, 1, 1, pack(4, 3, 0, NORTH, 10)),
]


def of_every_kind() -> list[tuple[str, int, list[str]]]:
    """Return tablet, number and pages of sessions of all rule sets, short ones and long ones.

    One is of an event; three have a fault, and two of these are damaged.
    """
    games = [*GAMES.values(), *(played(deals, rules) for rules, deals in LONG.items())]
    games += [EVENT, GAMES["rubber"], GAMES["rubber"], GAMES["rubber"][1:]]
    raws = [raw(number, events) for number, events in enumerate(games, 1)]
    raws[-3] = raws[-3][:20] + b"x" + raws[-3][21:]
    raws[-2] = raws[-2][:-1]
    pages = [[b64(one[n : n + PAGE]) for n in range(0, len(one), PAGE)] for one in raws]
    return [(TABLET.hex(), number, page) for number, page in enumerate(pages, 1)]
