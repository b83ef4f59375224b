from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision


@operation("club players split")
class SplitPlayers(Decision):
    """Take a merge back

    The seats that the tablets or a correction have given to FROM are its own again.
    """

    examples = ('scorepad club players split "Zoe Lund"',)

    one: Annotated[str, Param("Player", "an entry that was merged", metavar="FROM")]

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.merging import split

        return Done([split(rows, self.one, self.by(context))])
