"""What was decided about a session, as whoever reads or compares its deals needs it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from firmware.scoring.deal import SEATS, SIDES
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.corrections import Effect
from scorepad.club.decisions.in_words import signature, signed, what
from scorepad.club.decisions.kinds import ADJUST, CORRECT, SEAT, SWAP, VOID, covers
from scorepad.club.decisions.scores import Scores, scores
from scorepad.club.decisions.seating import merged, person, swapped
from scorepad.club.log import Entry

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
        """What was decided, by which decision, by whom, and why."""
        return f"{self.said} ({signature(self.decision)})"


@dataclass(frozen=True)
class Decided:
    """The decisions that stand about a session, in order.

    `people`: who sits in other seats by them, with what the roster says of them. `boards`: what
    was decided about boards of its evening, where somebody has asked for that.
    """

    effects: Sequence[Effect] = ()
    people: Mapping[int, Known] = field(default_factory=dict)
    steps: Mapping[int, int] = field(default_factory=dict)
    boards: Sequence[BoardScore] = ()

    def about(self, deal: int, *only: str) -> list[Effect]:
        """Those about a deal, or about all; of these kinds, if any are said."""
        wanted = (one for one in self.effects if not only or one.row.kind in only)
        return [one for one in wanted if covers(one.row, deal) and not one.fault]

    @property
    def said(self) -> list[str]:
        """All of it in words, a line each."""
        boards = (board.signed for board in self.boards if board.deal)
        return [*map(signed, self.effects), *boards]

    def marks(self, deal: int, public: bool = False) -> tuple[str, ...]:
        """What was decided about just this deal, or some with it; by whom if not `public`."""
        boards = [board for board in self.boards if board.deal == deal]
        found = [one for one in self.about(deal) if one.row.deal]
        if public:
            return (*(what(one.row) for one in found), *(board.said for board in boards))
        return (*map(signed, found), *(board.signed for board in boards))

    def marked(self, deals: int) -> set[int]:
        """The numbers of those deals, of so many, about which anything was decided."""
        effects = [one.row for one in self.effects if one.row.deal and not one.fault]
        boards = {board.deal for board in self.boards if board.deal}
        return boards | {n for n in range(1, deals + 1) for row in effects if covers(row, n)}

    def seats(self, deal: int, players: Sequence[int]) -> list[int]:
        """Who sat at a deal from North to West, where these sat at the others."""
        seats = list(players)
        for row in (one.row for one in self.about(deal, SWAP, SEAT)):
            if row.kind == SWAP:
                seats = swapped(seats) if row.deal else seats  # of the whole session: seating.py
            elif row.who not in SIDES:  # a whole pair of an event: duplicate/directed.py
                seats[SEATS.index(row.who)] = person(self.steps, int(row.said))
        return seats

    def adjusted(self, deal: int) -> Scores | None:
        """The adjusted score of a deal; a later correction is the result again."""
        found = None
        for one in self.about(deal, ADJUST, CORRECT, VOID):
            found = scores(one.row.said) if one.row.kind == ADJUST else None
        return next((board.scores for board in self.boards if board.deal == deal), found)


UNDECIDED = Decided()


def boards_without_deals(all_decided: Iterable[Decided]) -> list[BoardScore]:
    """What was decided about boards that nobody of these sessions has played, each once."""
    boards = (board for decided in all_decided for board in decided.boards if not board.deal)
    return list({(board.signed, board.pairs): board for board in boards}.values())


def decided(rows: Rows, effects: list[Effect], seats: Sequence[int]) -> Decided:
    """The decisions about a session, where these sit from North to West."""
    if not effects:
        return UNDECIDED
    steps = merged(rows)
    sound = [one.row for one in effects if one.row.kind == SEAT and not one.fault]
    seated = [row for row in sound if row.who not in SIDES]
    others = {person(steps, int(row.said)) for row in seated}
    wanted = "SELECT id, name, number FROM players WHERE id IN :ids"
    found = rows.all(wanted, ids=others - {*seats})
    people: dict[int, Known] = {player.id: (player.name, player.number) for player in found}
    return Decided(effects, people, steps)
