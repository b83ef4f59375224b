"""Damaged copies of sessions, and the good ones that come instead of them.

A damaged copy is replaced by itself if the other one is the same, and whole. Else somebody has to
say that it may be, for it is evidence. What was replaced is set aside, byte for byte.
"""

from sqlalchemy import exists

from firmware.storage import record
from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import ReplacementRow, SessionRow, SetAsideRow
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.finding import session_meant
from scorepad.club.decisions.standing import standing
from scorepad.club.derived.replay import Replay, replay, tablet_and_number
from scorepad.errors import UserError
from scorepad.language import Text, marked, text

_REPLACED = marked(
    "The damaged copy of {session} ({fault}) is replaced when a good one comes: sync its tablet, "
    "or rescue it."
)
_STAYS = marked("The damaged copy of {session} ({fault}) stays, whatever else comes.")
SAME = "what can be read of it is the same"

Replacement = tuple[ReplacementRow, bool]  # what was decided of a damaged copy; if it is set aside


def may_replace(rows: Rows, damaged: Replay, raw: bytes) -> bool:
    if replay(damaged.id, raw).fault:
        return False
    decision = _last(rows, damaged)
    return decision.allowed if decision else _is_whole_of(damaged, raw)


def _is_whole_of(damaged: Replay, raw: bytes) -> bool:
    """Whether they have every record of it that can be read, the first one too, and no fewer."""
    readable = _readable(damaged)
    same = all(raw[at * record.SIZE :].startswith(one) for at, one in readable)
    begins = any(at == 0 for at, _ in readable)
    return same and begins and len(raw) // record.SIZE >= damaged.records


def _readable(damaged: Replay) -> list[tuple[int, bytes]]:
    """The records that verify, by the numbers in them: where a page is lost, others move up."""
    key = record.session_key(*tablet_and_number(damaged.id))
    found = []
    for offset in range(0, damaged.records * record.SIZE, record.SIZE):
        one = damaged.raw[offset : offset + record.SIZE]
        at = int.from_bytes(one[:2], "little")
        try:
            record.unpack(key, at, one)
        except record.BadRecord:
            continue
        found.append((at, one))
    return found


def _last(rows: Rows, damaged: Replay | SessionRow) -> ReplacementRow | None:
    done = exists().where(SetAsideRow.replacement == ReplacementRow.id)
    about = ReplacementRow.session == damaged.id, ReplacementRow.crc == damaged.crc, ~done
    return next(reversed(standing(rows, ReplacementRow, *about)), None)


def set_aside(rows: Rows, damaged: Replay) -> None:
    """Moves the records of a damaged copy out of the way, with the decision that it may be so."""
    if not _last(rows, damaged):
        _decide(rows, damaged, True, SAME)
    decision, mine = _last(rows, damaged), "FROM records WHERE session = :session"
    assert decision
    moved = f"SELECT CAST(:number AS INTEGER), sequence, raw {mine}"
    into = f"INSERT INTO set_aside (replacement, sequence, raw) {moved}"
    rows.run(into, number=decision.id, session=damaged.id)
    rows.run(f"DELETE {mine}", session=damaged.id)


def _decide(rows: Rows, damaged: Replay | SessionRow, allowed: bool, reason: str) -> None:
    copy = {"session": damaged.id, "records": damaged.records, "crc": damaged.crc}
    add(rows, ReplacementRow(**copy, fault=damaged.fault, allowed=allowed, reason=reason))


def decide(rows: Rows, session: str, allowed: bool, reason: str) -> Text:
    """Allow, or not, that a good copy comes instead of the damaged one that is meant.

    Return what was done. Raise UserError, also for a session that is not damaged.
    """
    damaged = rows.get_one(SessionRow, session_meant(rows, session))
    if not damaged.fault:
        sound = text("Session {session} is not damaged; nothing replaces it.", session=damaged.id)
        raise UserError(sound, "session")
    _decide(rows, damaged, allowed, reason)
    return text(_REPLACED if allowed else _STAYS, session=damaged.id, fault=damaged.fault)


def replacements(rows: Rows) -> list[Replacement]:
    """All that was decided and not undone, in this order."""
    done = {row.replacement for row in rows.all("SELECT DISTINCT replacement FROM set_aside")}
    return [(decision, decision.id in done) for decision in standing(rows, ReplacementRow)]


def trail(rows: Rows, session: str) -> list[str]:
    """What was replaced in this session, a line each."""
    return [
        text(
            "Instead of a damaged copy ({fault}), which is set aside since {when}{why}.",
            fault=decision.fault,
            when=wording.local(decision.made),
            why=f": {wording.visible(decision.reason)}" if decision.reason else "",
        )
        for decision, done in replacements(rows)
        if done and decision.session == session
    ]
