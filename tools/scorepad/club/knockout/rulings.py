"""What was decided about knock-outs beside results; of two on the same the later counts."""

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import RulingRow
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.standing import standing

MATCH, FRIENDLY, OPEN, UNDO, DROP = "match", "friendly", "open", "undo", "drop"


class Rulings:
    """All of the club. `dropped`: competitions; `undone`: match results; neither count."""

    def __init__(self, rows: Rows):
        self.dropped: set[int] = set()
        self.undone: set[int] = set()
        self._said: dict[tuple[int, str], RulingRow] = {}
        for row in standing(rows, RulingRow):
            if row.kind == DROP:
                self.dropped.add(row.competition)
            elif row.result is not None:
                self.undone.add(row.result)
            else:
                self._said[row.competition, row.session] = row

    def kind(self, competition: int, session: str) -> str:
        """What a session is said to be in a competition: MATCH, FRIENDLY or OPEN."""
        said = self._said.get((competition, session))
        return said.kind if said else OPEN

    def rank(self, competition: int, session: str) -> int:
        """Less for the session that was said later to be a match of it, most for all others."""
        said = self._said.get((competition, session))
        return -said.id if said and said.kind == MATCH else 0

    def elsewhere(self, competition: int, session: str) -> int | None:
        """The other competition that a session is a match of, if it was said so."""
        others = (
            row.competition
            for row in self._said.values()
            if (row.kind, row.session) == (MATCH, session)
        )
        live = (c for c in others if c != competition and c not in self.dropped)
        return next(live, None)


def rule(
    rows: Rows,
    competition: int,
    kind: str,
    reason: str,
    session: str = "",
    result: int | None = None,
) -> None:
    """Adds a ruling; the arguments as in RulingRow."""
    about = {"session": session, "result": result, "reason": reason}
    add(rows, RulingRow(competition=competition, kind=kind, **about))
