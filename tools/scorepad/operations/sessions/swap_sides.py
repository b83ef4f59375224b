from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.results.common import Session
from scorepad.operations.sessions.common import suggest_deals


@operation("club swap")
class SwapSides(Decision):
    """Swap the sides

    The players who were entered as N-S sat E-W, and the other way round; contracts
    and declarers are right as they are. DEALS are 3, or 3-5; without DEALS it is
    the whole session. Only in duplicate can it be some deals.
    """

    examples = (
        'scorepad club swap 02005c0e9ad0-7 3-5 --reason "forgot the arrow-switch"',
        "scorepad club swap 02005c0e9ad0-7",
    )

    session: Session
    deals: Annotated[
        str | None,
        Param(
            "Deals",
            "3, or 3-5; else all",
            "3-5",
            positional=True,
            suggests=suggest_deals,
            open=True,
        ),
    ] = None

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.sessions.seats import swap

        return Done([swap(rows, self.session, self.deals, self.by(context))])
