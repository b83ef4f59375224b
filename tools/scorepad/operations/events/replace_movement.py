from collections.abc import Mapping, Sequence
from typing import Any

from scorepad.operation import Context, Rows, operation
from scorepad.operations.common import Answer, Decision
from scorepad.operations.events.common import (
    Event,
    Movements,
    describe_event,
    event_of,
    make_sections,
)
from scorepad.operations.movements.common import MeetAgain, Movement


@operation("event movement")
class ReplaceMovement(Decision):
    """Give an event another movement

    For a pair more than was planned, also in the middle of the event: the pairs
    stay who they are, and rounds that were played count as they were played. In a
    Mitchell for an odd number of pairs one more sits where others sat out, and all
    else stays. Sync the tablets afterwards, so that they know it.
    """

    examples = ('scorepad event movement Tuesday --movement "mitchell --pairs 14"',)
    preview = True

    event: Event
    movement: tuple[Movements, ...]
    meet_again: MeetAgain = False

    @classmethod
    def prefill(cls, rows: Rows, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the movement that the event has, unless it is from a file."""
        from scorepad.movement.making import Wish, build_movements
        from scorepad.movement.model import NoSuchMovement

        event = event_of(rows, given["event"])
        first, *others = event.sections
        if first.kind == "file":
            return {}
        relay = first.kind == "mitchell" and bool(first.shares)
        wish = Wish(first.kind, len(event.pairs), sections=1 + len(others), relay=relay)
        try:
            planned = build_movements(wish)
        except NoSuchMovement:
            return {}
        if [(section.kind, len(section.pairs)) for section in planned] != [
            (section.kind, len(section.pairs)) for section in event.sections
        ]:
            return {}  # the sections have movements of their own
        usual = planned[0]
        rounds = first.rounds if first.rounds != usual.rounds else None
        starting = {meeting.ns for meeting in first.schedule if meeting.round == 1}
        turned = {meeting.round for meeting in first.schedule if meeting.ew in starting}
        movement = Movement(
            first.kind,  # type: ignore[arg-type]
            pairs=wish.pairs,
            rounds=rounds,
            boards=first.boards_per_round
            if rounds or first.board_sets != usual.board_sets
            else None,
            sections=wish.sections if others else None,
            relay=relay,
            switch=len(turned) or None if first.kind == "mitchell" else None,
        )
        return {"movement": (movement,)}

    def subjects(self, rows: Rows) -> Sequence[str]:
        return [f"event:{event_of(rows, self.event).number}"]

    def run(self, rows: Rows, context: Context) -> Answer:
        from scorepad.club.events import planning

        event = event_of(rows, self.event)
        made = make_sections(rows, self.movement, self.meet_again)
        by = self.by(context)
        return describe_event(rows, planning.plan_anew(rows, event, made, by))
