from scorepad.operation import Context, Done, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.results.common import Session
from scorepad.operations.sessions.common import Deal


@operation("club void")
class VoidDeal(Decision):
    """Void a deal

    The deal does not count, as if it had not been dealt.
    """

    examples = ('scorepad club void 02005c0e9ad0-7 3 --reason "entered twice"',)

    session: Session
    deal: Deal

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.sessions.correcting import void

        return Done([void(rows, self.session, self.deal, self.by(context))])
