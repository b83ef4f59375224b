"""A file of sessions that a page has fetched from a tablet, in the place of the tablet's cable.

The page has kept the tablet's answers, and here they are given once more to the sync that serves
cables (sync.py). So whatever a sync checks, says and counts is the same, and a session that has
come both ways is in the club once. docs/link.md says what is in such a file.
"""

import io
import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, NamedTuple

from firmware import VERSION as FIRMWARE
from firmware.link.codec import MAX_LINE
from firmware.link.requests import PROTOCOL
from firmware.storage.record import PER_PAGE, SIZE
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import Replay, kept, replay
from scorepad.club.derived.rows import totals_text
from scorepad.club.records.store import Club
from scorepad.club.records.tablet_totals import said_last
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.language import Text, marked, text
from scorepad.tablet.answers import MAX_RECORDS, MAX_SESSIONS
from scorepad.tablet.cable import Cable, Refused
from scorepad.tablet.sync import Summary, sync_port
from scorepad.upload import Upload
from scorepad.wording import visible

KIND, VERSION = "sessions of a tablet", 1
LARGEST = 16 << 20  # bytes: more than the flash of a tablet says in base64

_MOST = (1 << 32) - 1
_TAKES_NOTHING = text("a file takes nothing; sync the tablet itself")


class Must(NamedTuple):
    """What must hold for a field, and what it is then."""

    hold: Callable[[Any], bool]
    right: str


def _whole(least: int, most: int) -> Must:
    right = f"a whole number from {least} to {most}"
    return Must(lambda value: type(value) is int and least <= value <= most, right)


def _text(pattern: str, right: str) -> Must:
    return Must(lambda value: isinstance(value, str) and bool(re.fullmatch(pattern, value)), right)


def _list(most: int, of: Must) -> Must:
    def hold(value: Any) -> bool:
        return isinstance(value, list) and len(value) <= most and all(map(of.hold, value))

    return Must(hold, f"a list of at most {most}, each {of.right}")


