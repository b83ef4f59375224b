from collections.abc import Sequence

from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found
from scorepad.operations.players.common import Player


@operation("club players show")
class ShowPlayer(Query):
    """Show a player

    The entry that counts, with how many sessions it has, the entries merged into
    it, each merge or split with its date and reason, and how the ranking went: at
    first month by month, lately evening by evening.
    """

    examples = ('scorepad club players show "Zoë Lund"',)

    player: Player

    def subjects(self, rows: Rows) -> Sequence[str]:
        from scorepad.club.players.editing import ids_of

        return [f"player:{id}" for id in ids_of(rows, self.player)]

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.players.editing import history_of
        from scorepad.reports.content.roster import of_one, one_for_programs

        return Found(history_of(rows, self.player), of_one, one_for_programs)
