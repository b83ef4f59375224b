from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.duplicate import common
from scorepad.operations.duplicate.common import EveningDecision


@operation("club carry-over")
class CarryOver(EveningDecision):
    """Say what a pair brings with it

    AMOUNT is what the pair brings from an earlier session: 12.5 MP, 8 IMPs, or 15%
    of the top of a board. With --minus it is less than nothing.

    PAIR is one of its players, as in `scorepad club players`, or both, as "Ann &
    Bob", or a pair of guests as the list has it, "table 3 N-S"; of an event its
    number. Without --evening or --event it is the latest evening of duplicate.
    """

    examples = ('scorepad club carry-over "Ann" "12.5 MP"',)

    pair: common.Pair
    amount: common.Amount
    minus: Annotated[bool, Param("It is taken, not given", "it is taken, not given")] = False

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.duplicate import decisions
        from scorepad.club.duplicate.directing import give

        amount = common.amount_of(self.amount, -1 if self.minus else 1)
        about = {"kind": decisions.CarryOver, "given": self.pair, "amount": amount}
        return self.direct(rows, context, give, **about)
