from scorepad.operation import Context, Done, Rows, operation
from scorepad.operations.duplicate import common
from scorepad.operations.duplicate.common import EveningDecision


@operation("club withdraw")
class WithdrawPair(EveningDecision):
    """Say that a pair plays no more

    If the pair has played less than half of the boards that others have, its
    results go, for both sides. Otherwise they stay. A pair of an event leaves it
    with `scorepad event leave`.

    PAIR is one of its players, as in `scorepad club players`, or both, as "Ann &
    Bob", or a pair of guests as the list has it, "table 3 N-S"; of an event its
    number. Without --evening or --event it is the latest evening of duplicate.
    """

    examples = ('scorepad club withdraw "Ann" --reason "ill"',)

    pair: common.Pair

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.duplicate.directing import withdraw

        return self.direct(rows, context, withdraw, given=self.pair)
