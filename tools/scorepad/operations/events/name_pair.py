from typing import Annotated

from scorepad.errors import UserError
from scorepad.language import Text, text
from scorepad.operation import Context, Param, Rows, operation
from scorepad.operations.common import Answer, Decision
from scorepad.operations.events.common import (
    Event,
    Pair,
    PairsFile,
    Round,
    describe_event,
    event_of,
)
from scorepad.operations.players.common import suggest_players


@operation("event pair")
class NamePair(Decision):
    """Say who a pair is, or who many are

    PLAYER is as in `scorepad club players`; guest:NAME is a guest, guest is one
    without a name. Who plays only from a round on is entered with --round.
    """

    examples = (
        'scorepad event pair Tuesday 7 "Zoë Lund" "Ann Reid"',
        'scorepad event pair Tuesday 7 "Zoë Lund" guest:Tom --round 5 --reason ill',
        "scorepad event pair Tuesday --file late.csv",
    )

    event: Event
    pair: Pair | None = None
    players: Annotated[
        tuple[str, ...],
        Param(
            "Players",
            "two",
            suggests=suggest_players,
            open=True,
            boxes=2,
            positional=True,
            metavar="PLAYER",
        ),
    ] = ()
    file: PairsFile | None = None
    round: Round = 1

    def check(self) -> None:
        if self.file and (self.pair or self.players):
            raise UserError(text("Name a pair and its players, or a file, not both."), "file")
        if not self.file and (self.pair is None or len(self.players) != 2):
            raise UserError(text("Name the pair and both its players, or a file."), "players")

    def run(self, rows: Rows, context: Context) -> Answer:
        from scorepad.club.events import entering
        from scorepad.reports.content.events.event import describe_pair

        notes = list[Text]()
        if self.file:
            named = entering.read_pairs(self.file, notes.append)
        else:
            first, second = self.players
            named = [entering.NamedPair("", str(self.pair), (first, second))]
        by = self.by(context)
        event = entering.enter(rows, event_of(rows, self.event), named, self.round, by)
        said = [describe_pair(event, entering.number_of(event, pair)) for pair in named]
        return describe_event(rows, event, said=said, notes=notes)
