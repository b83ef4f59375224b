from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import OtherScore, Score
from scorepad.operations.duplicate import common
from scorepad.operations.duplicate.common import EveningDecision


@operation("club adjust-board")
class AdjustBoard(EveningDecision):
    """Adjust the score of a board for two pairs

    For a board that two pairs could not play, or not to its end; SCORE is as in
    `scorepad club adjust`. If there is a result, it counts no more.

    PAIR is one of its players, as in `scorepad club players`, or both, as "Ann &
    Bob", or a pair of guests as the list has it, "table 3 N-S"; of an event its
    number. Without --evening or --event it is the latest evening of duplicate.
    """

    examples = (
        'scorepad club adjust-board 7 "Ann" "Olga" A+ A- --reason "E-W late"',
        'scorepad club adjust-board 7 "table 3 N-S" "table 3 E-W" A',
    )

    board: common.Board
    ns: Annotated[str, Param("Pair N-S", "N-S", suggests=common.suggest_pairs, metavar="PAIR")]
    ew: Annotated[str, Param("Pair E-W", "E-W", suggests=common.suggest_pairs, metavar="PAIR")]
    score: Score
    other: OtherScore | None = None

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.decisions import scores
        from scorepad.club.duplicate.directing import adjust_board

        said = scores.in_words(scores.both(self.score, self.other))
        about = {"board": self.board, "ns": self.ns, "ew": self.ew, "said": said}
        return self.direct(rows, context, adjust_board, **about)
