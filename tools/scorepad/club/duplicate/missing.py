"""Boards that are missing in an evening without a plan: guessed from what others have played."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.club.duplicate.against_plan import MISSING, Doubt
from scorepad.club.duplicate.field import Field, Pair, pairs_of, results_of
from scorepad.club.records.store import ClubSession
from scorepad.language import text


@dataclass
class _Meeting:
    """Two pairs against each other, over all sessions in which they met."""

    boards: set[int]
    last: ClubSession
    complete: bool = True


def missing(field: Field, sessions: list[ClubSession]) -> Iterator[Doubt]:
    """Boards that belong to what two pairs played, and that others have."""
    given = _adjusted_boards(field)
    found = _meetings(sessions)
    for pairs, meeting in found.items():
        others = [other.boards for other in found.values() if other is not meeting]
        meeting.boards |= given.get(pairs, set())
        for board in sorted(field.boards.keys() - meeting.boards):
            if meeting.complete and _belongs(board, meeting.boards, others):
                session = meeting.last.session
                elsewhere = len(field.boards[board])
                what = text("is missing; results elsewhere: {number}", number=elsewhere)
                where = session.table, meeting.last.id, board
                yield Doubt(MISSING, *where, what)


def _adjusted_boards(field: Field) -> dict[frozenset[Pair], set[int]]:
    boards = defaultdict[frozenset[Pair], set[int]](set)
    for board, results in field.boards.items():
        for result in results:
            if result.adjusted:
                boards[frozenset(result.pairs)].add(board)
    return dict(boards)


def _meetings(sessions: list[ClubSession]) -> dict[frozenset[Pair], _Meeting]:
    """Return the meetings by their two pairs. A meeting is open while any session of it is."""
    meetings: dict[frozenset[Pair], _Meeting] = {}
    for club_session in sessions:
        meeting = meetings.setdefault(
            frozenset(pairs_of(club_session)), _Meeting(set(), club_session)
        )
        meeting.boards |= {result.board for result in results_of(club_session) if result.board}
        meeting.last = club_session
        meeting.complete &= club_session.session.complete
    return meetings


def _belongs(board: int, played: set[int], others: list[set[int]]) -> bool:
    """Return True if the board lies between those played, or most who played those have it."""
    if not played:
        return False
    if min(played) < board < max(played):
        return True
    alike = [other for other in others if other & played]
    return 2 * sum(board in other for other in alike) > len(alike)
