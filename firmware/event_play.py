"""The event at this table: the content of the plan on flash, and what is saved of the play."""

from firmware.draft import Setup
from firmware.scoring.rounds import OVERRULED
from firmware.scoring.rules import OF_EVENTS
from firmware.session import ROUND, UNPLAYED
from firmware.storage.plan import Meeting, Plan


class EventAtTable:
    """`header`: of the plan; None if it has rotted, and then the director says who sits where."""

    def __init__(self, game):
        self._game = game
        self._plan = Plan(game.store.files)
        self.header = self._plan.header()

    def is_due(self) -> bool:
        """Return True if the event is played at this table and its last day has not ended."""
        header, now = self.header, self._game.board.minutes()  # 0: the clock was not set
        if not header or header.table != self._game.store.settings.table:
            return False
        return not header.until or now < header.until

    def home_action(self) -> str:
        """Return what OK leads to: the `event` begins, or the question whether to `resume` it."""
        return "resume" if self.can_resume() or self.header.reached else "event"

    def can_resume(self) -> bool:
        """Return True if the game that was played last is this event and can continue here.

        It cannot if another tablet has continued it.
        """
        header, session = self.header, self._game.session
        if not header or header.reached or not session.rounds or not session.rounds.listed:
            return False
        return (session.rounds.event, session.table) == (header.event, header.table)

    # What the plan says

    def round(self) -> int:
        """Return the round that was started last, here or on the tablet before; 0: none was."""
        rounds, header = self._game.session.rounds, self.header
        if rounds and rounds.listed:
            return rounds.listed[rounds.current_index()].round
        return header.reached - 1 if header and header.reached else 0

    def is_over(self) -> bool:
        """Return True if no round follows."""
        if self._game.session.sheet.complete:
            return True
        return bool(self.header) and self.round() >= self.header.rounds

    def has_moves(self) -> bool:
        """Return True if pairs leave the finished round for another, or the event is over."""
        rounds = self._game.session.rounds
        sat = rounds.listed[rounds.current_index()][1:3] if rounds.listed else ()
        return any(sat) or self.is_over()

    def next_meeting(self) -> Meeting:
        """Return the meeting at this table in the next round."""
        return self.meeting(self.round() + 1)

    def meeting(self, number: int) -> Meeting:
        """Return the meeting at this table in a round, with pairs 0 if the plan has none."""
        header = self.header
        if not header:
            return Meeting(number, self._game.session.table, 0, 0, 1, 1)
        nobody = Meeting(number, header.table, 0, 0, header.first, header.last)
        found = self._plan.which(lambda c, at: c[at] == number and c[at + 1] == header.table)
        return found[0] if found else nobody

    def sitting_out(self) -> list[int]:
        """Return the pairs without a meeting in the next round: of those here, or of all."""
        following = self.next_meeting()
        met: list[int] = []
        for meeting in self._plan.which(lambda c, at: c[at] == following.round):
            met.extend(meeting[2:4])
        here = [pair for pair in following[2:4] if pair]
        return here or [pair for pair in self._plan.pairs() if met and pair not in met]

    def pair_names(self, pair: int) -> tuple[str, str]:
        """Return the players of a pair; "" for those whom the plan does not name."""
        found = self._plan.pair(pair)
        return found.names if found else ("", "")

    def next_meeting_of(self, pair: int) -> Meeting | None:
        """Return where a pair goes after this round, None if it sits out or is no pair."""
        number = self.round() + 1
        found = self._plan.which(lambda c, at: c[at] == number and pair in c[at + 2 : at + 4])
        return found[0] if found and pair else None

    def tables_of_boards(self) -> list[int]:
        """Return the tables that play this round's boards in the next one."""
        rounds = self._game.session.rounds
        now, number = rounds.listed[rounds.current_index()], self.round() + 1
        found = self._plan.which(
            lambda c, at: c[at] == number and _meet(c, at, now.first, now.last)
        )
        return [meeting.table for meeting in found]

    def board_objection(self, board: int) -> tuple[str, int]:
        """Return why a board is not for the pairs here, and the pair or table that has it.

        The reason: `has had`, `elsewhere`, `no board` of the event, `not now`.
        """
        rounds, header = self._game.session.rounds, self.header
        current = rounds.listed[self._game.draft.round_index]
        number = current.round
        for pair in (current.ns, current.ew):
            if pair and self._has_had(pair, board, number):
                return "has had", pair
        if header and not header.first <= board <= header.last:
            return "no board", 0
        there = self._plan.which(lambda c, at: c[at] == number and _meet(c, at, board, board))
        for other in there:
            if other.table != header.table:
                return "elsewhere", other.table
        return "not now", 0

    def _has_had(self, pair: int, board: int, before: int) -> bool:
        """Return True if a pair has had a board in an earlier round: here, or by the plan."""
        session = self._game.session
        if session.rounds.has_played(session, pair, board):
            return True
        planned = self._plan.which(
            lambda c, at: (
                c[at] < before and pair in c[at + 2 : at + 4] and _meet(c, at, board, board)
            )
        )
        return bool(planned)

    # What is saved

    def start(self) -> None:
        """Start a session of this event. Raise OSError."""
        setup = self._game.draft.setup = Setup()
        setup.choose(OF_EVENTS)
        self._game.start(self.header.event if self.header else 0)

    def resume(self) -> None:
        """Resume the event where it was ended here, or where another tablet has got to."""
        if not self.can_resume():
            self.start()
            return
        rounds = self._game.session.rounds
        current = rounds.listed[rounds.current_index()]
        self._begin(current, OVERRULED if current.overruled else 0)

    def seat_pairs(self) -> None:
        """Seat the pairs of the next round."""
        self._begin(self.next_meeting(), 0)

    def seat_overruled(self) -> None:
        """Seat other pairs here, or with other boards, as the director has decided."""
        number, *said = self._game.director.override
        self._begin(Meeting(number, self._game.session.table, *said), OVERRULED)

    def _begin(self, meeting, overruled: int) -> None:  # a Meeting or a Round
        boards = meeting.first | meeting.last << 8 | overruled
        self._game.log.save(ROUND, meeting.round, meeting.ns | meeting.ew << 8, boards)
        self._game.draft.begin(self._game.session)

    def omit_board(self) -> None:
        """Omit the chosen board from its round."""
        game = self._game
        game.save_round_change()
        game.log.save(UNPLAYED, game.draft.entry.place, len(game.session.deals), 0)
        game.draft.begin(game.session)

    def finish(self) -> None:
        """End the event at this table; repeated after a power cut in the middle."""
        game = self._game
        if not game.session.sheet.complete:
            game.close()
        if game.store.has_file("event"):
            game.store.remove("event")
        game.finish()


def _meet(content: bytes, at: int, first: int, last: int) -> bool:
    """Return True if a meeting of the plan has boards from `first` to `last`."""
    return content[at + 4] <= last and first <= content[at + 5]
