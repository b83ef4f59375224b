from scorepad.operation import Change, Context, Done, Rows, operation


@operation("club codes new")
class GiveOutCodes(Change):
    """Give out new codes

    Phones become tablets by the new codes; all earlier ones end.
    """

    examples = ("scorepad club codes new",)

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.codes import give_out

        return Done([give_out(rows, context.now(), context.actor)])
