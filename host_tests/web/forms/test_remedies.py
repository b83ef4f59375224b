"""What commands advise to do is on pages a way to the page and the form that do it."""

import ast
from functools import partial
from html import escape
from pathlib import Path

import pytest

import scorepad
from dev.catalogues import texts
from scorepad.errors import Remedy, remedy
from scorepad.language import Language, text
from scorepad.reports.drawing.leading import PageLinks
from scorepad.web.drawing import render_remedies
from scorepad.web.remedies import draw_link, lead_to
from support.imported import imports, within

SESSION = "02005c0e9b01-1"
SHEET = f"/sessions/{SESSION}"
LEADS = (
    (remedy("club correct", session=SESSION, deal=3, result=...),
     f"{SHEET}?form=club-correct&deal=3"),
    (remedy("club seat", session=SESSION, seat="NS", player=..., deals="3-4"),
     f"{SHEET}?form=club-seat&seat=NS&deals=3-4"),
    (remedy("club adjust-board", board=5, ns=1, ew=2, score=..., event="id=3"),
     "/duplicate?form=club-adjust-board&board=5&ns=1&ew=2&event=id=3"),
    (remedy("event leave", event="id=3", pair=7), "/events/id=3?form=event-leave&pair=7"),
    (remedy("club undo", number=3), "/decisions?form=club-undo&number=3"),
    (remedy("club replace", session=SESSION), f"{SHEET}?form=club-replace"),
    (remedy("club players import"), "/players?form=club-players-import"),
    (remedy("club players edit"), "/players"),
    (remedy("club list", rules="duplicate"), "/sessions?rules=duplicate"),
    (remedy("club duplicate", event="id=3"), "/duplicate?event=id=3"),
    (remedy("club knockout result", name=..., session=SESSION), "/knockouts"),
    (remedy("club rules list"), "/house-rules"),
    (remedy("deploy", board="pico"), "/tablets?form=deploy&board=pico"),
)  # fmt: skip
IN_HELP = "as `scorepad movement`", "like those of `scorepad movement", "(`scorepad club rules`)"
WEB = Path(scorepad.__file__).parent / "web"


@pytest.mark.parametrize(("one", "path"), LEADS)
def test_a_remedy_leads_to_the_form_that_does_it(one: Remedy, path: str) -> None:
    assert lead_to(*one).path == path


def test_no_command_is_in_the_words_of_a_sentence() -> None:
    lines = [each.text for each in texts() if "`scorepad" in each.text]
    assert [line for line in lines if not any(part in line for part in IN_HELP)] == []


def test_no_page_reads_what_is_made_for_a_terminal() -> None:
    """Nor does the API: they have values, and what they match is a request."""
    for path in {*WEB.rglob("*.py")} - {WEB / "serve.py"}:  # the command itself
        source = path.read_text()
        names = set(imports(source))
        assert not any(within(name, "argparse") for name in names), path
        read = {
            node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)
        }
        assert read.isdisjoint({"metavar", "examples", "epilog"}), path
        drawn = any(within(name, "scorepad.reports.content.report") for name in names)
        assert not (drawn and any(within(name, "re") for name in names)), path


def test_what_is_typed_leads_nowhere_and_what_is_said_does() -> None:
    leads = PageLinks(remedy=partial(draw_link, language=Language()))
    line = "`scorepad club undo 3`"
    assert leads.sentence(line) == escape(line)
    why = text("{what}; {remedy}.", what=line, remedy=remedy("club undo", number=3))
    said = Language().say(why)
    assert leads.sentence(said).startswith(f'{line}; <a href="/decisions?form=club-undo')
    assert "<a " in leads.sentence(Language().say(text("{where}: {why}", where="1", why=why)))


def test_it_is_said_in_the_language_of_the_page() -> None:
    correct = text("{remedy}", remedy=remedy("club correct", session=SESSION, deal=3))
    assert "Eine Hand berichtigen</a>" in render_remedies(correct, Language("de"))
