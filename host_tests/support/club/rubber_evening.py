"""The evening of docs/club.md: a table where players cut in, four rubbers on one tablet.

PYTHONPATH=host_tests python -m support.club.rubber_evening club.db    writes it into one
"""

import sys

from support.club.club_sessions import Event, complete, played, take_all

_BEGAN = 14_141_910  # minutes since 2000: 2026-11-20 18:30 UTC
_RUBBERS = (  # deals, ids of N E S W, 0 = a guest
    (("3N N =", "3N N ="), (1, 2, 3, 4)),
    (("2H N +1", "3N E =", "4S E ="), (1, 5, 3, 2)),
    (("4S E =", "4S E ="), (6, 7, 5, 3)),
    (("3N N =", "3N E =", "3N N ="), (2, 0, 6, 5)),
)


def sessions() -> dict[int, list[Event]]:
    """The rubbers by their number on the tablet."""
    return {
        number: complete(
            played(deals, "rubber", 1, _BEGAN + 45 * number, {"settle": "100s"}, players)
        )
        for number, (deals, players) in enumerate(_RUBBERS, 1)
    }


if __name__ == "__main__":
    take_all(sys.argv[1], sessions())
