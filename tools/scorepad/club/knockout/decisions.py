"""What people decide about a knock-out beside results: what a session is, what is taken back."""

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import MatchResultRow
from scorepad.club.decisions.finding import session_meant
from scorepad.club.decisions.standing import standing
from scorepad.club.knockout.bracket import Match
from scorepad.club.knockout.competition import Competition, competition_named
from scorepad.club.knockout.director import is_about
from scorepad.club.knockout.rulings import DROP, FRIENDLY, MATCH, OPEN, UNDO, Rulings, rule
from scorepad.errors import UserError
from scorepad.language import say


def assign(rows: Rows, name: str, given: str, reason: str) -> str:
    """From now on the session is the match of the two pairs that played it.

    Says what was done. Raises UserError if it cannot be.
    """
    competition, session = _fitting(rows, name, given)
    if why := competition.sessions[session]:
        raise UserError(f"session {session} cannot be a match of {competition.name!r}: {why}")
    rule(rows, competition.id, MATCH, reason, session=session)
    winners = [m.through for m in competition_named(rows, name).matches if _session(m) == session]
    names = [competition.entrants[place].name for place in winners if place is not None]
    return say(
        "Session {id} is a match of {name}: {pairs} are through.",
        **{"id": session, "name": competition.name, "pairs": ", ".join(names)},
    )


def make_friendly(rows: Rows, name: str, given: str, reason: str) -> str:
    """From now on the session is no match of this knock-out.

    Says what was done. Raises UserError if it is none anyhow.
    """
    competition, session = _fitting(rows, name, given)
    rule(rows, competition.id, FRIENDLY, reason, session=session)
    return say("Session {id} is no match of {name}.", id=session, name=competition.name)


def _fitting(rows: Rows, name: str, given: str) -> tuple[Competition, str]:
    """The knock-out, and the session that is meant, of two of its pairs that meet. UserError."""
    competition, session = competition_named(rows, name), session_meant(rows, given)
    if session not in competition.sessions:
        raise UserError(
            f"session {session} fits no match of {competition.name!r}: "
            "two of its pairs who meet play an nz-match to its end, after the draw"
        )
    return competition, session


def undo(rows: Rows, name: str, number: int, reason: str) -> str:
    """Takes back what was entered by hand for a match, or which session it is.

    `number`: of the match, as it is shown. Says what was done. Raises UserError.
    """
    competition = competition_named(rows, name)
    match = _numbered(competition, number)
    entered = _entered(rows, competition, match)
    for row in entered:
        rule(rows, competition.id, UNDO, reason, result=row.id)
    session = _session(match)
    if not entered and Rulings(rows).kind(competition.id, session) != MATCH:
        raise UserError(
            f"match {number} of {competition.name!r}: nothing was entered for it by hand"
        )
    if not entered:
        rule(rows, competition.id, OPEN, reason, session=session)
    decided = _session(_numbered(competition_named(rows, name), number))
    now = say("session {id} decides it now", id=decided) if decided else say("it is to be played")
    return say("Match {number}: taken back; {now}.", number=number, now=now)


def _numbered(competition: Competition, number: int) -> Match:
    last = len(competition.matches)
    if not 1 <= number <= last:
        raise UserError(f"{competition.name!r} has no match {number}; there are 1 to {last}")
    return competition.matches[number - 1]


def _entered(rows: Rows, competition: Competition, match: Match) -> list[MatchResultRow]:
    """All that was entered for the match and was not taken back."""
    undone = Rulings(rows).undone
    mine = standing(rows, MatchResultRow, MatchResultRow.competition == competition.id)
    about = (row for row in mine if is_about(row, match.round, match.pairs))
    return [row for row in about if row.id not in undone]


def _session(match: Match) -> str:
    return match.outcome.session if match.outcome else ""


def drop(rows: Rows, name: str, reason: str) -> str:
    """The draw counts no more; says what was done. Raises UserError."""
    competition = competition_named(rows, name)
    rule(rows, competition.id, DROP, reason)
    return say("{name} is dropped, and its name is free.", name=competition.name)
