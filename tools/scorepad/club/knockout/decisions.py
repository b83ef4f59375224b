"""What people decide about a knock-out beside results: what a session is, what is taken back."""

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import session_meant
from scorepad.club.knockout.bracket import Match
from scorepad.club.knockout.competition import Competition, competition_named
from scorepad.club.knockout.deciding import DecidedKnockout
from scorepad.club.knockout.director import find_entered
from scorepad.club.knockout.kinds import Drop, Knockout, MatchSession, OfKnockout
from scorepad.club.log import Entry, Signature, decide, pick_kind
from scorepad.club.log import undo as undo_decision
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
    winners = [m.through for m in competition_named(rows, name).matches if _session(m) == session]
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


def undo(rows: Rows, name: str, number: int, by: Signature) -> Text:
    """Takes back what was entered by hand for a match, or which session it is.

    `number`: of the match, as it is shown. Says what was done. Raises UserError.
    """
    competition = competition_named(rows, name)
    match = _numbered(competition, number)
    entered = _find_entries(rows, competition, match)
    if not entered:
        about = {"number": number, "name": competition.name}
        nothing = text("Nothing was entered by hand for match {number} of {name}.", **about)
        raise UserError(nothing, "match")
    for entry in entered:
        undo_decision(rows, entry.number, by)
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


def _find_entries(rows: Rows, competition: Competition, match: Match) -> list[Entry]:
    """Return what was entered for the match and counts, else what was said of its session."""
    knockout, session = Knockout.load(rows, competition.id), _session(match)
    if results := find_entered(knockout, match.round, match.pairs):
        return [entry for entry, _ in results]
    if not knockout.is_match(session):
        return []
    said = pick_kind(knockout.counting, MatchSession)
    return [entry for entry, about in said if about.session == session]


def _session(match: Match) -> str:
    return match.outcome.session if match.outcome else ""


def drop(rows: Rows, name: str, by: Signature) -> Text:
    """The draw counts no more; says what was done. Raises UserError."""
    competition = competition_named(rows, name)
    _decide(rows, Drop(competition.id), by)
    return text("{name} is dropped, and its name is free.", name=competition.name)


def _decide(rows: Rows, decision: OfKnockout, by: Signature) -> None:
    decide(rows, DecidedKnockout.load(rows, decision.knockout), decision, by)
