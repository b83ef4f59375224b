from typing import Annotated

from firmware.scoring.deal import MAX_BOARD
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.results.common import Session
from scorepad.operations.sessions.common import Deal


@operation("club correct")
class CorrectDeal(Decision):
    """Correct a deal

    The result is written as in `scorepad score`. The records of the tablet stay as
    they are; everything that follows from them has the corrected deal. What the
    rule set cannot score is refused, as a rubber that would end before its last
    deal.
    """

    examples = (
        'scorepad club correct 02005c0e9ad0-7 3 "4S N +1" --reason "traveller"',
        "scorepad club correct 02005c0e9ad0-7 3 --board 8",
    )

    session: Session
    deal: Deal
    result: Annotated[
        str | None, Param("Result", "what it was, as '4S N +1'", "4S N +1", positional=True)
    ] = None
    board: Annotated[
        int | None,
        Param("Board", "the board that it was, in duplicate", low=1, high=MAX_BOARD, metavar="N"),
    ] = None

    def check(self) -> None:
        if self.result is None and self.board is None:
            missing = text("Enter what the deal was, as 4S N +1, or its board.")
            raise UserError(missing, "result")

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.sessions.correcting import correct

        deal = self.session, self.deal, self.result, self.board
        return Done([correct(rows, *deal, self.by(context))])
