from typing import Annotated

from scorepad.errors import UserError
from scorepad.language import text
from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.knockouts.common import Name
from scorepad.operations.players.common import suggest_players
from scorepad.operations.results.common import suggest_sessions

Totals = Annotated[
    tuple[str, ...],
    Param(
        "Pair, points; pair, points",
        "twice, for both pairs",
        boxes=4,
        each=("Pair", "Points"),
        positional=True,
        metavar="PAIR POINTS",
    ),
]
Withdrawn = Annotated[
    str,
    Param(
        "This pair withdraws", "plays no more", suggests=suggest_players, open=True, metavar="PAIR"
    ),
]
Played = Annotated[
    str,
    Param("Session", "the match of who played it", suggests=suggest_sessions, metavar="ID"),
]
Friendly = Annotated[
    str,
    Param(
        "This session is no match of it",
        "a session that is no match",
        suggests=suggest_sessions,
        metavar="ID",
    ),
]


@operation("club knockout result")
class EnterResult(Decision):
    """Enter a result, or a withdrawal

    A PAIR is one of its players, as in `scorepad club players`; POINTS is its grand total. Of two
    results for a match the later counts, and before what a tablet has scored.

    A SESSION that fits a match here and one of another knock-out decides neither until --session
    says of which it is. --friendly says that it is no match of this one.
    """

    examples = (
        'scorepad club knockout result "Cup 2026" "Zoë Lund" 2340 "Ann Reid" 1980',
        'scorepad club knockout result "Cup 2026" --withdraw "Ann Reid" --reason "ill"',
        'scorepad club knockout result "Cup 2026" --session 02005c0e9ad0-7',
        'scorepad club knockout result "Cup 2026" --friendly 02005c0e9ad0-8',
    )

    name: Name
    totals: Totals = ()
    withdraw: Withdrawn | None = None
    session: Played | None = None
    friendly: Friendly | None = None

    def check(self) -> None:
        said = (self.totals, self.withdraw, self.session, self.friendly)
        if sum(map(bool, said)) != 1:
            raise UserError(
                text("Enter the totals of both pairs, or a withdrawal, or what a session is."),
                "totals",
            )
        if self.totals and len(self.totals) != 4:
            raise UserError(text("Name both pairs, and the points of each."), "totals")

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.knockout import decisions, results

        if self.withdraw:
            return Done([results.withdraw(rows, self.name, self.withdraw, self.by(context))])
        if self.session:
            return Done([decisions.assign(rows, self.name, self.session, self.by(context))])
        if self.friendly:
            return Done(
                [decisions.make_friendly(rows, self.name, self.friendly, self.by(context))]
            )
        one, won, other, lost = self.totals
        totals = (one, results.points(won)), (other, results.points(lost))
        return Done([results.enter(rows, self.name, totals, self.by(context))])
