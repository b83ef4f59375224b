"""What members may read holds for each page that is saved, each file, and the room: one list.

In this club the director has decided something of every kind, and has said why.
"""

import io
from html import unescape

import pypdf
import pytest

from support.databases import select
from support.web.full_club import EVENING, EVENT, SHEET
from support.web.places import ROOM, pages
from support.web.served import Served

pytestmark = pytest.mark.slow

WHY = ("--author", "Xanthippe", "--reason", "rudeness")
DECISIONS = (
    ("club", "correct", SHEET, "1", "3N N +1", *WHY), ("club", "seat", SHEET, "N", "Bo Ek", *WHY),
    ("club", "adjust", "{duplicate}", "1", "A+", "A-", *WHY),
    ("club", "adjust-board", "2", "Zoë Lund", "Ida Ngata", "A", *WHY),
    ("club", "penalty", "Zoë Lund", "10%", *WHY), ("club", "carry-over", "Ida Ngata", "7%", *WHY),
    ("club", "knockout", "result", "Cup 2026", "--withdraw", "id=1", *WHY[2:]),
    ("event", "leave", EVENT, "3", "--round", "1", *WHY),
    ("club", "release", "--event", EVENT, *WHY),
)  # fmt: skip
TOLD = (
    *("Xanthippe", "rudeness", "late play", "slow", "the players say so"),  # by whom, and why
    *("penalty", "carry-over", "Given", "10%", "->"),  # and what it was
    *("doubtful", "mostly took", "ask the table", "missing", "damaged", "scorepad club"),
)
PRINTED = ("/duplicate", "/events/id=1")  # as PDF too
OF_DECISIONS = ("/decisions", "/released", "/replacements", "/settings")  # nothing else is there


def told(raw: bytes) -> list[str]:
    text = unescape(raw.decode(errors="replace")).rpartition("</style>")[2]
    if raw.startswith(b"%PDF"):
        text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(raw)).pages)
    return [word for word in TOLD if word in " ".join(text.split())]


def test_only_the_director_is_told(full: Served) -> None:
    ((first,), *_) = select(full.database, "SELECT id FROM sessions WHERE rules = 'duplicate'")
    for words in DECISIONS:
        full.command(*(word.format(duplicate=first) for word in words))
    for path in ("/duplicate", f"/sessions/{SHEET}", "/events/id=1", "/knockouts/Cup%202026/"):
        assert "rudeness" in told(full.get(path).raw), path
    for path, page in pages().items():
        # All PDFs are drawn alike (reports/drawing/media.py), and take longest.
        left_out = {"json"} if path in PRINTED else {"json", "pdf"}
        for kind in {*page.kinds} - left_out if path not in OF_DECISIONS else ():
            reply = full.get(f"{path}.{kind}?evening={EVENING}")
            # A column of its own has what was decided, without by whom and why.
            allowed = ["->"] if kind == "csv" else []
            assert reply.status != 200 or told(reply.raw) in ([], allowed), (path, kind)
    words = ("duplicate", "--doubts", "--travellers", "--format", "html")
    assert told(full.command("club", *words).encode()) == []
    for path in ("/room", "/room/events/1", *ROOM):
        reply = full.get(path, Cookie="")
        assert (reply.status, told(reply.raw)) == (200, []), path
