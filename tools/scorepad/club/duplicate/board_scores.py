"""Adjusted scores of boards of an evening, put into the sessions of their pairs."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorepad.club.decisions.scores import NONE, Artificial, Scores
from scorepad.club.duplicate.decisions import AdjustBoard
from scorepad.club.duplicate.directed import Directed, describe_withdrawal, directed_field
from scorepad.club.duplicate.field import Pair, Result, results_in
from scorepad.club.log import Entry
from scorepad.club.records.store import ClubSession
from scorepad.club.sessions.decided import BoardScore
from scorepad.language import joined, text


class _Decision(NamedTuple):
    """A decision that scores boards: one board, or all that a pair has left out."""

    entry: Entry
    said: str
    evening: str
    event: int
    board: int = 0

    @property
    def mark(self) -> str:
        """The mark of a result that was scored by this decision."""
        return joined((self.said, " (", self.entry.signature, ")"), "")

    def of_board(self, board: int) -> str:
        """Return the decision about one of its boards in words."""
        named = joined((text("board {number}", number=board), self.said))
        return self.said if self.board else named


def with_board_scores(sessions: Sequence[ClubSession], directed: Directed) -> list[ClubSession]:
    """The sessions of an evening or event, each with those of its deals.

    One of no deal is in every session of its two pairs.
    """
    by_mark = {one.mark: one for one in _decisions(directed)}
    if not by_mark:
        return list(sessions)
    entries = [entry for entry in directed.entries if isinstance(entry.decision, AdjustBoard)]
    field = directed_field(sessions, replace(directed, entries=entries))
    playing = defaultdict[Pair, set[str]](set)
    for played in results_in(sessions):
        for pair in played.pairs:
            playing[pair].add(played.session)
    found = defaultdict[str, list[BoardScore]](list)
    for result in (result for results in field.boards.values() for result in results):
        decided = [by_mark[mark] for mark in result.marks if mark in by_mark]
        if decided and result.adjusted:
            score = _score(decided[-1], result, result.adjusted)
            theirs = set[str]().union(*(playing[pair] for pair in result.pairs))
            for session in {result.session} if result.session else theirs:
                found[session].append(score)
    return [
        replace(session, decided=replace(session.decided, boards=found[session.id]))
        for session in sessions
    ]


def _decisions(directed: Directed) -> Iterator[_Decision]:
    event = directed.event
    number = event.number if event else 0
    for entry in directed.entries:
        if isinstance(one := entry.decision, AdjustBoard):
            yield _Decision(entry, one.describe(None), one.evening, number, one.board)
    for pair, entry in directed.leaving.items():
        if event and pair in directed.pairs:
            said = describe_withdrawal(event, directed.pairs[pair])
            yield _Decision(entry, said, str(event.date), number)


def _score(decision: _Decision, result: Result, given: Scores) -> BoardScore:
    """Return the sides' scores; none for a pair with another score on the board."""
    ns, ew = (pair.name for pair in result.players)
    north_south, east_west = (
        one if result.counts_for(side) else Artificial(NONE) for side, one in enumerate(given)
    )
    return BoardScore(
        decision.entry,
        decision.of_board(result.board),
        decision.evening,
        decision.event,
        result.board,
        result.number,
        (ns, ew),
        (north_south, east_west),
    )
