from scorepad.operation import Calculation, Context, operation
from scorepad.operations.common import Found
from scorepad.operations.movements import common


@operation("movement mitchell")
class DrawMitchell(Calculation):
    """A Mitchell movement

    N-S stay, E-W go up a table, the boards down one. For one winner N-S and E-W
    change in the last round or two (arrow-switch). With an even number of tables
    E-W skip a table half-way, and the last round is left out; with --relay two
    tables share boards instead, and all rounds are played.
    """

    examples = (
        "scorepad movement mitchell --pairs 13",
        "scorepad movement mitchell --tables 8 --relay --boards 3 --winners 1",
    )
    printable = True

    pairs: common.Pairs | None = None
    tables: common.Tables | None = None
    rounds: common.Rounds | None = None
    boards: common.Boards | None = None
    sections: common.Sections = 1
    no_sit_out: common.NoSitOut = False
    relay: common.Relay = False
    winners: common.Winners | None = None
    switch: common.Switch | None = None
    cards: common.Cards | None = None

    def run(self, context: Context) -> Found:
        return common.draw("mitchell", vars(self))
