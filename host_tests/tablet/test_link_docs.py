"""`docs/link.md` is what the firmware and the program do: every table, every line."""

import ast
import re
from binascii import a2b_base64
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from zlib import crc32

import pytest

from dev.link.both_ends import LocalTablet
from dev.ram_files import RamFiles
from firmware.link import codec, incoming_roster, incoming_rules, requests, seldom
from firmware.storage import house, plan, record, roster
from scorepad.simulator.tablet import KEYS
from scorepad.tablet import answers, cable
from support.pages import link_page as page
from support.pages.markdown_tables import DOCS, prose
from support.pages.worked_session import CHIP, WORKED, spaced, worked

PROSE = prose("link.md")
TEXT = (DOCS / "link.md").read_text(encoding="utf-8")
EXCHANGES = re.findall(r"^    (\?.+)\n    (!.+)$", TEXT, re.MULTILINE)
OURS = {"firmware", "scorepad", "dev", "support"}
PAGES = Path(page.__file__).parent


@pytest.fixture
def tablet(monkeypatch: pytest.MonkeyPatch) -> LocalTablet:
    """The firmware's side of the link on the tablet of the conversation, with its one session."""
    answer = codec.unframe(EXCHANGES[0][1].encode())
    monkeypatch.setattr(requests, "VERSION", answer.split()[-2])
    found = LocalTablet(CHIP)
    found.files = RamFiles()
    found.store.remount()
    found.store.settings.use("table", 3)
    found.store._next = WORKED
    found.store.create(list(record.events(record.session_key(CHIP, WORKED), worked())))
    return found


# ---- the conversation and its session


def test_the_tablet_answers_every_line_of_the_conversation_as_it_stands_there(tablet) -> None:
    assert {codec.unframe(asked.encode()).split()[1] for asked, _ in EXCHANGES} >= {
        *page.REQUESTS
    } - {"table", "test", "keys", "about", "change", "strike", "next"}
    for asked, answer in EXCHANGES:
        assert tablet.hear(asked.encode() + b"\n").decode() == answer + "\n"


def test_an_event_of_another_table_is_refused(tablet) -> None:
    tablet.store.settings.use("table", 4)
    for asked, _ in EXCHANGES:
        answer = codec.unframe(tablet.hear(asked.encode() + b"\n"))
        assert answer.split()[1] == ("error" if " event " in asked or "reboot" in asked else "ok")


def test_every_line_of_the_conversation_verifies_by_the_page() -> None:
    for said in [line for exchange in EXCHANGES for line in exchange]:
        assert page.line(page.text_of(said.encode()) or "") == said.encode() + b"\n"


def test_the_conversation_reads_the_worked_session() -> None:
    texts = [codec.unframe(answer.encode()) for asked, answer in EXCHANGES if " read " in asked]
    assert b"".join(a2b_base64(text.split()[2]) for text in texts) == worked()


# ---- the tables


def test_the_crcs_of_the_page() -> None:
    for said, what in (("of the nine bytes `123456789`", b"123456789"), ("of no byte", b"")):
        assert page.facts(page.LINK, "Lines")[said] == f"`{crc32(what):08x}`"
    of_who = page.facts(page.LINK, "Lines")["of the seven bytes `?41 who`"]
    assert of_who == f"`{crc32(b'?41 who'):08x}`" and of_who.strip("`") in EXCHANGES[0][0]


def test_lines() -> None:
    assert page.LONGEST_LINE == codec.MAX_LINE
    longest = "x" * (page.LONGEST_LINE - 10)
    assert codec.unframe(codec.frame(longest)[:-1]) == page.text_of(page.line(longest)[:-1])
    for byte in range(256):
        body = b"?" + bytes([byte])
        raw = body + b" *%08x" % crc32(body)
        assert (page.text_of(raw) is not None) == _verifies(raw)
    assert f"{cable.BAUD} baud" in page.facts(page.LINK, "Lines")["carried by"]


def _verifies(raw: bytes) -> bool:
    try:
        return bool(codec.unframe(raw))
    except codec.BadLine:
        return False


def test_patience() -> None:
    assert (page.PATIENCE_S, page.TRIES) == (cable.TIMEOUT_S, cable.TRIES)
    said = page.facts(page.LINK, "Requests and answers")
    assert page.WORK_S == cable.WORK_S
    assert (page.WAKING, page.WAKE_S) == (cable._BURST, cable.WAKE_S)
    assert f"{cable.LONGEST * cable.TIMEOUT_S:.0f} s at most" in said["wait longer"]
    assert f"NUMBER is 1 to {cable._NUMBERS};" in PROSE


def test_requests() -> None:
    verbs = requests._VERBS | seldom.VERBS
    assert set(page.REQUESTS) == set(verbs)
    kinds = {"CRC": 16, "CHOSEN": requests._BYTES, "NAME": requests._BYTES}
    kinds["CONTENT"] = requests._BYTES
    for word, (_, wanted) in verbs.items():
        assert tuple(kinds.get(name, 10) for name in page.REQUESTS[word]) == wanted
    assert page.PROTOCOL == requests.PROTOCOL
    assert f"the version stays {requests.PROTOCOL}." in PROSE
    buttons = re.findall(r"(\d+) ([A-Z]+)", page.facts(page.LINK, "All requests")["keys"])
    assert buttons == [(str(1 << bit), key) for bit, key in enumerate(KEYS)]


