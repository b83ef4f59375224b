from typing import Annotated

from scorepad.operation import Change, Context, Done, IfMissing, Param, Rows, operation
from scorepad.operations.players.common import Area, Grade, Number, Rating


@operation("club players add")
class AddPlayer(Change):
    """Add a player

    Another player with the name of one in the roster needs a number.
    """

    examples = ('scorepad club players add "Eva Moss" --number "NZ 6001" --grade junior',)
    if_missing = IfMissing.CREATE

    name: Annotated[str, Param("Name", "what they are called", "Eva Moss")]
    number: Number | None = None
    grade: Grade | None = None
    rating: Rating | None = None
    area: Area | None = None

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.players import editing

        return Done([editing.add(rows, editing.read_cells(vars(self)))])
