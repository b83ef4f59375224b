from datetime import date
from typing import Annotated, Literal

from scorepad.club.evenings import day
from scorepad.errors import UserError
from scorepad.language import Text
from scorepad.operation import Context, IfMissing, Param, Rows, operation
from scorepad.operations.common import Answer, Decision
from scorepad.operations.duplicate.common import Scoring
from scorepad.operations.events.common import Movements, PairsFile, describe_event, make_sections
from scorepad.operations.movements.common import MeetAgain

Day = Annotated[  # the class has a `date` of its own
    date,
    Param("Date", "as 2026-11-24 (default: this evening)", "2026-11-24", read=day),
]


@operation("event new")
class PlanEvent(Decision):
    """Plan an event

    --movement is what `scorepad movement` takes, in quotes, or a file that it can
    check; each one that is given is a section, or several. Pairs and tables are
    numbered on from section to section, and all play the same number of rounds.

    FILE.csv of --pairs has the columns pair, first and second: a number, and two
    players as in `scorepad club players`. guest:NAME is a guest.
    """

    examples = (
        'scorepad event new Tuesday --date 2026-11-24 --movement "howell --pairs 10"',
        "scorepad event new Cup --scoring butler --movement evening.json",
        'scorepad event new Open --movement "howell --pairs 8 --rounds 7 --boards 3" \\\n'
        '    --movement "mitchell --tables 7 --boards 3" --compare sections',
    )
    if_missing = IfMissing.CREATE
    preview = True

    name: Annotated[str, Param("Name", "of the event", "Tuesday")]
    movement: tuple[Movements, ...]
    date: Day | None = None
    scoring: Scoring = "matchpoints"
    meet_again: MeetAgain = False
    compare: Annotated[
        Literal["across", "sections"] | None,
        Param(
            "Boards are compared",
            "boards of one number over all sections (default), or in each by itself",
            choices={"across": "over all sections", "sections": "in each section"},
        ),
    ] = None
    pairs: PairsFile | None = None

    def run(self, rows: Rows, context: Context) -> Answer:
        from scorepad.club.events import entering, planning

        by, notes = self.by(context), list[Text]()
        made = make_sections(rows, self.movement, self.meet_again)
        across = self.compare != "sections"
        day = self.date or rows.evenings.today()
        event = planning.plan(rows, self.name, day, self.scoring, made, by, across)
        if self.pairs:
            try:
                named = entering.read_pairs(self.pairs, notes.append)
                event = entering.enter(rows, event, named, 1, by)
            except UserError as error:
                raise error.at("pairs") from None
        return describe_event(rows, event, notes=notes)
