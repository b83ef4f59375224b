from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.players.common import suggest_players


@operation("club players merge")
class MergePlayers(Decision):
    """Merge two players

    All seats of FROM count for INTO from now on: in lists, sheets, exports, ranking
    and ledger. The entry of FROM stays in the roster and is not sent to tablets any
    more. Where INTO has no number, grade, rating or area, that of FROM counts, as
    long as they are one.

    FROM and INTO are whole names, numbers or ids. Two who have different numbers in
    the federation are merged only with --other-number.
    """

    examples = (
        'scorepad club players merge "Zoe Lund" "Zoë Lund" --reason "spelling"',
        "scorepad club players merge id=12 id=7",
    )

    one: Annotated[
        str,
        Param(
            "Player", "the entry that is one too many", suggests=suggest_players, metavar="FROM"
        ),
    ]
    into: Annotated[str, Param("Player", "the entry that stays", suggests=suggest_players)]
    other_number: Annotated[
        bool,
        Param(
            "Though their numbers are different", "merge them though their numbers are different"
        ),
    ] = False

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.merging import join

        return Done([join(rows, self.one, self.into, self.by(context), self.other_number)])
