from collections.abc import Mapping
from typing import Annotated, Any

from scorepad.errors import UserError
from scorepad.language import text
from scorepad.operation import Change, Context, Done, Param, Rows, operation
from scorepad.operations.players.common import Area, Grade, Number, Player, Rating


@operation("club players edit")
class EditPlayer(Change):
    """Change a player

    What is given replaces what the entry says; "" takes it away. Of merged entries the one that
    counts is changed.
    """

    examples = (
        'scorepad club players edit "Eva Mos" --name "Eva Moss"',
        'scorepad club players edit id=7 --number "NZ 6001" --rating 850',
    )

    player: Player
    name: Annotated[str, Param("Name", "what they are called", clears=True)] | None = None
    number: Number | None = None
    grade: Grade | None = None
    rating: Rating | None = None
    area: Area | None = None

    @classmethod
    def prefill(cls, rows: Rows, given: Mapping[str, Any]) -> Mapping[str, Any]:
        from scorepad.club.decisions.finding import player_meant

        player = player_meant(rows, given["player"])
        return {name: getattr(player, name) or "" for name in _COLUMNS}

    def check(self) -> None:
        if all(getattr(self, name) is None for name in _COLUMNS):
            raise UserError(text("Say what shall change: name, number, grade, rating or area."))

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.players import editing

        said = editing.read_cells({name: getattr(self, name) for name in _COLUMNS})
        return Done([editing.edit(rows, self.player, said)])


_COLUMNS = ("name", "number", "grade", "rating", "area")
