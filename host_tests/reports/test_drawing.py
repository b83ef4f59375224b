"""What every medium does alike with a report: colours, minus signs, lines beneath rows."""

from dataclasses import replace
from io import StringIO
from random import Random

import pypdfium2
import pytest
from rich.console import Console

from scorepad.cli import output
from scorepad.reports.content.report import (
    NUMBER,
    TEXT,
    WORD,
    Column,
    Report,
    Section,
    State,
    Table,
    layout,
)  # fmt: skip
from scorepad.reports.drawing import terminal
from scorepad.reports.drawing.lines import plain
from scorepad.reports.drawing.media import FORMATS
from scorepad.reports.drawing.paper import use_print_signs
from support.depth import SEED
from support.paper import texts

RED = "\x1b[31m{}\x1b[0m"


def report(*cells: str) -> Report:
    heads = layout("Contract", words=("Contract",))
    return Report("Cells", [Section(table=Table(heads, [[cell] for cell in cells]))])


def coloured(content: Report, monkeypatch, capsysbinary) -> str:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    output.show(content)
    return capsysbinary.readouterr().out.decode()


def test_hearts_and_diamonds_are_red_in_a_terminal_and_on_a_page(monkeypatch, capsysbinary):
    strains = ("♣", "♦", "♥", "♠", "NT")
    cells = report(*(f"4{strain}×" for strain in strains))
    said = Section(lines=[f"Board 6: 2{strain} N." for strain in strains])
    cells = replace(cells, sections=[*cells.sections, said])
    text, page = coloured(cells, monkeypatch, capsysbinary), FORMATS["html"]("", [cells])
    for strain in strains:
        red = 2 * (strain in "♦♥")
        assert text.count(RED.format(strain)) == red
        assert page.count(f'<span class="red">{strain}</span>') == red
    assert (text.count("\x1b[31m"), page.count('"red"')) == (4, 4)


def test_hearts_are_red_on_paper():
    document = pypdfium2.PdfDocument(FORMATS["pdf"]("", [report(f"4{suit}×") for suit in "♥♠"]))
    for page, strain in zip(document, "♥♠", strict=True):
        said = page.get_textpage().get_text_range().split("\r\n")
        picture = page.render(scale=2).to_pil().convert("RGB")
        colours = [colour for _, colour in picture.getcolors(1 << 20)]
        assert any(r > 150 and g < 80 for r, g, _ in colours) == (strain == "♥")
        assert said == ["Cells", "Contract", f"4{strain}×"]
    document.close()


def test_a_terminal_shows_in_colour_which_sessions_are_not_complete(monkeypatch, capsysbinary):
    cells = report(State("damaged"), State("open"), State("complete"), "open")
    text = coloured(cells, monkeypatch, capsysbinary)
    assert "\x1b[1;31mdamaged" in text and text.count("\x1b[33mopen") == 1
    assert "\ncomplete" in text


KINDS = (TEXT, WORD, NUMBER)
CELLS = ("", "a", "12", "2♥ N", "long words here", " begins", "Zoë Lund")


def test_without_a_terminal_tables_are_as_a_terminal_has_them():
    chance, console = Random(SEED), Console(file=StringIO(), width=34, highlight=False)
    for _ in range(300):
        columns = [Column(chance.choice(CELLS), chance.choice(KINDS)) for _ in "123"]
        rows = [chance.choices(CELLS, k=3) for _ in range(chance.randrange(4))]
        table = Table(columns, rows, ruled=(1,), close=chance.random() < 0.5)
        cells = Report("Cells", [Section("Title", table=table, lines=["", " x"])])
        with console.capture() as captured:
            console.print(*terminal.render_report(cells, 34), sep="\n")
        there = [line.rstrip(" ") for line in captured.get().splitlines()]
        assert [line.rstrip(" ") for line in plain([cells], 34) or there] == there


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("-90", "−90"), ("-1234.50", "−1234.50"),
        ("Deal 5: -100 unfinished game (N-S).", "Deal 5: −100 unfinished game (N-S)."),
        ("1 ", "1\u2007"), ("02005c0e9ad0-1, 2026-01-17", "02005c0e9ad0-1, 2026-01-17"),
        ("Maximilian-Jérôme -", "Maximilian-Jérôme -"),
    ],
)  # fmt: skip
def test_paper_has_the_signs_of_print(text, paper):
    assert use_print_signs(text) == paper


def test_what_somebody_wrote_stays_as_it_is():
    table = Table(layout("Why", "Points", numbers=("Points",)), [["12 -3 for Anna", "-90"]])
    written = Report("Cells", [Section(table=table)])
    page = FORMATS["html"]("", [written])
    (text,) = texts(FORMATS["pdf"]("", [written]))
    for drawn in (page, text):
        assert "12 -3 for Anna" in drawn and "−90" in drawn


def test_words_that_have_no_room_are_smaller_and_stay_on_the_page():
    """In columns of which none can be broken."""
    heads = layout("A", "B", words=("A",), numbers=("B",))
    table = Table(heads, [["W" * 60, "8" * 80]])
    document = pypdfium2.PdfDocument(FORMATS["pdf"]("", [Report("Wide", [Section(table=table)])]))
    page = document[0].get_textpage()
    text, boxes = page.get_text_range(), [page.get_charbox(n) for n in range(page.count_chars())]
    document.close()
    assert "W" * 60 in text and "8" * 80 in text
    assert max(right for _, _, right, _ in boxes) < 595 - 40
