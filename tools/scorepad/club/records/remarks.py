"""What people should know of a session before they believe its figures."""

from sqlalchemy.orm import Session as Rows

from scorepad.club.decisions.replacing import trail
from scorepad.club.decisions.twice import doubles
from scorepad.club.records.tablet_totals import differing


def remarks(rows: Rows, session: str | None = None) -> dict[str, str]:
    """What is doubtful in each session, or in this one."""
    doubled, differ = doubles(rows, session), differing(rows, session)
    both = (differ, doubled)
    return {
        name: "; ".join(said[name] for said in both if name in said)
        for name in sorted({*differ, *doubled})
    }


def beneath(rows: Rows, session: str) -> list[str]:
    """What stands beneath its sheet: what is doubtful, and which damaged copies were replaced."""
    doubtful = remarks(rows, session).values()
    return [*(f"{said[0].upper()}{said[1:]}." for said in doubtful), *trail(rows, session)]
