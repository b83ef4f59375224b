"""Who decides the matches of a knock-out: what was entered by hand, else what a tablet has scored.

Two pairs meet in one round only, and a match cannot begin before those that led to it. A session
that fits a match here and one in another knock-out decides neither before somebody says which.
"""

from collections.abc import Mapping

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import CompetitionRow, MatchResultRow, SessionRow
from scorepad.club.decisions.in_words import decided
from scorepad.club.decisions.standing import standing
from scorepad.club.knockout.bracket import Outcome
from scorepad.club.knockout.rulings import FRIENDLY, Rulings
from scorepad.club.knockout.sessions import ScoredSession, Side, score_since
from scorepad.errors import remedy
from scorepad.language import Text, text
from scorepad.wording import both

Pairs = tuple[int | None, int | None]


class Knockouts:
    """What is the same for all knock-outs of the club.

    `complete`: sessions (sessions.py); `names`: of the competitions by their ids.
    """

    def __init__(self, rows: Rows, complete: list[SessionRow], drawn: list[CompetitionRow]):
        self.complete = complete
        self.names = {one.id: one.name for one in drawn}
        self.rulings = Rulings(rows)
        self.decided = decided(rows)
        self._entered = standing(rows, MatchResultRow)[::-1]

    def entered(self, competition: int) -> list[MatchResultRow]:
        """What was entered by hand and was not taken back, the last first."""
        live = (row for row in self._entered if row.id not in self.rulings.undone)
        return [row for row in live if row.competition == competition]


class Director:
    """Decides matches, and keeps in `notes` what people should know about them.

    `sides`: the two players of each pair, by its place in the bracket. `disputed`: the sessions
    that fit several competitions, with the names of these.

    `sessions`: those of two pairs that meet, with why they cannot be their match, "" if they can;
    `claimed`: those that would be, if there were no other competition.
    """

    def __init__(
        self,
        knockouts: Knockouts,
        drawn: CompetitionRow,
        sides: dict[int, Side],
        disputed: Mapping[str, list[str]],
    ):
        self.notes: list[Text] = []
        self.sessions: dict[str, Text | str] = {}
        self.claimed: set[str] = set()
        self._id, self._sides = drawn.id, sides
        self._knockouts, self._disputed = knockouts, disputed
        self._played = score_since(drawn.made, knockouts.complete, drawn.deals)
        self._entered = knockouts.entered(drawn.id)

    def decide(self, round_number: int, pairs: Pairs, since: int) -> Outcome | None:
        """How this match went; None if that is not known yet."""
        entered = (row for row in self._entered if is_about(row, round_number, pairs))
        by_hand = next((_outcome(row, pairs) for row in entered), None)  # the last one
        by_tablet = self._by_tablet(pairs, since, by_hand)
        return by_hand or by_tablet

    def _by_tablet(self, pairs: Pairs, since: int, by_hand: Outcome | None) -> Outcome | None:
        """The first session that can decide it; says of the others why they do not."""
        first: ScoredSession | None = None
        for session in self._sessions(pairs):
            unfit = self._unfit(session, since, by_hand)
            self.sessions[session.id] = unfit
            why_not = unfit or self._friendly(session) or self._second(first)
            first = first if why_not else session
            why_not = why_not or self._dispute(session)
            if why_not:
                self.notes.append(
                    text(
                        "Session {session} does not count: {why}.", session=session.id, why=why_not
                    )
                )
        if not first:
            return None
        self.claimed.add(first.id)
        if first.id in self._knockouts.decided:
            said = self._knockouts.decided[first.id]
            self.notes.append(text("Session {session}: {what}.", session=first.id, what=said))
        return None if first.id in self._disputed else self._scored(first, pairs)

    def _sessions(self, pairs: Pairs) -> list[ScoredSession]:
        """Of both pairs; those that somebody has said to be their match come first."""
        if pairs[0] is None or pairs[1] is None:
            return []
        found = self._played.get(frozenset((self._sides[pairs[0]], self._sides[pairs[1]])), [])
        return sorted(
            found, key=lambda session: self._knockouts.rulings.rank(self._id, session.id)
        )

    def _scored(self, session: ScoredSession, pairs: Pairs) -> Outcome:
        one, other = (self._sides[pair] for pair in pairs if pair is not None)
        points = session.points_of(one, other)
        return Outcome(int(points[1] > points[0]), points, session.id, session.started)

    def _unfit(self, session: ScoredSession, since: int, by_hand: Outcome | None) -> Text | str:
        """Why it cannot be the match of the two, whatever somebody says of it."""
        if session.fault:
            return session.fault
        if session.started <= since:
            return text("the match before was later")
        other = self._knockouts.rulings.elsewhere(self._id, session.id)
        if other in self._knockouts.names:
            return text("it is a match of {name}", name=repr(self._knockouts.names[other]))
        return text("the result was entered by hand") if by_hand else ""

    def _friendly(self, session: ScoredSession) -> Text | str:
        kind = self._knockouts.rulings.kind(self._id, session.id)
        return text("it is said to be no match of this knock-out") if kind == FRIENDLY else ""

    def _second(self, first: ScoredSession | None) -> Text | str:
        if not first:
            return ""
        if first.id in self._disputed:
            return text("session {session} comes first", session=first.id)
        return text("the match was decided in session {session}", session=first.id)

    def _dispute(self, session: ScoredSession) -> Text | str:
        if session.id not in self._disputed:
            return ""
        return text(
            "it fits a match of each of {names}; {remedy} says of which it is",
            names=both(map(repr, self._disputed[session.id])),
            remedy=remedy("club knockout result", name=..., session=session.id),
        )


def is_about(row: MatchResultRow, round_number: int, pairs: Pairs) -> bool:
    met = row.round == round_number and row.entry in pairs
    return met and (row.opponent is None or row.opponent in pairs)


def _outcome(row: MatchResultRow, pairs: Pairs) -> Outcome:
    if row.opponent is None:
        return Outcome(1 - pairs.index(row.entry), None, reason=row.reason)
    totals: dict[int | None, int]
    totals = {row.entry: row.points or 0, row.opponent: row.opponent_points or 0}
    points = totals[pairs[0]], totals[pairs[1]]
    return Outcome(int(points[1] > points[0]), points, reason=row.reason)
