"""The director's password is asked for by getpass, which shows nothing, and is not printed."""

import getpass
import sys
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.club import password
from scorepad.club.records.store import Club
from support.web.served import CHEAP, NO_PORT

PASSWORD = "Sieben Herzen 7♥"
ROOM = "https://a.example"


@pytest.fixture(autouse=True)
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What somebody types in a terminal, one after the other."""
    lines = list[str]()
    monkeypatch.setattr(password, "_hasher", CHEAP)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(getpass, "getpass", lambda prompt: lines.pop(0))
    return lines


def is_kept(database: Path, given: str) -> bool:
    with Club(str(database)) as club:
        return password.is_right(club.read(password.kept), given)


def test_it_is_asked_for_twice(tmp_path: Path, typed: list[str]) -> None:
    database = tmp_path / "club.db"
    for again, status in (("Sieben Herzen 8♥", 2), (PASSWORD, 0)):
        typed[:] = [PASSWORD, again]
        assert main(["club", "password", "--db", str(database)]) == status
        assert (database.exists() and is_kept(database, PASSWORD)) is (status == 0)


def test_a_password_is_long_enough(tmp_path: Path, typed: list[str]) -> None:
    for given in ("", "short", "x" * 201):
        typed[:] = [given, given]
        assert main(["club", "password", "--db", str(tmp_path / "club.db")]) == 2


def test_a_server_for_the_room_asks_first_and_then_shows_its_address(
    tmp_path: Path,
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = tmp_path / "club.db"
    typed[:] = [PASSWORD, PASSWORD]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(
        "scorepad.web.serve.serve", lambda site, listener, announce, opens: announce("the link")
    )
    assert main(["serve", NO_PORT, "--url", ROOM, "--port=0", "--db", str(database)]) == 0
    assert is_kept(database, PASSWORD)
    told = capsys.readouterr()
    assert f"{ROOM}/room/read" in told.out and "the link" in told.out
    assert "\u2580" in told.out  # of the QR code
    assert PASSWORD not in told.out + told.err
