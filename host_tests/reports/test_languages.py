"""Reports in the languages of the catalogues: each says everything, and with the same figures."""

import ast
import io
import pickle
import re
from copy import copy, deepcopy
from datetime import date
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter

import pytest
from polib import POFile, pofile
from rich.cells import cell_len
from rich.console import Console

from dev import catalogues
from dev.catalogues import Text, texts
from firmware.scoring.rules import NAMES
from firmware.ui import french, german
from firmware.ui.words import look_up
from scorepad import language, wording
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import A4, LETTER, Settings
from scorepad.language import Language, joined, make_sentence, text, text_as, text_counted
from scorepad.movement.making import Wish, build_movements
from scorepad.reports.content import score_sheet
from scorepad.reports.content.events import guide_cards, movement
from scorepad.reports.content.report import Private, Report, in_language
from scorepad.reports.drawing.media import as_pdf
from scorepad.reports.drawing.terminal import render_report
from support.club.club_sessions import played
from support.club.exported import LONG, WIDEST, club_session
from support.commands import ROOT
from support.depth import FULL, full
from support.paper import whole_pages

FILES = catalogues.catalogues()
TABLETS = {"de": german, "fr": french}
CONTENT = sorted((ROOT / "tools" / "scorepad" / "reports" / "content").rglob("*.py"))
LAID_OUT = ("international", "nz-match", "duplicate", "pirate")  # each in its own way
IN_ENGLISH = {"rule_sets.py"}  # help of the program, as `scorepad rules` prints it


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_catalogue_has_every_text_in_all_forms_with_the_same_fields_and_nothing_else(path: Path):
    catalogue = pofile(str(path))
    assert catalogues.lacking(catalogue) == []
    assert path.read_text("utf-8") == str(catalogues.updated(catalogue))
    forms, which = re.fullmatch(
        r"nplurals=(\d); plural=(.*);", catalogue.metadata["Plural-Forms"]
    ).groups()
    assert {c2py(which)(number) for number in range(200)} == set(range(int(forms)))
    for entry in catalogue:
        assert not entry.msgid_plural or set(entry.msgstr_plural) == set(range(int(forms)))
        single, many = fields(entry.msgid), fields(entry.msgid_plural or entry.msgid)
        for said in entry.msgstr_plural.values() or [entry.msgstr]:
            needed = (single & many) - {"numeral"}  # a singular may be a word of its own
            assert needed <= fields(said) <= single | many, entry.msgid


def test_what_a_catalogue_lacks_is_named():
    every = texts()
    assert Text("session", "open") in every and Text("option", "honours") in every
    assert Text("", "{numeral} overtrick", "{numeral} overtricks") in every
    assert Text("", "unfinished game withdrawn") in every
    empty = POFile()
    empty.metadata = {"Plural-Forms": "nplurals=3; plural=n%3;", "Content-Type": "text/plain"}
    made = catalogues.updated(empty)
    assert catalogues.lacking(made) == [each.text for each in every]
    assert "Score sheet" in catalogues.lacking(made)
    (tables,) = (entry for entry in made if entry.msgid == "{number} table")
    assert tables.msgstr_plural == {0: "", 1: "", 2: ""}
    tables.msgstr_plural = {0: "a", 1: "b", 2: "c"}
    assert "{number} table" not in catalogues.lacking(catalogues.updated(made))


@pytest.mark.parametrize("code", TABLETS)
def test_rule_sets_and_seats_are_called_as_on_the_tablets(code: str):
    tablet, say = TABLETS[code].TEXT, Language(code).say
    for name in NAMES:
        assert say(wording.rules(name)).casefold() == look_up(tablet, name).casefold()
    for side in ("NS", "EW"):
        assert say(wording.account(side)) == look_up(tablet, side)
    for number, seat in enumerate("NESW"):
        assert say(wording.seat(number)) == look_up(tablet, seat)
    assert say(text("Table")).casefold() == look_up(tablet, "table").casefold()
    assert say(text("Board")) == look_up(tablet, "board").capitalize()
    assert say(text("guest")).casefold() == look_up(TABLETS[code].RARE[1], "guest").casefold()
    for reason in ("tricks", "overtricks", "undertricks", "slam", "rubber", "honours"):
        there = look_up(TABLETS[code].RARE[0], f"r {reason}")
        assert say(text(reason)).casefold() == there.casefold()


def test_one_is_not_several():
    single, none = (text_counted(number, "{number} board", "{number} boards") for number in (1, 0))
    assert (single, none, none.in_language("fr")) == ("1 board", "0 boards", "0 étui")
    single, none = (text_counted(number, "{number} table", "{number} tables") for number in (1, 0))
    assert (single.in_language("de"), none.in_language("de")) == ("1 Tisch", "0 Tische")


