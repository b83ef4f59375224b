"""Who has an id that the roster does not have is called the same wherever people read."""

from pathlib import Path

import pypdf
import pytest

from scorepad.club.records.store import Club
from support.club.club_sessions import TABLET, complete, played, raw, session_of
from support.commands import scorepad


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A session of players 1, 2 and 4, and a guest; the roster has player 2, with a number."""
    (tmp_path / "roster.csv").write_text("name,number\nAnn,NZ 1\nZoë,NZ 2\n", encoding="utf-8")
    where = tmp_path / "club.db"
    words = ["players", "import", tmp_path / "roster.csv", "--db", where]
    assert scorepad("club", *words).returncode == 0
    with Club(str(where)) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(7, 2, 0, 8)))), "port")
    return where


@pytest.mark.parametrize(
    "words",
    [
        ["show", session_of(1)],
        ["seat", session_of(1)],
        ["ledger"],
        ["export", session_of(1), "--format", "html"],
        ["export", session_of(1), "--format", "bridgewebs"],
    ],
)
def test_an_unknown_player_is_called_by_the_id(club, words):
    done = scorepad("club", *words, "--db", club)
    assert done.returncode == 0, done.stderr
    for name in ("player 7", "player 8", "Zoë", "guest"):
        assert name in done.stdout


def test_also_where_nobody_is_known(tmp_path):
    where = tmp_path / "club.db"
    with Club(str(where)) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(7, 0, 0, 0)))), "port")
    assert "N player 7 · E guest" in scorepad("club", "show", session_of(1), "--db", where).stdout
    file = tmp_path / "sheet.pdf"
    words = ["export", session_of(1), "--format", "pdf", "--output", file, "--db", where]
    assert scorepad("club", *words).returncode == 0
    assert "player 7" in pypdf.PdfReader(file).pages[0].extract_text()


def test_the_club_hands_out_numbers_with_names(club):
    with Club(str(club)) as opened:
        session = opened.session(session_of(1))
    assert session.players == (None, "Zoë", None, None)
    assert session.numbers == ("", "NZ 2", "", "")
