"""`docs/link.md` is what the firmware and the program do: its conversation, its tables."""

import re
from binascii import a2b_base64

import pytest

from dev.link.both_ends import LocalTablet
from dev.ram_files import RamFiles
from firmware.link import codec, rare_requests, requests
from firmware.storage import plan, record
from scorepad.club.records.store import Club
from scorepad.simulator.tablet import KEYS
from support.link.liars import truth as ask
from support.link.syncing import fetch
from support.pages.markdown_tables import DOCS, find_table, quoted, tables

CHIP, SESSION = bytes.fromhex("02005c0e9ad0"), 7  # of the conversation
TEXT = (DOCS / "link.md").read_text(encoding="utf-8")
EXCHANGES = re.findall(r"^    (\?.+)\n    (!.+)$", TEXT, re.MULTILINE)
TABLES = list(tables("link.md"))


def words_of(line: str) -> str:
    """What a line of the conversation says, without its number."""
    return codec.unframe(line.encode()).partition(" ")[2]


SAID = {words_of(asked): words_of(answer) for asked, answer in EXCHANGES}
RAW = b"".join(a2b_base64(SAID[f"read {SESSION} {first}"][3:]) for first in (0, 5, 10))


@pytest.fixture
def tablet(monkeypatch: pytest.MonkeyPatch) -> LocalTablet:
    """The firmware's side of the link on the tablet of the conversation, with its one session."""
    monkeypatch.setattr(requests, "VERSION", SAID["who"].split()[-2])
    found = LocalTablet(CHIP)
    found.files = RamFiles()
    found.store.remount()
    found.store.settings.use("table", 3)
    found.store._next = SESSION
    found.store.create(list(record.events(record.session_key(CHIP, SESSION), RAW)))
    return found


# ---- the conversation


def test_the_tablet_answers_every_line_of_the_conversation_as_it_stands_there(tablet) -> None:
    assert {words.split()[0] for words in SAID} >= {*requests._VERBS}
    for asked, answer in EXCHANGES:
        assert tablet.hear(asked.encode() + b"\n").decode() == answer + "\n"


def test_an_event_of_another_table_is_refused(tablet) -> None:
    tablet.store.settings.use("table", 4)
    for words in SAID:
        refused = words.startswith(("event", "reboot"))
        assert ask(tablet, words).split()[0] == ("error" if refused else "ok")


def test_the_sync_takes_the_session_of_the_conversation(club: Club) -> None:
    """It asks nothing that stands not there, and says `done` when it has the session."""
    asked = list[str]()

    def answer(words: str) -> str:
        asked.append(words)
        return SAID["clock 14142009"] if words.startswith("clock ") else SAID[words]

    summary = fetch(answer, club)
    assert (summary.new, summary.refused, summary.trouble) == (1, [], "")
    assert asked[-1] == f"done {SESSION} {record.checksum(RAW):08x}"
    session = club.session(f"{CHIP.hex()}-{SESSION}").session
    totals = zip(session.sheet.accounts, session.sheet.totals, strict=True)
    assert f"ok {' '.join(f'{a}={t}' for a, t in totals)}" == SAID[f"total {SESSION}"]
    assert (session.rules, session.complete, session.table) == ("rubber", True, 3)


# ---- the tables


def test_errors(tablet) -> None:
    for asked, answer in find_table(TABLES, "Errors").rows:
        assert ask(tablet, asked.strip("`")) == f"error {answer.strip('`')}"


def test_requests() -> None:
    verbs = requests._VERBS | rare_requests.VERBS
    found = [quoted(row[0])[0].split() for row in find_table(TABLES, "All requests").rows]
    kinds = {"CRC": 16, **dict.fromkeys(("CHOSEN", "NAME", "CONTENT", "SECRET"), requests._BYTES)}
    for word, *arguments in found:
        assert tuple(kinds.get(name, 10) for name in arguments) == verbs[word][1]
    assert [word for word, *_ in found if word not in verbs] == []
    assert len(found) == len(verbs)
    (keys,) = [row[1] for each in TABLES for row in each.rows if row[0] == "`keys`"]
    buttons = re.findall(r"(\d+) ([A-Z]+)", keys)
    assert buttons == [(str(1 << bit), key) for bit, key in enumerate(KEYS)]


def test_an_event_is_read_as_the_page_packs_it() -> None:
    """A value of its own in each field, from its end: the firmware finds it there."""
    header, pair = plan.unpack_header(_numbered("header")), plan.unpack_pair(_numbered("pair"))
    assert header[:-3] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert (header.name, header.until, header.reached) == ("K" * 20, 12, 13)
    assert (pair.number, pair.ids, pair.names) == (1, (3, 4), ("E" * 20, "F" * 20))
    found: list[plan.Meeting] = []
    meetings = _numbered("meeting")[:6] * plan.TOGETHER
    plan.unpack_meetings(meetings, lambda content, at: True, found)
    assert [tuple(record) for record in found] == [(1, 2, 3, 4, 5, 6)] * 8


def _numbered(name: str) -> bytes:
    """A record whose fields are 1, 2, 3 ..., and a text of one letter where a name belongs."""
    content = b""
    rows = [row for row in find_table(TABLES, "An event", "record").rows if row[0] == f"`{name}`"]
    for number, (_, offset, size, _) in enumerate(rows, 1):
        assert len(content) == int(offset)
        long = int(size) > 4
        content += bytes([64 + number]) * 20 if long else number.to_bytes(int(size), "little")
    return content.ljust(plan.CONTENT, b"\0")
