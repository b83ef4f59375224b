from scorepad.operation import Change, Context, Done, Rows, operation
from scorepad.operations.common import BY_PEOPLE


@operation("club password remove")
class RemovePassword(Change):
    """Remove the director's password

    Nobody can come in by it any more.
    """

    examples = ("scorepad club password remove",)
    where = BY_PEOPLE

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club import password

        return Done([password.remove(rows, context.actor)])
