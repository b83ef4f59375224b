"""What people should know of a session before they believe its figures."""

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.twice import doubles
from scorepad.club.records.tablet_totals import differing
from scorepad.club.sessions.decided import list_decided
from scorepad.club.sessions.replacing import trail
from scorepad.language import joined, make_sentence


def remarks(rows: Rows) -> dict[str, str]:
    """Return the doubts and decisions about each session."""
    ids = [session for (session,) in rows.all("SELECT id FROM sessions")]
    found = (differing(rows), doubles(rows), list_decided(rows, ids))
    return {
        name: joined((said[name] for said in found if name in said), "; ")
        for name in sorted({name for said in found for name in said})
    }


def beneath(rows: Rows, session: str) -> list[str]:
    """Return the notes at the foot of a sheet: its doubts, and damaged copies it replaced."""
    doubtful = [*differing(rows, session).values(), *doubles(rows, session).values()]
    return [*map(make_sentence, doubtful), *trail(rows, session)]
