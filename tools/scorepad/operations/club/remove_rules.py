from typing import Annotated

from scorepad.operation import Context, Done, Rows, operation
from scorepad.operations.club.common import RULES_NAME
from scorepad.operations.common import Decision


@operation("club rules remove")
class RemoveRules(Decision):
    """Remove house rules

    Tablets keep them until the next `scorepad sync --rules`.
    """

    examples = ('scorepad club rules remove "Tuesday"',)

    name: Annotated[str, RULES_NAME]

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club import house

        return Done([house.remove(rows, self.name, self.by(context))])
