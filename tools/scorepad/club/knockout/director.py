"""Who decides the matches of a knock-out: what was entered by hand, else what a tablet has scored.

Two pairs meet in one round only, and a match cannot begin before those that led to it. A session
that fits a match here and one in another knock-out decides neither before somebody says which.
"""

from collections.abc import Mapping

from scorepad.club.database.rows import Rows
from scorepad.club.knockout.bracket import Outcome
from scorepad.club.knockout.kinds import Knockout, MatchResult, Withdrawal
from scorepad.club.knockout.sessions import CompleteSession, ScoredSession, Side, score_since
from scorepad.club.log import Entry
from scorepad.club.sessions.decided import list_decided
from scorepad.errors import remedy
from scorepad.language import Text, text
from scorepad.wording import both

Pairs = tuple[int | None, int | None]


class Knockouts:
    """The data common to all knock-outs of the club. `complete`: sessions (sessions.py)."""

    def __init__(self, rows: Rows, complete: list[CompleteSession], drawn: list[Knockout]):
        self.complete, self.drawn = complete, drawn
        self.decided = list_decided(rows, [session.id for session in complete])

    def elsewhere(self, knockout: Knockout, session: str) -> Knockout | None:
        """Return the other knock-out that a session is a match of, if it was said so."""
        others = (one for one in self.drawn if one is not knockout)
        return next((one for one in others if one.is_match(session)), None)


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
        knockout: Knockout,
        sides: dict[int, Side],
        disputed: Mapping[str, list[str]],
    ):
        self.notes: list[Text] = []
        self.sessions: dict[str, str] = {}
        self.claimed: set[str] = set()
        self._knockout, self._sides = knockout, sides
        self._knockouts, self._disputed = knockouts, disputed
        self._played = score_since(knockout.made, knockouts.complete, knockout.deals)

    def decide(self, round_number: int, pairs: Pairs, since: int) -> Outcome | None:
        """Return the outcome of this match; None if it is not known yet."""
        entered = find_entered(self._knockout, round_number, pairs)
        by_hand = _outcome(*entered[-1], pairs) if entered else None
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
        return None if first.id in self._disputed else self._score_session(first, pairs)

    def _sessions(self, pairs: Pairs) -> list[ScoredSession]:
        """Return the sessions of both pairs; those assigned by the director come first."""
        if pairs[0] is None or pairs[1] is None:
            return []
        found = self._played.get(frozenset((self._sides[pairs[0]], self._sides[pairs[1]])), [])
        return sorted(found, key=self._rank)

    def _rank(self, session: ScoredSession) -> int:
        """Less for the session that was said later to be a match of it, most for all others."""
        number, said = self._knockout.sessions.get(session.id, (0, None))
        return -number if said and said.is_match else 0

    def _score_session(self, session: ScoredSession, pairs: Pairs) -> Outcome:
        one, other = (self._sides[pair] for pair in pairs if pair is not None)
        points = session.points_of(one, other)
        return Outcome(int(points[1] > points[0]), points, session.id, session.started)

    def _unfit(self, session: ScoredSession, since: int, by_hand: Outcome | None) -> str:
        """Return why the session cannot be the match of the two, even if it is assigned."""
        if session.fault:
            return session.fault
        if session.started <= since:
            return text("the match before was later")
        if other := self._knockouts.elsewhere(self._knockout, session.id):
            return text("it is a match of {name}", name=repr(other.name))
        return text("the result was entered by hand") if by_hand else ""

    def _friendly(self, session: ScoredSession) -> str:
        _, said = self._knockout.sessions.get(session.id, (0, None))
        friendly = said and not said.is_match
        return text("it is said to be no match of this knock-out") if friendly else ""

    def _second(self, first: ScoredSession | None) -> str:
        if not first:
            return ""
        if first.id in self._disputed:
            return text("session {session} comes first", session=first.id)
        return text("the match was decided in session {session}", session=first.id)

    def _dispute(self, session: ScoredSession) -> str:
        if session.id not in self._disputed:
            return ""
        return text(
            "it fits a match of each of {names}; {remedy} says of which it is",
            names=both(map(repr, self._disputed[session.id])),
            remedy=remedy("club knockout result", name=..., session=session.id),
        )


def find_entered(
    knockout: Knockout, round_number: int, pairs: Pairs
) -> list[tuple[Entry, MatchResult | Withdrawal]]:
    """Return what was entered by hand for a match, in order."""
    return [
        (entry, result)
        for entry, result in knockout.results
        if result.round == round_number
        and result.pair in pairs
        and (isinstance(result, Withdrawal) or result.opponent in pairs)
    ]


def _outcome(entry: Entry, result: MatchResult | Withdrawal, pairs: Pairs) -> Outcome:
    if isinstance(result, Withdrawal):
        return Outcome(1 - pairs.index(result.pair), None, reason=entry.reason)
    totals: dict[int | None, int]
    totals = {result.pair: result.points, result.opponent: result.opponent_points}
    points = totals[pairs[0]], totals[pairs[1]]
    return Outcome(int(points[1] > points[0]), points, reason=entry.reason)
