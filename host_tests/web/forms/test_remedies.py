"""What commands advise to do is on pages a way to the page and the form that do it."""

import ast
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import polib
import pytest

import scorepad
from scorepad.language import CATALOGUES, languages, speaking
from scorepad.reports.content.report import Advice
from scorepad.reports.drawing.leading import Leads
from scorepad.web.drawing import remedied
from scorepad.web.pages.table import PAGES
from scorepad.web.remedies import lead, linked
from support.imported import said_in

TOOL = Path(scorepad.__file__).parent
REMEDY = re.compile(r"`scorepad \w[^`]*`")
HELP = ("cli/arguments", "web/api")  # for who types commands, or writes programs
SAID = {
    "{deal}": "02005c0e9b01-1 3", "{session}": "02005c0e9b01-1", "{side}": "NS", "{deals}": "3-4",
    "{given!r}": "'x'",
}  # fmt: skip
SHEET = "/sessions/02005c0e9b01-1"
LEADS = {
    "club correct 02005c0e9b01-1 3 RESULT": f"{SHEET}?form=club-correct&deal=3",
    "club correct 02005c0e9b01-1 3 --board N": f"{SHEET}?form=club-correct&deal=3",
    "club seat 02005c0e9b01-1 NS PAIR --deals 3-4": f"{SHEET}?form=club-seat&seat=NS&deals=3-4",
    "club adjust-board 5 1 2 RESULT --event id=3": (
        "/duplicate?form=club-adjust-board&board=5&ns=1&ew=2&event=id=3"
    ),
    "event leave id=3 7 --round N": "/events/id=3?form=event-leave&pair=7",
    "club undo merge-3": "/decisions?form=club-undo&which=merge-3",
    "club replace 02005c0e9b01-1": f"{SHEET}?form=club-replace",
    "club players import FILE.csv": "/players?form=club-players-import",
    "club players edit": "/players",
    "club list --rules duplicate": "/sessions?rules=duplicate",
    "club duplicate --event id=3": "/duplicate?event=id=3",
    "club knockout result NAME --session 02005c0e9b01-1": "/knockouts",
    "club rules list": "/house-rules",
    "deploy": "",
}


def texts() -> Iterator[str]:
    """All that commands can say, in every language; 7 is what they put in."""
    for file in sorted(TOOL.rglob("*.py")):
        if not str(file.relative_to(TOOL)).startswith(HELP):
            yield from said_in(ast.parse(file.read_text()))
    for code in languages()[1:]:
        yield from (one.msgstr for one in polib.pofile(str(CATALOGUES / f"{code}.po")))


@pytest.mark.parametrize("line", LEADS)
def test_a_remedy_leads_to_the_form_that_does_it(line: str) -> None:
    assert lead(line).path == LEADS[line]


def test_no_remedy_is_left_in_words_of_the_terminal() -> None:
    remedies = {found for text in texts() for found in REMEDY.findall(text)}
    assert len(remedies) > 30
    paths = [re.sub(r"\{[^}]*\}", "[^?]+", page.path) for page in PAGES]
    for remedy in sorted(remedies):
        drawn = remedied(re.sub(r"\{[^}]*\}", lambda one: SAID.get(one[0], "7"), remedy))
        assert "scorepad" not in drawn and "`" not in drawn, remedy
        if way := re.fullmatch('<a href="([^"?]*)[^>]*>[^<]+</a>', drawn):
            assert any(re.fullmatch(path, way[1]) for path in paths), remedy


@pytest.mark.parametrize("typed", ["it's", "<b> it", 'x "'])
def test_what_names_no_command_stays_as_it_was_typed(typed: str) -> None:
    assert remedied(f"see `scorepad {typed}`") == escape(f"see `scorepad {typed}`")


def test_what_somebody_has_typed_into_a_table_leads_nowhere() -> None:
    line = "`scorepad club undo 3`"
    leads = Leads(command=linked)
    assert leads.cell(line) == line
    assert "/decisions?form=club-undo" in leads.cell(Advice(line)) == leads.sentence(line)


def test_it_is_said_in_the_language_of_the_page() -> None:
    with speaking("de"):
        assert "Eine Hand berichtigen</a>" in remedied("`scorepad club correct 0200ab12-1 3`")