def test_the_least_and_the_most_of_the_arguments(tablet) -> None:
    kinds = {
        row[0]: page.numbers(row[1])
        for row in page.table(page.LINK, "All requests", "argument").rows
    }
    _, digits, most = kinds["all others"]
    least, tables = page.numbers(page.facts(page.LINK, "All requests")["table TABLE"])
    hexadecimal = kinds["CRC"][1]
    for right, wrong in (
        (f"list {most}", f"list {most + 1}"),
        (f"list {7:0{digits}}", f"list {7:0{digits + 1}}"),
        (f"table {least}", f"table {least - 1}"),
        (f"table {tables}", f"table {tables + 1}"),
        (f"roster 0 {0:0{hexadecimal}}", f"roster 0 {0:0{hexadecimal + 1}}"),
    ):
        assert codec.unframe(tablet.hear(codec.frame(f"?1 {right}"))) == "!1 ok"
        assert codec.unframe(tablet.hear(codec.frame(f"?1 {wrong}"))).startswith("!1 error ")


def _is_listed(number: int, rules: str) -> bool:
    answer = f"{number}:{rules}:5:c:00000000"
    port = SimpleNamespace(ask=lambda words: answer, path="port")
    try:
        return bool(answers.listed_after(port, 0))  # type: ignore[arg-type]
    except answers.BadAnswer:
        return False


def test_the_list() -> None:
    fields = page.facts(page.LINK, "The list of sessions")
    last, longest = page.numbers(fields["number"])[1], page.numbers(fields["rules"])[0]
    assert _is_listed(last, "a" * longest) and not _is_listed(last + 1, "a")
    assert not _is_listed(last, "a" * (longest + 1))
    assert f"`{':'.join(page.LISTED)}`" in PROSE
    assert page.numbers(fields["records"])[0] == answers.MAX_RECORDS
    assert f"A tablet has at most {answers.MAX_SESSIONS} sessions." in PROSE
    assert set(page.STATES.values()) == set("ocfd")
    assert page.PAGE == record.PER_PAGE
    said = page.facts(page.LINK, "Reading a session")["answer"]
    assert f"at most {record.PER_PAGE * record.SIZE}," in said


def test_errors(tablet) -> None:
    for asked, answer in page.table(page.LINK, "Errors", "request").rows:
        said = tablet.hear(codec.frame(f"?1 {asked.strip('`')}"))
        assert codec.unframe(said) == f"!1 error {answer.strip('`')}"


def test_lists_that_a_tablet_is_given() -> None:
    most, size = page.table(page.LINK, "Players and house rules", "").rows
    assert page.numbers(" ".join(most)) == [roster.MOST, house.House.most]
    assert page.numbers(" ".join(size)) == [roster.SIZE, house.SIZE]
    *_, records = [t for t in page.LINK if t.section == "Players and house rules"]
    rows = [spaced(row[1]) for row in records.rows]
    assert rows[:2] == [
        incoming_roster.pack(17, b"Anna"),
        incoming_roster.pack(4711, "Zoë".encode()),
    ]
    assert rows[2] == incoming_rules.pack(4, bytes.fromhex("0001ff01"), b"Tuesday")
    for name, packed in (("roster", rows[0]), ("rules", rows[2])):
        sizes = [(offset, size) for _, offset, size in page.ENTRIES[name]]
        assert sizes[-1] == (len(packed) - 4, 4)
        assert all(at + size == then for (at, size), (then, _) in pairwise(sizes))
    opened = house.opened(4, bytes.fromhex("0001ff01"))
    assert (opened.accept, opened.options) == (
        False,
        {"vulnerable": "nondealer", "passed": "counts"},
    )


def test_an_event_is_read_as_the_page_packs_it() -> None:
    """A value of its own in each field, from its end: the firmware finds it there."""
    ids = {"header": plan.unpack_header, "pair": plan.unpack_pair}
    read = {name: unpack(_numbered(name)) for name, unpack in ids.items()}
    header, pair = read["header"], read["pair"]
    assert header[:-2] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert (header.name, header.until) == ("K" * 20, 12)
    assert (pair.number, pair.ids, pair.names) == (1, (3, 4), ("E" * 20, "F" * 20))
    meetings = _numbered("meeting")[:6] * plan.TOGETHER
    found: list[plan.Meeting] = []
    plan.unpack_meetings(meetings, lambda content, at: True, found)
    assert [tuple(one) for one in found] == [(1, 2, 3, 4, 5, 6)] * 8
    sizes = page.numbers(PROSE.partition("CONTENT is ")[2])
    assert sizes[:4] == [1, plan.CONTENT, 32, plan.SIZE] and sizes[4] == plan.MOST


def _numbered(name: str) -> bytes:
    """A record whose fields are 1, 2, 3 ..., and a text of one letter where a name belongs."""
    content = b""
    rows = [
        row for row in page.table(page.LINK, "An event", "record").rows if row[0] == f"`{name}`"
    ]
    for number, (_, offset, size, _) in enumerate(rows, 1):
        assert len(content) == int(offset)
        long = int(size) > 4
        content += bytes([64 + number]) * 20 if long else number.to_bytes(int(size), "little")
    return content.ljust(plan.CONTENT, b"\0")


# ---- those who have only the pages


def _imports(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield str(node.module)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.py")), ids=lambda path: path.stem)
def test_what_is_built_from_the_pages_is_built_from_nothing_else(path: Path) -> None:
    ours = [name for name in _imports(path) if name.split(".")[0] in OURS]
    assert all(name.startswith("support.pages") for name in ours)
