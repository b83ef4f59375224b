"""Damaged copies of sessions, and the good ones that come instead of them.

A damaged copy is replaced by itself if the other one is the same, and whole. Else somebody has to
say that it may be, for it is evidence. What was replaced is set aside, byte for byte.
"""

from firmware.storage import record
from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import session_meant
from scorepad.club.derived.replay import Replay, tablet_and_number
from scorepad.club.history import SessionHistory, find_replaced
from scorepad.club.log import Entry, Signature, decide, load_kind
from scorepad.club.sessions.kinds import ReplaceCopy
from scorepad.errors import UserError
from scorepad.language import Text, marked, text

_REPLACED = marked(
    "The damaged copy of {session} ({fault}) is replaced when a good one comes: sync its tablet, "
    "or rescue it."
)
_STAYS = marked("The damaged copy of {session} ({fault}) stays, whatever else comes.")
SAME = "what can be read of it is the same"

Replacement = tuple[Entry, ReplaceCopy, bool]  # what was decided of a copy; if it is set aside


def may_replace(rows: Rows, damaged: SessionHistory, good: Replay) -> bool:
    """Return whether a copy may come instead of the damaged one."""
    if good.fault:
        return False
    decided = _find_decided(rows, damaged)
    return decided[1] if decided else _is_whole_of(damaged.recorded, good.raw)


def _is_whole_of(damaged: Replay, raw: bytes) -> bool:
    """Return True if the records contain every readable one of `damaged`, and no fewer."""
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


def _find_decided(rows: Rows, damaged: SessionHistory) -> tuple[int, bool] | None:
    """Return the last decision about a damaged copy, unless that has replaced another one."""
    decided = damaged.copies.get(damaged.recorded.crc)
    return None if decided and decided[0] in find_replaced(rows) else decided


def set_aside(rows: Rows, damaged: SessionHistory) -> None:
    """Move the records of a damaged copy out of the way, with the decision that it may be so."""
    decided = _find_decided(rows, damaged)
    number = decided[0] if decided else _decide(rows, damaged, True, Signature(reason=SAME)).number
    mine = "FROM records WHERE session = :session"
    moved = f"SELECT CAST(:number AS INTEGER), sequence, raw {mine}"
    into = f"INSERT INTO set_aside (replacement, sequence, raw) {moved}"
    rows.run(into, number=number, session=damaged.id)
    rows.run(f"DELETE {mine}", session=damaged.id)


def _decide(rows: Rows, damaged: SessionHistory, allowed: bool, by: Signature) -> Entry:
    copy = damaged.recorded
    about = copy.id, copy.records, copy.crc, copy.fault, allowed
    return decide(rows, damaged, ReplaceCopy(*about), by)


def decide_copy(rows: Rows, given: str, allowed: bool, by: Signature) -> Text:
    """Allow, or not, that a good copy comes instead of the damaged one that is meant.

    Return what was done. Raise UserError, also for a session that is not damaged.
    """
    history = SessionHistory.load(rows, session_meant(rows, given))
    if not history.recorded.fault:
        sound = text("Session {session} is not damaged; nothing replaces it.", session=history.id)
        raise UserError(sound, "session")
    _decide(rows, history, allowed, by)
    about = {"session": history.id, "fault": history.recorded.fault}
    return text(_REPLACED if allowed else _STAYS, **about)


def replacements(rows: Rows) -> list[Replacement]:
    """Return all replacements that were not undone, in the order of the decisions."""
    done = find_replaced(rows)
    return [(*each, each[0].number in done) for each in load_kind(rows, ReplaceCopy)]


def trail(rows: Rows, session: str) -> list[str]:
    """Return the replacements in this session, a line each."""
    return [
        text(
            "Instead of a damaged copy ({fault}), which is set aside since {when}{why}.",
            fault=wording.visible(copy.fault),
            when=wording.local(entry.made),
            why=f": {wording.visible(entry.reason)}" if entry.reason else "",
        )
        for entry, copy, done in replacements(rows)
        if done and copy.session == session
    ]
