"""Who decides the matches of a knock-out: what was entered by hand, else what a tablet has scored.

Two pairs meet in one round only, and a match cannot begin before those that led to it.
"""

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club.knockout.bracket import Outcome
from scorepad.club.knockout.sessions import Played, Scored, Side
from scorepad.club.schema import CompetitionRow, MatchResultRow

Pairs = tuple[int | None, int | None]


class Director:
    """Decides matches, and keeps in `notes` what people should know about them.

    `sides`: the two players of each pair, by its place in the bracket.
    """

    def __init__(self, rows: Rows, drawn: CompetitionRow, sides: dict[int, Side]):
        self.notes: list[str] = []
        self._sides = sides
        self._played = Played(rows, drawn.made, drawn.deals)
        mine = select(MatchResultRow).where(MatchResultRow.competition == drawn.id)
        self._entered = list(rows.scalars(mine.order_by(MatchResultRow.id.desc())))

    def decide(self, round_number: int, pairs: Pairs, since: int) -> Outcome | None:
        """How this match went; None if that is not known yet."""
        by_hand = self._by_hand(round_number, pairs)
        by_tablet = self._by_tablet(pairs, since, by_hand)
        return by_hand or by_tablet

    def _by_hand(self, round_number: int, pairs: Pairs) -> Outcome | None:
        """The last that was entered for it."""
        for row in self._entered:
            if row.round == round_number and row.entry in pairs:
                if row.opponent is None:
                    return Outcome(1 - pairs.index(row.entry), None, reason=row.reason)
                if row.opponent in pairs:
                    return _entered(row, pairs)
        return None

    def _by_tablet(self, pairs: Pairs, since: int, by_hand: Outcome | None) -> Outcome | None:
        """The first session that can decide it; says of the others why they do not."""
        found = None
        for session, one, other in self._sessions(pairs):
            points = session.points_of(one, other)
            why_not = session.fault or _too_early(session, since) or _second(found)
            if by_hand and not why_not:
                why_not = "the result was entered by hand"
            if why_not:
                self.notes.append(f"Session {session.id} does not count: {why_not}.")
            else:
                winner = int(points[1] > points[0])
                found = Outcome(winner, points, session.id, session.started)
        return found

    def _sessions(self, pairs: Pairs) -> list[tuple[Scored, Side, Side]]:
        if pairs[0] is None or pairs[1] is None:
            return []
        one, other = self._sides[pairs[0]], self._sides[pairs[1]]
        return [(session, one, other) for session in self._played.between(one, other)]


def _entered(row: MatchResultRow, pairs: Pairs) -> Outcome:
    totals = {row.entry: row.points or 0, row.opponent: row.opponent_points or 0}
    points = totals[pairs[0]], totals[pairs[1]]
    return Outcome(int(points[1] > points[0]), points, reason=row.reason)


def _too_early(session: Scored, since: int) -> str:
    return "" if session.started > since else "the match before was later"


def _second(found: Outcome | None) -> str:
    return f"the match was decided in session {found.session}" if found else ""
