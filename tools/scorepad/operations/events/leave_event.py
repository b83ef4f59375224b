from typing import Annotated

from scorepad.errors import UserError
from scorepad.language import text
from scorepad.movement.model import MOST_ROUNDS
from scorepad.operation import Context, Param, Rows, operation
from scorepad.operations.common import Answer, Decision
from scorepad.operations.events.common import Event, Pair, describe_event, event_of


@operation("event leave")
class LeaveEvent(Decision):
    """Say that a pair is not there from a round on

    Its opponents sit out from that round on. Round 1: the pair has never come. Sync
    the tablets afterwards, so that they know it.
    """

    examples = (
        'scorepad event leave Tuesday 9 --round 5 --reason "ill"',
        "scorepad event leave Tuesday 9 --back",
    )

    event: Event
    pair: Pair
    round: Annotated[
        int | None,
        Param("Round", "the first that it does not play", low=1, high=MOST_ROUNDS, metavar="R"),
    ] = None
    back: Annotated[bool, Param("It is back", "it is there again, in all rounds")] = False

    def check(self) -> None:
        if self.back == (self.round is not None):
            said = text("Say from which round on the pair is not there, or that it is back.")
            raise UserError(said, "round")

    def run(self, rows: Rows, context: Context) -> Answer:
        from scorepad.club.events import rulings
        from scorepad.reports.content.events.event import describe_pair

        by, event = self.by(context), event_of(rows, self.event)
        if self.round is None:
            event = rulings.come_back(rows, event, self.pair, by)
        else:
            event = rulings.leave(rows, event, self.pair, self.round, by)
        return describe_event(rows, event, said=[describe_pair(event, self.pair)])
