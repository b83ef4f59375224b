from typing import Annotated

from scorepad.errors import remedy
from scorepad.language import text
from scorepad.operation import Context, Param, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club players")
class ListPlayers(Query):
    """List the players

    The roster by name, with the number of sessions of each player.
    """

    examples = ("scorepad club players", "scorepad club players --find lund")
    about = ("players",)

    find: Annotated[str, Param("Search", "a part of a name or number")] = ""
    limit: Annotated[int | None, Param("At most", "only the first N", low=1, metavar="N")] = None

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.players import roster
        from scorepad.reports.content.roster import report

        found = roster.find_ids(rows, self.find)
        listed = roster.listed(rows, found[: self.limit])
        more = len(found) - len(listed)
        hint = text("{number} more; search for one, or ask for more at once", number=more)
        nobody = text(
            "Nobody is in the roster; {remedy} brings them.", remedy=remedy("club players import")
        )
        if self.find:
            nobody = text("Nobody in the roster is called so, or has such a number.")
        return Found(listed, report, none=nobody, notes=[hint] * bool(more))
