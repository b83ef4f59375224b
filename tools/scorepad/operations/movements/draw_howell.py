from scorepad.operation import Calculation, Context, operation
from scorepad.operations.common import Found
from scorepad.operations.movements import common


@operation("movement howell")
class DrawHowell(Calculation):
    """A Howell movement, full or reduced

    Nearly all pairs move, and there is one winner; for 4 to 20 pairs in a section.
    In fewer rounds more pairs sit still (a reduced, or three-quarter, Howell).
    """

    examples = (
        "scorepad movement howell --pairs 8",
        "scorepad movement howell --pairs 14 --rounds 11 --boards 2",
    )
    printable = True

    pairs: common.Pairs | None = None
    tables: common.Tables | None = None
    rounds: common.Rounds | None = None
    boards: common.Boards | None = None
    sections: common.Sections = 1
    no_sit_out: common.NoSitOut = False
    cards: common.Cards | None = None

    def run(self, context: Context) -> Found:
        return common.draw("howell", vars(self))
