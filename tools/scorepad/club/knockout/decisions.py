"""What people decide about a knock-out beside results: what a session is, and to drop it."""

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import session_meant
from scorepad.club.knockout.competition import Competition, competition_named
from scorepad.club.knockout.deciding import DecidedKnockout
from scorepad.club.knockout.kinds import Drop, MatchSession, OfKnockout
from scorepad.club.log import Signature, decide
from scorepad.errors import UserError, remedy
from scorepad.language import Text, joined, text


def assign(rows: Rows, name: str, given: str, by: Signature) -> Text:
    """Make the session the match of the two pairs that played it.

    Says what was done. Raises UserError if it cannot be.
    """
    competition = competition_named(rows, name)
    session = _fitting(rows, competition, given, "session")
    if why := competition.sessions[session]:
        about = {"session": session, "name": competition.name, "why": why}
        raise UserError(
            text("Session {session} cannot be a match of {name}: {why}.", **about), "session"
        )
    _decide(rows, MatchSession(competition.id, session, True), by)
    matches = competition_named(rows, name).matches
    winners = [m.through for m in matches if m.outcome and m.outcome.session == session]
    names = [competition.entrants[place].name for place in winners if place is not None]
    return text(
        "Session {session} is a match of {name}: {pairs} are through.",
        **{"session": session, "name": competition.name, "pairs": joined(names)},
    )


def make_friendly(rows: Rows, name: str, given: str, by: Signature) -> Text:
    """Record that the session is no match of this knock-out.

    Says what was done. Raises UserError if it is none anyhow.
    """
    competition = competition_named(rows, name)
    session = _fitting(rows, competition, given, "friendly")
    _decide(rows, MatchSession(competition.id, session, False), by)
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


def drop(rows: Rows, name: str, by: Signature) -> Text:
    """The draw counts no more; says what was done. Raises UserError."""
    competition = competition_named(rows, name)
    _decide(rows, Drop(competition.id), by)
    return text("{name} is dropped, and its name is free.", name=competition.name)


def _decide(rows: Rows, decision: OfKnockout, by: Signature) -> None:
    decide(rows, DecidedKnockout.load(rows, decision.knockout), decision, by)
