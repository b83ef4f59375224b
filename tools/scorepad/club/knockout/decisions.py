"""What people decide about a knock-out beside results: what a session is, what is taken back."""

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import MatchResultRow
from scorepad.club.decisions.finding import session_meant
from scorepad.club.decisions.standing import standing
from scorepad.club.knockout.bracket import Match
from scorepad.club.knockout.competition import Competition, competition_named
from scorepad.club.knockout.director import is_about
from scorepad.club.knockout.rulings import DROP, FRIENDLY, MATCH, OPEN, UNDO, Rulings, rule
from scorepad.errors import UserError, remedy
from scorepad.language import Text, joined, text


def assign(rows: Rows, name: str, given: str, reason: str) -> Text:
    """From now on the session is the match of the two pairs that played it.

    Says what was done. Raises UserError if it cannot be.
    """
    competition = competition_named(rows, name)
    session = _fitting(rows, competition, given, "session")
    if why := competition.sessions[session]:
        about = {"session": session, "name": competition.name, "why": why}
        raise UserError(
            text("Session {session} cannot be a match of {name}: {why}.", **about), "session"
        )
    rule(rows, competition.id, MATCH, reason, session=session)
    winners = [m.through for m in competition_named(rows, name).matches if _session(m) == session]
    names = [competition.entrants[place].name for place in winners if place is not None]
    return text(
        "Session {session} is a match of {name}: {pairs} are through.",
        **{"session": session, "name": competition.name, "pairs": joined(names)},
    )


def make_friendly(rows: Rows, name: str, given: str, reason: str) -> Text:
    """From now on the session is no match of this knock-out.

    Says what was done. Raises UserError if it is none anyhow.
    """
    competition = competition_named(rows, name)
    session = _fitting(rows, competition, given, "friendly")
    rule(rows, competition.id, FRIENDLY, reason, session=session)
    return text("Session {session} is no match of {name}.", session=session, name=competition.name)


def _fitting(rows: Rows, competition: Competition, given: str, field: str) -> str:
    """The session that is meant, of two pairs that meet. Raises UserError about this field."""
    session = session_meant(rows, given)
    if session not in competition.sessions:
        wrong = text(
            "Session {session} fits no match of {name}: two of its pairs who meet play an "
            "nz-match to its end, after the draw.",
            **{"session": session, "name": competition.name},
        )
        raise UserError(wrong, field, [remedy("club knockout show", name=competition.name)])
    return session


def undo(rows: Rows, name: str, number: int, reason: str) -> Text:
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
        about = {"number": number, "name": competition.name}
        nothing = text("Nothing was entered by hand for match {number} of {name}.", **about)
        raise UserError(nothing, "match")
    if not entered:
        rule(rows, competition.id, OPEN, reason, session=session)
    decided = _session(_numbered(competition_named(rows, name), number))
    now = (
        text("session {session} decides it now", session=decided)
        if decided
        else text("it is to be played")
    )
    return text("Match {number}: taken back; {now}.", number=number, now=now)


def _numbered(competition: Competition, number: int) -> Match:
    last = len(competition.matches)
    if not 1 <= number <= last:
        about = {"name": competition.name, "number": number, "last": last}
        wrong = text("{name} has no match {number}; there are 1 to {last}.", **about)
        raise UserError(wrong, "match")
    return competition.matches[number - 1]


def _entered(rows: Rows, competition: Competition, match: Match) -> list[MatchResultRow]:
    """All that was entered for the match and was not taken back."""
    undone = Rulings(rows).undone
    mine = standing(rows, MatchResultRow, MatchResultRow.competition == competition.id)
    about = (row for row in mine if is_about(row, match.round, match.pairs))
    return [row for row in about if row.id not in undone]


def _session(match: Match) -> str:
    return match.outcome.session if match.outcome else ""


def drop(rows: Rows, name: str, reason: str) -> Text:
    """The draw counts no more; says what was done. Raises UserError."""
    competition = competition_named(rows, name)
    rule(rows, competition.id, DROP, reason)
    return text("{name} is dropped, and its name is free.", name=competition.name)
