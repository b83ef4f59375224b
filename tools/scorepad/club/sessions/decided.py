"""What was decided about a session, as whoever reads or compares its deals needs it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from firmware.session import Session
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.scores import Scores
from scorepad.club.decisions.seating import merged, person
from scorepad.club.derived.replay import Replay
from scorepad.club.history import OfSession, SeatChange, SessionHistory
from scorepad.club.log import Entry, load_each
from scorepad.club.sessions.kinds import SeatPlayer
from scorepad.language import joined

Known = tuple[str | None, str]  # name and number in the federation


@dataclass(frozen=True)
class BoardScore:
    """The adjusted score that a board of an evening has by a decision about the evening.

    `said`: what was decided, in words; `evening`: its date, as 2026-11-20; `event`: its number,
    0 = none. `deal`: the one of the session that it takes the place of, 0 = none; `pairs`: the
    names of N-S and E-W, whose `scores` these are.
    """

    decision: Entry
    said: str
    evening: str
    event: int
    board: int
    deal: int
    pairs: tuple[str, str]
    scores: Scores

    @property
    def signed(self) -> str:
        """The decision in words, with its number, author and reason."""
        return joined((self.said, " (", self.decision.signature, ")"), "")


@dataclass(frozen=True)
class Decided:
    """The decisions that count about a session.

    `people`: who sits in other seats by them, with what the roster says of them; `steps`: who was
    merged. `boards`: what was decided about boards of its evening, where somebody has asked for
    that.
    """

    history: SessionHistory
    people: Mapping[int, Known] = field(default_factory=dict)
    steps: Mapping[int, int] = field(default_factory=dict)
    boards: Sequence[BoardScore] = ()

    @property
    def said(self) -> list[str]:
        """The decisions in words, a line each."""
        boards = (board.signed for board in self.boards if board.deal)
        return [*list_signed(self.history), *boards]

    def marks(self, deal: int, public: bool = False) -> tuple[str, ...]:
        """Return the decisions about this deal, or some with it; without authors if `public`."""
        boards = [board for board in self.boards if board.deal == deal]
        about = [(entry, it) for entry, it in self._of_deals() if it.covers(deal)]
        if public:
            return (*(it.describe() for _, it in about), *(board.said for board in boards))
        signed = (_sign(self.history, *one) for one in about)
        return (*signed, *(board.signed for board in boards))

    def marked(self, deals: int) -> set[int]:
        """The numbers of those deals, of so many, about which anything was decided."""
        about = [it for _, it in self._of_deals()]
        boards = {board.deal for board in self.boards if board.deal}
        return boards | {n for n in range(1, deals + 1) for it in about if it.covers(n)}

    def _of_deals(self) -> list[tuple[Entry, OfSession]]:
        """Return the decisions about some deals, not about the whole session."""
        found, faults = self.history.decided, self.history.faults
        return [(entry, it) for entry, it in found if it.span[0] and entry.number not in faults]

    def seat_changes(self, deal: int) -> list[SeatChange]:
        """Return the changes of seats at a deal, or in the whole session."""
        return [change for change in self.history.seat_changes if change.covers(deal)]

    def seats(self, deal: int, players: Sequence[int]) -> list[int]:
        """Return the players of a deal from North to West; `players`: those of the others."""
        return self.history.seats_at(deal, players, self.steps)

    def adjusted(self, deal: int) -> Scores | None:
        """The adjusted score of a deal; a later correction is the result again."""
        found = self.history.adjusted.get(deal)
        return next((board.scores for board in self.boards if board.deal == deal), found)


UNDECIDED = Decided(SessionHistory(Replay("", b"", Session(), None)))


def boards_without_deals(all_decided: Iterable[Decided]) -> list[BoardScore]:
    """Return the decisions about boards not played in these sessions, each once."""
    boards = (board for decided in all_decided for board in decided.boards if not board.deal)
    return list({(board.signed, board.pairs): board for board in boards}.values())


def find_decided(rows: Rows, history: SessionHistory, seats: Sequence[int]) -> Decided:
    """Return the decisions about a session, where these sit from North to West."""
    if not history.decided:
        return UNDECIDED
    seated = [one for one in history.seat_changes if isinstance(one, SeatPlayer) and one.first]
    if not seated:
        return Decided(history)
    steps = merged(rows)
    others = {person(steps, change.player) for change in seated}
    wanted = "SELECT id, name, number FROM players WHERE id IN :ids"
    found = rows.all(wanted, ids=others - {*seats})
    people: dict[int, Known] = {player.id: (player.name, player.number) for player in found}
    return Decided(history, people, steps)


def list_signed(history: SessionHistory) -> list[str]:
    """Return all that was decided about a session: by whom, why, and what to know of it."""
    return [_sign(history, *one) for one in history.decided]


def _sign(history: SessionHistory, entry: Entry, decision: OfSession) -> str:
    said = joined((decision.describe(), " (", entry.signature, ")"), "")
    return joined(filter(None, (said, history.note(entry.number))), "; ")


def list_decided(rows: Rows, ids: Iterable[str]) -> dict[str, str]:
    """Return all that was decided about each of these sessions."""
    made = load_each(rows, [f"session:{id}" for id in ids])
    sessions = SessionHistory.load_each(rows, made)
    found = {history.id: list_signed(history) for history in sessions.values()}
    return {session: joined(said, "; ") for session, said in found.items() if said}
