"""What follows from a decision about a session, and whether it can be put in at all."""

from functools import partial

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import DecisionRow, SessionRow
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.in_words import in_full
from scorepad.club.decisions.seating import Seating
from scorepad.club.derived import rows as derived
from scorepad.club.derived.ranking_rows import catch_up, forget
from scorepad.club.derived.replay import Replay, kept, replay
from scorepad.errors import UserError
from scorepad.language import text


def refuse_faults(rows: Rows, recorded: Replay, work: "partial[None]") -> None:
    """Do `work`. Raise UserError if a decision about the session cannot be applied then."""
    before = _faults(rows, recorded)
    work()
    for number, (row, fault) in _faults(rows, recorded).items():
        if number not in before:
            about = {"decision": in_full(row), "reason": fault}
            raise UserError(text("{decision}: this is not possible: {reason}", **about))


def _faults(rows: Rows, recorded: Replay) -> dict[int, tuple[DecisionRow, str]]:
    effects = Corrections(rows, recorded.id).effects(recorded)
    return {one.row.id: (one.row, one.fault) for one in effects if one.fault}


def derive_anew(rows: Rows, session: str) -> None:
    forget(rows, SessionRow.id == session)
    rounds = rows.all("SELECT * FROM round_seats WHERE session = :session", session=session)
    rows.run("DELETE FROM sessions WHERE id = :session", session=session)
    decided = Corrections(rows, session).applied(replay(session, kept(rows, session)))
    derived.add(rows, [decided], Seating(rows).players)
    rows.insert("round_seats", [seat._asdict() for seat in rounds])  # put right in events/seating
    catch_up(rows)
