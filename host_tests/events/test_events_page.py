"""docs/events.md shows what is printed, names every option and field, and its file can be read."""

import re
from pathlib import Path

import pytest

from scorepad.cli.parser import parser
from scorepad.club.duplicate.against_plan import KINDS
from scorepad.club.records.store import Club
from support.club.planned import NAMES
from support.commands import ROOT, commands_of, scorepad
from support.databases import enrol
from support.pages.examples import is_as_shown, shown
from support.pages.markdown_tables import tables

pytestmark = pytest.mark.full

PAGE = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")


def test_the_page_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    database = str(tmp_path / "club.db")
    Club(database).close()
    enrol(database, NAMES)
    rows = re.findall(r"^    (pair,first,second|\d,\w+,\w+)$", PAGE, re.MULTILINE)
    Path("tuesday.csv").write_text("\n".join(rows), encoding="utf-8")
    assert len(shown(PAGE)) == 8
    for command, said in shown(PAGE):
        words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', command)]
        done = scorepad(*words, "--db", database)
        printed = done.stdout + done.stderr
        assert is_as_shown(printed, said), f"{command}\n{printed}"


def named_in(*head: str) -> list[str]:
    """What is named in the first column of a table of the page."""
    (found,) = (one for one in tables("events.md") if one.head[: len(head)] == head)
    return [name for row in found.rows for name in re.findall(r"`([\w-]+)`", row[0])]


def test_the_page_has_every_option_of_a_new_event() -> None:
    (new,) = (one for one in commands_of(parser()) if one.prog.endswith("event new"))
    options = {o for o in new._option_string_actions if o.startswith("--")}
    assert {*named_in("option")} == options - {"--help", "--json", "--db"}


def test_the_page_on_duplicate_has_every_kind_of_finding() -> None:
    (found,) = (one for one in tables("duplicate.md") if one.head == ("kind", "when it is told"))
    assert tuple(row[0].strip("`") for row in found.rows) == KINDS
