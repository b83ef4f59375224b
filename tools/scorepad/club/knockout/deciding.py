"""What follows from the decisions about a knock-out beside other ones, and what cannot be then."""

from typing import Self

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import name_key
from scorepad.club.knockout.competition import standing
from scorepad.club.knockout.director import find_entered
from scorepad.club.knockout.kinds import Knockout, MatchResult, load_live
from scorepad.club.log import explain_misfit, pick_kind
from scorepad.errors import UserError, remedy
from scorepad.language import text


class DecidedKnockout(Knockout, begin="knockout"):
    """A knock-out among the others of the club."""

    def derive(self, rows: Rows, before: Self) -> None:
        """Raise UserError if it cannot be so beside the others, or a result has no match any more.

        Two never have one name, or one session as a match.
        """
        if not self.is_live:
            return
        others = [other for other in load_live(rows) if other.number != self.number]
        for other in others:
            if not before.is_live and name_key(other.name) == name_key(self.name):
                about = {"name": other.name, "number": other.number}
                said = text(
                    "{name} is drawn already (decision {number}): give the new one another name.",
                    **about,
                )
                raise UserError(said, "name", [remedy("club knockout show", name=other.name)])
            self._refuse_session(before, other)
        if before.is_live and self.results:
            self._refuse_lost(rows, before, others)

    def _refuse_session(self, before: Knockout, other: Knockout) -> None:
        for session in filter(other.is_match, self.sessions):
            if self.is_match(session) and not (before.is_live and before.is_match(session)):
                why = text("it is a match of {name}", name=repr(other.name))
                about = {"session": session, "name": self.name, "why": why}
                first = remedy("club undo", number=other.sessions[session][0])
                raise UserError(
                    text("Session {session} cannot be a match of {name}: {why}.", **about),
                    "session",
                    [first],
                )

    def _refuse_lost(self, rows: Rows, before: Knockout, others: list[Knockout]) -> None:
        """Raise UserError if what was entered of a later round is of pairs that no longer meet."""
        lost = _find_misplaced(rows, self, others) - _find_misplaced(rows, before, others)
        for number in sorted(lost):
            raise explain_misfit(before, number, text("its pairs do not meet in that round"))


def _find_misplaced(rows: Rows, knockout: Knockout, others: list[Knockout]) -> set[int]:
    """Return the numbers of the results by hand that are of no match, as the knock-out stands."""
    *_, competition = standing(rows, [*others, knockout])
    placed = {
        entry.number
        for match in competition.matches
        for entry, _ in find_entered(knockout, match.round, match.pairs)
    }
    results = pick_kind((entry for entry, _ in knockout.results), MatchResult)
    return {entry.number for entry, _ in results} - placed  # who withdrew does not play later
