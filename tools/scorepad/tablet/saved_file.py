"""A file with the sessions of a tablet that was forgotten, in the place of that tablet's cable.

What the tablet would answer is given to the sync that serves cables (sync.py). So its checks,
messages and counts are the same, and a session that has come both ways is in the club once.
docs/link.md says what is in such a file.
"""

import contextlib
import io
import json
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import partial
from typing import Any

from firmware import VERSION as FIRMWARE
from firmware.link.codec import MAX_LINE
from firmware.link.requests import PROTOCOL
from firmware.storage.record import PER_PAGE, SIZE
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import Replay, kept, replay, session_id, totals_text
from scorepad.club.records.store import Club
from scorepad.club.records.tablet_totals import said_last
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.language import Text, text
from scorepad.tablet.answers import MAX_RECORDS, MAX_SESSIONS
from scorepad.tablet.cable import Cable, Refused
from scorepad.tablet.sync import Summary, sync_port
from scorepad.upload import Upload
from scorepad.wording import visible

KIND = "sessions of a tablet"
LARGEST = 16 << 20  # bytes: more than the flash of a tablet says in base64

_MOST = (1 << 32) - 1
_TABLET = re.compile("(?:[0-9a-f]{2}){1,16}")
_TOTAL = re.compile(f"[ -~]{{0,{MAX_LINE}}}")


@dataclass(frozen=True)
class SavedSession:
    """A session as the club had it. `total`: the last one that its tablet reported."""

    log: Replay
    total: str

    @property
    def entry(self) -> str:
        """The session as its tablet would list it."""
        log = self.log
        return f"{log.number}:{log.session.rules}:{log.records}:{log.state[0]}:{log.crc:08x}"

    def read(self, first: int) -> str:
        """Return a page of records."""
        return b64encode(self.log.raw[first * SIZE :][: PER_PAGE * SIZE]).decode() or "-"


@dataclass(frozen=True)
class SavedFile:
    """The content of a file. `path`: as messages name it; `sessions`: by their numbers."""

    path: str
    tablet: str
    sessions: dict[int, SavedSession]


def read_file(file: Upload) -> SavedFile:
    """Return the content of a file. Raise UserError with the file, and what is wrong."""
    path = visible(file.name.encode(errors="replace").decode())
    match _parse(path, file.read(LARGEST + 1)):
        case {"scorepad": str(kind), "tablet": str(tablet), "sessions": [*entries]} if (
            kind == KIND and _TABLET.fullmatch(tablet) and len(entries) <= MAX_SESSIONS
        ):
            sessions = dict[int, SavedSession]()
            for place, entry in enumerate(entries):
                session = _session(tablet, entry)
                if session is None or session.log.number <= max(sessions, default=0):
                    raise _error(f"{path}: sessions[{place}]", text("this is no session"))
                sessions[session.log.number] = session
            return SavedFile(path, tablet, sessions)
    raise _error(path, text("these are no sessions of a tablet"))


def _session(tablet: str, entry: Any) -> SavedSession | None:
    """Return the session of an entry, None if it is not valid."""
    match entry:
        case {"number": int(number), "records": str(records), "total": str(total)} if (
            type(number) is int and 0 < number <= _MOST and _TOTAL.fullmatch(total)
        ):
            with contextlib.suppress(ValueError):
                raw = b64decode(records, validate=True)
                if raw and len(raw) % SIZE == 0 and len(raw) // SIZE <= MAX_RECORDS:
                    return SavedSession(
                        replay(session_id(bytes.fromhex(tablet), number), raw), total
                    )
    return None


def import_sessions(saved: SavedFile, club: Club) -> Summary:
    """Import the sessions into the club as a sync would; errors are in the summary."""
    return sync_port(saved.path, club, lambda *_: None, partial(_Answers, saved), plays=False)


def content_of_club(rows: Rows, tablet: str) -> bytes:
    """Return the sessions of a tablet that the club has, also waiting ones, as a file."""
    found = rows.all("SELECT id FROM sessions WHERE tablet = :tablet", tablet=tablet)
    logs = {row.id: replay(row.id, kept(rows, row.id)) for row in found}
    waits = rows.all("SELECT session, raw FROM waiting WHERE session LIKE :ids", ids=f"{tablet}-%")
    held = [replay(row.session, row.raw) for row in waits]
    logs |= {log.id: log for log in held if not (log.fault and log.id in logs)}
    sessions = [
        {
            "number": log.number,
            "records": b64encode(log.raw).decode(),
            "total": _total(rows, log),
        }
        for log in sorted(logs.values(), key=lambda log: log.number)
    ]
    return json_text({"scorepad": KIND, "tablet": tablet, "sessions": sessions}).encode()


def _total(rows: Rows, log: Replay) -> str:
    said = said_last(rows, log.id)
    return said.totals if said and said.crc == log.crc else totals_text(log.session)


class _Answers(Cable):
    """A cable at whose end a file answers; no tablet is connected."""

    def __init__(self, saved: SavedFile, path: str):
        super().__init__(path, port=io.BytesIO())
        self._saved = saved

    def ask(self, words: str) -> str:
        """Return what the tablet would answer. Raise Refused."""
        sessions = self._saved.sessions
        match words.split():
            case ["clock" | "done", *_]:
                return ""  # nobody tells the tablet
            case ["who"]:
                return f"scorepad {PROTOCOL} {self._saved.tablet} 0 {FIRMWARE} 0"
            case ["list", number]:
                later = (sessions[known].entry for known in sessions if known > int(number))
                return next(later, "")
            case ["read", number, first]:
                return sessions[int(number)].read(int(first))
            case ["total", number]:
                return sessions[int(number)].total
        raise Refused(text("a file takes nothing; sync the tablet itself"))


def _parse(path: str, raw: bytes) -> Any:
    if len(raw) > LARGEST:
        raise _error(path, text("it has more than {most} MB", most=LARGEST >> 20))
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        line = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise _error(path + line, text("this is not JSON")) from error


def _error(where: str, what: Text) -> UserError:
    said = text(
        "{where}: {what}; choose a file with the sessions of a tablet", where=where, what=what
    )
    return UserError(said, "file")
