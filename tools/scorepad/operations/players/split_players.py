from typing import Annotated

from scorepad.operation import Change, Context, Done, Param, Rows, operation
from scorepad.operations.common import Reason


@operation("club players split")
class SplitPlayers(Change):
    """Take a merge back

    The seats that the tablets or a correction have given to FROM are its own again.
    """

    examples = ('scorepad club players split "Zoe Lund"',)

    one: Annotated[str, Param("Player", "an entry that was merged", metavar="FROM")]
    reason: Reason = ""

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.players import roster

        return Done([roster.split(rows, self.one, self.reason)])
