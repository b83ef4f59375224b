from scorepad.operation import Calculation, Context, operation
from scorepad.operations.common import Found
from scorepad.operations.movements import common


@operation("movement check")
class CheckMovement(Calculation):
    """Check a movement from a file, and print it

    The file is CSV with the columns round, table, ns, ew, first board, last board,
    and perhaps shares: the other tables that have these boards in this round. Or it
    is JSON: a list with the same fields, or what --json prints. The first line that
    breaks a rule is named; a good movement is printed as the others are.
    """

    examples = (
        "scorepad movement check ours.csv",
        "scorepad movement check ours.csv --cards tables",
    )
    printable = True

    file: common.File
    meet_again: common.MeetAgain = False
    cards: common.Cards | None = None

    def run(self, context: Context) -> Found:
        return common.draw("check", vars(self))
