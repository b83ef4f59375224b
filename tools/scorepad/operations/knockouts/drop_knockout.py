from scorepad.operation import Context, Done, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.knockouts.common import Name


@operation("club knockout drop")
class DropKnockout(Decision):
    """Take back a wrong draw

    It is listed no more, and its name is free for a new draw. Sessions stay as they are.
    """

    examples = ('scorepad club knockout drop "Cup 2026" --reason "two pairs were missing"',)

    name: Name

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.knockout.decisions import drop

        return Done([drop(rows, self.name, self.by(context))])
