from scorepad.operation import Context, Done, Rows, operation
from scorepad.operations.common import Decision, OtherScore, Score
from scorepad.operations.results.common import Session
from scorepad.operations.sessions.common import Deal


@operation("club adjust")
class AdjustDeal(Decision):
    """Adjust a deal

    SCORE is for both sides; with a second one the first is for N-S, the second for
    E-W. It is a result, as "4S N +1"; results with what each counts, as "60% 4S N
    =, 40% 4S N -1" or with 1/3 and 2/3; or A+, A, A- (60, 50 and 40 per cent; A+ at
    least, A- at most what the pair has on its other boards), or 45%. In IMPs A+ and
    A- are 3. Ave+, A60 (60% and no more), 60/40, A6040 and A+- are read as these.
    `scorepad club undo` takes it back.
    """

    examples = (
        'scorepad club adjust 02005c0e9ad0-7 3 "4S N =" --reason "revoke"',
        'scorepad club adjust 02005c0e9ad0-7 3 A+ A- --reason "board fouled by E-W"',
        'scorepad club adjust 02005c0e9ad0-7 3 "60% 4S N =, 40% 4S N -1"',
    )

    session: Session
    deal: Deal
    score: Score
    other: OtherScore | None = None

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.decisions import scores
        from scorepad.club.sessions.correcting import adjust

        said = scores.in_words(scores.both(self.score, self.other))
        return Done([adjust(rows, self.session, self.deal, said, self.by(context))])
