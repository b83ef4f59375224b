"""On a narrow terminal nothing is cut off: figures that do not fit beside stand beneath."""

import re
from pathlib import Path

import pytest

from firmware.scoring.rules import NAMES
from scorepad.club.records.store import Club
from support.club.club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of
from support.commands import EXAMPLES, scorepad
from support.in_process import Commands

pytestmark = pytest.mark.slow

DEALS = {
    "duplicate": "b1 4S N +1\nb2 3Nx E -2\n",
    "russian": "4S N +1 hcp=22\n3Nx E -2 hcp=18\n",
    "pirate": "1N W/N =\n4S N/E +1\n",
    "rubber": (EXAMPLES / "rubber.deals").read_text(),
}


@pytest.fixture
def club(tmp_path: Path, capsysbinary) -> Commands:
    """A club with boards that were played at two tables, and with a stake."""
    commands = Commands(str(tmp_path / "club.db"), capsysbinary)
    for name in ("Ann Reid", "Maximilian-Jérôme Østergård", "Bo Ek", "Zoë Lund"):
        commands.run("players", "add", name, "--area", "Lower Hutt", "--rating", "1240")
    with Club(commands.database) as there:
        there.take(TABLET, 1, example(), "port")
        there.take(TABLET, 2, raw(2, complete(played(EXAMPLE, players=(1, 2, 3, 4)))), "port")
        for number in (3, 4):
            boards = ("b1 4S N +1", "b2 3Nx E -2", f"b3 1N W +{number - 2}")
            there.take(TABLET, number, raw(number, played(boards, "duplicate")), "port")
    commands.run("stake", "0.50", "--default")
    return commands


def figures(text: str) -> list[str]:
    """All words with a digit, however they are laid out."""
    return sorted(re.findall(r"[+-]?[\w:.-]*\d[\w:.-]*", text))


@pytest.mark.parametrize("width", [60, 45])
@pytest.mark.parametrize(
    "command",
    [
        "list",
        f"show {session_of(1)}",
        f"show {session_of(3)}",
        "players",
        "players show Ann",
        "ledger",
        "ranking",
        "duplicate --travellers",
        "duplicate --scoring butler --travellers",
        "stake --list",
    ],
)
def test_every_figure_of_a_wide_terminal_is_on_a_narrow_one(club, monkeypatch, command, width):
    monkeypatch.setenv("COLUMNS", "200")
    wide = club.run(*command.split())
    monkeypatch.setenv("COLUMNS", str(width))
    narrow = club.run(*command.split())
    assert figures(wide) and "…" not in narrow
    assert not set(figures(wide)) - set(figures(narrow))
    assert max(len(line) for line in narrow.splitlines()) <= width


@pytest.mark.parametrize("rules", NAMES)
def test_a_score_too(tmp_path, rules):
    file = tmp_path / "deals"
    file.write_text(DEALS.get(rules, "4S N +1\n3Nx E -2\n2H W =\n"))
    wide = scorepad("score", rules, file, columns=200).stdout
    narrow = scorepad("score", rules, file, columns=60).stdout
    assert figures(wide) and "…" not in narrow
    assert not set(figures(wide)) - set(figures(narrow))
    assert max(len(line) for line in narrow.splitlines()) <= 60
