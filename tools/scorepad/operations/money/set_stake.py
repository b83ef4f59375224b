from dataclasses import replace
from datetime import date
from typing import Annotated

from scorepad.club.evenings import day
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.results.common import SESSION


@operation("club stake")
class SetStake(Decision):
    """Set what 100 points are worth

    PER_100 is an amount of money with at most two places, in any currency; 0 is for nothing.
    The stake of a session counts before that of its evening, and this before the default. Of two
    for the same the later one counts. A default holds from the evening on in which it is given,
    the first one for all before it too: what was paid stays paid. A knock-out match (nz-match) has
    only the stake of its session or evening, no default. `scorepad club stakes` lists them.
    """

    examples = (
        "scorepad club stake 0.50 --default",
        "scorepad club stake 1 --evening 2026-11-20",
        "scorepad club stake 0,25 --session 02005c0e9ad0-7",
    )

    per_100: Annotated[str, Param("For 100 points", "as 0.50", "0.50")]
    evening: Annotated[
        date | None, Param("Evening", "as 2026-11-20", read=day, metavar="DATE")
    ] = None
    session: Annotated[str | None, replace(SESSION, metavar="ID")] = None
    default: Annotated[bool, Param("Default", "wherever nothing else is said")] = False

    def check(self) -> None:
        if sum(map(bool, (self.evening, self.session, self.default))) != 1:
            raise UserError(text("Choose an evening, a session or the default."), "evening")

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.money import stakes

        evening = str(self.evening or "")
        per_100 = stakes.amount(self.per_100)
        return Done([stakes.set_stake(rows, per_100, self.session, evening, self.by(context))])
