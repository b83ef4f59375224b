from typing import Annotated, Literal

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.players.common import suggest_players
from scorepad.operations.results.common import Session
from scorepad.operations.sessions.common import suggest_deals


@operation("club seat")
class ChangeSeat(Decision):
    """Change who sat where

    PLAYER is as in `scorepad club players`, or the word guest. Two players who were
    entered the wrong way round: make one a guest first. The records of the tablet
    stay as they are.

    With --deals it is said of these deals of duplicate only. In a session of an
    event a side can have another pair for some deals: NS or EW, and the number of
    the pair.
    """

    examples = (
        'scorepad club seat 02005c0e9ad0-7 N "Zoë Lund" --reason "chose the wrong name"',
        "scorepad club seat 02005c0e9ad0-7 E guest",
        'scorepad club seat 02005c0e9ad0-7 S "Ann Reid" --deals 3-5',
    )

    session: Session
    seat: Annotated[
        Literal["N", "E", "S", "W", "NS", "EW"],
        Param(
            "Seat",
            "N, E, S or W; NS or EW for a pair of an event",
            choices={"NS": "N-S", "EW": "E-W"},
            metavar="SEAT",
        ),
    ]
    player: Annotated[
        str,
        Param(
            "Player", "who sat there, or guest", "Zoë Lund", suggests=suggest_players, open=True
        ),
    ]
    deals: Annotated[
        str | None,
        Param("Deals", "only in these: 3, or 3-5", "3-5", suggests=suggest_deals, open=True),
    ] = None

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.sessions.seats import seat

        about = self.session, self.seat, self.player, self.deals
        return Done([seat(rows, *about, self.by(context))])