_ANSWER = _text(f"[ -~]{{0,{MAX_LINE}}}", "what a tablet answers")
_WHY = _text("[ -~]{0,1000}", "a sentence of at most 1000 characters")
_PAGE = _text("[A-Za-z0-9+/]{0,96}={0,2}", "a page of records in base64")
_OBJECT = Must(lambda value: isinstance(value, dict), "an object")
_OF_FILE = {
    "version": _whole(1, _MOST),
    "tablet": _text("(?:[0-9a-f]{2}){1,16}", "the id of a tablet in hexadecimal"),
    "table": _whole(0, 99),
    "firmware": _text("[!-~]{1,20}", "a version, as 0.1.0"),
    "missing": _whole(0, MAX_SESSIONS),
    "sessions": _list(MAX_SESSIONS, _OBJECT),
}
_OF_SESSION = {
    "number": _whole(1, _MOST),
    "rules": _text("[a-z0-9?-]{0,20}", "the name of a rule set"),
    "records": _whole(1, 10**10 - 1),  # as a tablet may list
    "state": _text("[ocfd]", "o, c, f or d"),
    "crc": _text("[0-9a-f]{8}", "8 hexadecimal digits"),
    "pages": _list(MAX_RECORDS // PER_PAGE, _PAGE),
    "total": _ANSWER,
    "error": _WHY,
}


@dataclass(frozen=True)
class FetchedSession:
    """A session as the tablet has listed and sent it. `pages`: five records each, in base64.

    `error`: why there are no pages, or no total, in the words of the tablet or the page.
    """

    number: int
    rules: str
    records: int
    state: str
    crc: str
    pages: list[str]
    total: str
    error: str

    @property
    def listed(self) -> str:
        return f"{self.number}:{self.rules}:{self.records}:{self.state}:{self.crc}"

    def answer(self, word: str, first: int = 0) -> str:
        """The answer to `read` or `total`. Raises Refused."""
        if self.error and (word == "total" or not self.pages):
            raise Refused(self.error)
        if word == "total":
            return self.total
        return "".join(self.pages[first // PER_PAGE :][:1]) or "-"


@dataclass(frozen=True)
class Fetched:
    """A file. `path`: as messages say it; `missing`: how many sessions did not come any more."""

    path: str
    tablet: str
    table: int
    firmware: str
    missing: int
    sessions: list[FetchedSession]


def read(file: Upload) -> Fetched:
    """Return what is in a file. Raise UserError: the file, what is wrong, what would be right."""
    path = visible(file.name.encode(errors="replace").decode())
    fields = _checked(path, _parsed(path, file.read(LARGEST + 1)), _OF_FILE)
    version, entries = fields.pop("version"), fields.pop("sessions")
    if version > VERSION:
        wrong = text(
            "{file}: this is version {version} of such files, and this program knows {known}; "
            "install a Scorepad that knows version {version}",
            **{"file": path, "version": version, "known": VERSION},
        )
        raise UserError(wrong, "file")
    return Fetched(path, sessions=_sessions(path, entries), **fields)


def take(fetched: Fetched, club: Club) -> Summary:
    """Takes the sessions into the club as a sync would; what is wrong is in the summary."""
    asked = partial(_Answers, fetched)
    summary = sync_port(fetched.path, club, lambda *_: None, asked, plays=False)
    if fetched.missing:
        about = {"file": fetched.path, "number": fetched.missing}
        summary.notes.append(
            text(
                "{file}: {number} of the sessions that the tablet lists did not come, for it was "
                "broken off; fetch it again",
                **about,
            )
        )
    return summary


def content_of_club(rows: Rows, tablet: str) -> bytes:
    """Return the sessions of a tablet that the club has, also those that wait, as such a file."""
    found = rows.all("SELECT id FROM sessions WHERE tablet = :tablet", tablet=tablet)
    logs = {row.id: replay(row.id, kept(rows, row.id)) for row in found}
    waits = rows.all("SELECT session, raw FROM waiting WHERE session LIKE :ids", ids=f"{tablet}-%")
    held = [replay(row.session, row.raw) for row in waits]
    logs |= {one.id: one for one in held if not (one.fault and one.id in logs)}
    in_order = sorted(logs.values(), key=lambda one: one.number)
    sessions = [_as_fetched(rows, one) for one in in_order]
    file = asdict(Fetched("", tablet, 0, FIRMWARE, 0, sessions))
    del file["path"]
    return json_text({"scorepad": KIND, "version": VERSION, **file}).encode()


def _as_fetched(rows: Rows, one: Replay) -> FetchedSession:
    """Return a session as its tablet has listed and sent it, with the total that it has said."""
    size, said = PER_PAGE * SIZE, said_last(rows, one.id)
    pages = [b64encode(one.raw[at : at + size]).decode() for at in range(0, len(one.raw), size)]
    total = said.totals if said and said.crc == one.crc else totals_text(one.session)
    about = one.number, one.session.rules, one.records, one.state[0], f"{one.crc:08x}"
    return FetchedSession(*about, pages, "" if one.fault else total, one.fault and "damaged")


class _Answers(Cable):
    """A cable at whose end a file answers; nothing is plugged in."""

    def __init__(self, fetched: Fetched, path: str):
        super().__init__(path, port=io.BytesIO())
        self._fetched = fetched
        self._sessions = {one.number: one for one in fetched.sessions}

    def ask(self, words: str) -> str:
        """What the tablet has answered. Raises Refused."""
        word, *arguments = words.split()
        match word:
            case "clock" | "done":
                return ""  # the page has told the tablet
            case "who":
                about = self._fetched
                return f"scorepad {PROTOCOL} {about.tablet} {about.table} {about.firmware} 0"
            case "list":
                later = (number for number in self._sessions if number > int(arguments[0]))
                return next((self._sessions[number].listed for number in later), "")
            case "read" | "total":
                number, *first = map(int, arguments)
                return self._sessions[number].answer(word, *first)
        raise Refused(_TAKES_NOTHING)


def _parsed(path: str, raw: bytes) -> Any:
    if len(raw) > LARGEST:
        raise _error(path, text("it has more than {most} MB", most=LARGEST >> 20))
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError) as error:
        line = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise _error(path + line, text("this is not JSON")) from error
    if not isinstance(content, dict) or content.get("scorepad") != KIND:
        raise _error(path, text("these are no sessions of a tablet"))
    return content


def _error(where: str, what: Text) -> UserError:
    said = marked("{where}: {what}; choose a file that the page *Fetch a tablet* has saved")
    return UserError(text(said, where=where, what=what), "file")


def _sessions(path: str, entries: list[dict[str, Any]]) -> list[FetchedSession]:
    found = list[FetchedSession]()
    for place, entry in enumerate(entries):
        where = f"{path}: sessions[{place}]"
        about = {"where": where}
        found.append(FetchedSession(**_checked(where, entry, _OF_SESSION)))
        if place and found[-1].number <= found[-2].number:
            lower = text("{where}: number is not higher than that of the session before", **about)
            raise UserError(lower, "file")
    return found


def _checked(where: str, entry: dict[str, Any], fields: Mapping[str, Must]) -> dict[str, Any]:
    """The fields, if each is what it must be. Raises UserError."""
    for name, must in fields.items():
        if not must.hold(entry.get(name)):
            about = {"where": where, "field": name, "right": must.right}
            raise UserError(text("{where}: {field} is not {right}", **about), "file")
    return {name: entry[name] for name in fields}
