"""On a narrow terminal nothing is cut off: figures that do not fit beside stand beneath."""

import re
from pathlib import Path

import pytest

from scorepad.club.records.store import Club
from support.club.club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of
from support.commands import EXAMPLES, scorepad
from support.depth import full

pytestmark = pytest.mark.slow

DEALS = {
    "duplicate": "b1 4S N +1\nb2 3Nx E -2\n", "russian": "4S N +1 hcp=22\n3Nx E -2 hcp=18\n",
    "pirate": "1N W/N =\n4S N/E +1\n", "rubber": (EXAMPLES / "rubber.deals").read_text(),
}  # fmt: skip


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with boards that were played at two tables, and with a stake."""
    path = tmp_path_factory.mktemp("narrow") / "club.db"
    with Club(str(path)) as there:
        there.take(TABLET, 1, example(), "port")
        there.take(TABLET, 2, raw(2, complete(played(EXAMPLE, players=(1, 2, 3, 4)))), "port")
        for number in (3, 4):
            boards = ("b1 4S N +1", "b2 3Nx E -2", f"b3 1N W +{number - 2}")
            there.take(TABLET, number, raw(number, played(boards, "duplicate")), "port")
    for name in ("Ann Reid", "Maximilian-Jérôme Østergård", "Bo Ek", "Zoë Lund"):
        words = ("players", "add", name, "--area", "Lower Hutt", "--rating", "1240")
        assert scorepad("club", *words, "--db", path).returncode == 0
    assert scorepad("club", "stake", "0.50", "--default", "--db", path).returncode == 0
    return path


def figures(text: str) -> list[str]:
    """All words with a digit, however they are laid out."""
    return sorted(re.findall(r"[+-]?[\w:.-]*\d[\w:.-]*", text))


def assert_same_figures(width: int, *words: str | Path) -> None:
    wide, narrow = (scorepad(*words, columns=columns).stdout for columns in (200, width))
    assert figures(wide) and "…" not in narrow
    assert not set(figures(wide)) - set(figures(narrow))
    assert max(len(line) for line in narrow.splitlines()) <= width


@pytest.mark.parametrize(
    ("command", "width"),
    [
        ("list", 45), pytest.param(f"show {session_of(1)}", 45, marks=full),
        pytest.param(f"show {session_of(3)}", 45, marks=full), ("players", 60),
        pytest.param("players show Ann", 45, marks=full), ("ledger", 45),
        pytest.param("ranking", 45, marks=full), ("duplicate --travellers", 60),
        pytest.param("duplicate --travellers", 45, marks=full),
        pytest.param("duplicate --scoring butler --travellers", 45, marks=full),
        pytest.param("stakes", 45, marks=full),
    ],
)  # fmt: skip
def test_every_figure_of_a_wide_terminal_is_on_a_narrow_one(club, command, width):
    assert_same_figures(width, "club", *command.split(), "--db", club)


@pytest.mark.parametrize("rules", DEALS)
def test_a_score_too(tmp_path, rules):
    file = tmp_path / "deals"
    file.write_text(DEALS[rules])
    assert_same_figures(60, "score", rules, file)
