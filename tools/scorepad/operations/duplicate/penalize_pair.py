from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.duplicate import common
from scorepad.operations.duplicate.common import EveningDecision


@operation("club penalty")
class PenalizePair(EveningDecision):
    """Give a pair a penalty or a bonus

    AMOUNT is 10%, of the top of a board, or 3 IMPs; in the other scoring 10% are 3
    IMPs. At most it is a whole top. With --bonus the pair gets it.

    PAIR is one of its players, as in `scorepad club players`, or both, as "Ann &
    Bob", or a pair of guests as the list has it, "table 3 N-S"; of an event its
    number. Without --evening or --event it is the latest evening of duplicate.
    """

    examples = (
        'scorepad club penalty "Ann" 10% --reason "late twice"',
        'scorepad club penalty "Ann & Bob" "3 IMPs" --bonus --evening 2026-11-20',
    )

    pair: common.Pair
    amount: common.Amount
    bonus: Annotated[bool, Param("A bonus", "it is given, not taken")] = False

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.duplicate import decisions
        from scorepad.club.duplicate.directing import give

        amount = common.amount_of(self.amount, 1 if self.bonus else -1)
        about = {"kind": decisions.PenalizePair, "given": self.pair, "amount": amount}
        return self.direct(rows, context, give, **about)