def test_a_text_keeps_its_values_whatever_is_made_of_it():
    evening = text("evening of {evening}", evening=wording.day(date(2026, 11, 20)))
    said = make_sentence(joined((evening, joined(("NT", text("Table")), " "))) + "!")
    assert said == "Evening of 2026-11-20, NT Table!."
    assert said.in_language("de") == "Abend vom 20.11.2026, NT Tisch!."
    for again in (copy(said), deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert again.in_language("de") == said.in_language("de")
    begun = make_sentence(text("{session} counts", session="a-1")).in_language("de")
    assert language.pieces_of(begun)[0] == language.SessionId("a-1")
    told = Private("* " + evening, evening).in_language("de")
    assert (told, told.public) == ("* Abend vom 20.11.2026", "Abend vom 20.11.2026")


def test_a_word_of_two_meanings_is_two_texts():
    said = text_as("session", "open"), text_as("grade", "open")
    assert [each.in_language("de") for each in said] == ["offen", "offene"]
    later = text("a text of tomorrow {number}", number=3)
    assert later.in_language("de") == "a text of tomorrow 3"


def literals(path: Path) -> list[str]:
    """The English words of a module that are printed as they stand: heads, titles, lines."""
    tree = ast.parse(path.read_text("utf-8"))
    printed = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found = []
    for call in printed:
        if getattr(call.func, "id", "") in ("Report", "Section", "Column", "layout", "Table"):
            inside = [*call.args, *(keyword.value for keyword in call.keywords)]
            found += [text for part in inside for text in _plain(part)]
    return [text for text in found if re.search("[A-Za-z]{2}", text)]


def _plain(node: ast.expr) -> list[str]:
    """The texts in an expression but for those that are given to a function."""
    if isinstance(node, ast.Call):
        return []
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    return [text for child in ast.iter_child_nodes(node) for text in _plain(child)]


def test_no_report_has_words_that_no_catalogue_has(tmp_path: Path):
    assert {path.name for path in CONTENT if literals(path)} == IN_ENGLISH
    module = tmp_path / "module.py"
    module.write_text('Report("Heading", [Section(text("Said"), lines=["A line."])])')
    assert literals(module) == ["Heading", "A line."]


# Whether there is room

SPOKEN = pytest.mark.parametrize("code", language.languages())


def lines(report: Report, code: str) -> list[str]:
    """As it is drawn in a terminal of 80 columns."""
    console = Console(file=io.StringIO(), width=80, highlight=False)
    for piece in render_report(in_language(report, code), 80):
        console.print(piece)
    return console.file.getvalue().splitlines()


@cache
def longest() -> list[ClubSession]:
    return [club_session(played(LONG[rules], rules), WIDEST) for rules in NAMES]


@SPOKEN
def test_the_longest_sheets_have_room_in_a_terminal_with_a_head_for_each_column(code: str):
    for session in longest():
        printed = lines(score_sheet.report(session), code)
        said = [*wording.deal_heads(session.session), *wording.point_heads(session.session)]
        heads = list(map(Language(code).say, said))
        assert len(set(heads)) == len(heads)
        assert max(map(cell_len, printed)) <= 80
        wanted = " ".join(heads).split()[: len(heads)]
        assert any(line.split()[: len(heads)] == wanted for line in printed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "paper"),
    [("en", A4), pytest.param("de", A4, marks=full), pytest.param("fr", LETTER, marks=full)],
)
def test_the_longest_sheets_are_a_page_each_on_paper_with_nothing_cut_off(code: str, paper: str):
    sessions = [session for session in longest() if FULL or session.session.rules in LAID_OUT]
    settings = Settings(paper=paper, language=code)
    made = as_pdf("", [score_sheet.report(session) for session in sessions], settings)
    said = [Language(code).say(wording.outcome(session.session)) for session in sessions]
    for page, session, outcome in zip(whole_pages(made), sessions, said, strict=True):
        totals = [str(total).replace("-", "−") for total in session.session.sheet.totals]
        assert page.count(WIDEST[0] or "") == 4
        assert all(whole in page for whole in (outcome, *totals))


@SPOKEN
def test_the_cards_of_a_movement_have_room(code: str):
    movements = build_movements(Wish("mitchell", 11, None, None, 1, False))
    for cards in (guide_cards.table_cards, guide_cards.pair_cards):
        for section in cards(movements).sections:
            printed = lines(Report("", [section]), code)
            assert max(map(cell_len, printed)) <= 80
            assert Language(code).say(section.table.heads[-1]) in printed[1]
    assert max(map(cell_len, lines(movement.report(movements), code))) <= 80


def test_only_a_deal_is_shown_in_symbols() -> None:
    assert wording.in_symbols("they encompass 24S N = x") == "they encompass 24S N = x"
    assert wording.in_symbols("b2 4S N =, pass") == "board 2, 4♠ N =, passed"
