"""The page of decisions shows what the commands really print, one after another."""

import re
from pathlib import Path

import pytest

from support.club import mitchell, rubber_evening
from support.commands import ROOT, scorepad
from support.databases import enrol
from support.pages.examples import shown

PAGE = ROOT / "docs" / "decisions.md"

pytestmark = [pytest.mark.usefixtures("utc"), pytest.mark.full]


def timeless(line: str) -> str:
    """Without the moment at which the test runs, which may be in two lines."""
    return re.sub(r"\d{4}-\d\d-\d\d  |\d\d:\d\d UTC", "WHEN", line.strip())


def test_the_page_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = str(tmp_path / "club.db")
    monkeypatch.setenv("LOGNAME", "Carla")
    mitchell.take(where, mitchell.evening())
    rubber_evening.take(where)
    enrol(where, mitchell.NAMES)
    commands = shown(PAGE.read_text(encoding="utf-8"))
    assert len(commands) > 8
    for command, printed in commands:
        words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', command)]
        done = scorepad(*words, "--db", where)
        lines = (done.stdout or done.stderr).rstrip("\n").split("\n")
        assert [timeless(line) for line in lines] == [
            timeless(line) for line in printed.split("\n")
        ], words
