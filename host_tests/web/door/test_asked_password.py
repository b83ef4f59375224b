"""The director's password is asked for in the terminal, and never shown there."""

import contextlib
import getpass
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.club import password
from scorepad.club.records.store import Club
from support.web.served import NO_PORT

pty = pytest.importorskip("pty")  # Windows has no terminals that a program holds
PASSWORD = "Sieben Herzen 7♥"


class Terminal:
    """A program in a terminal; `seen`: all that it has written there."""

    def __init__(self, *words: str):
        self._own, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scorepad", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""

    def until(self, text: str) -> None:
        """Reads until it has written this, or has ended."""
        raw = self.seen.encode()
        while text.encode() not in raw:
            try:
                piece = os.read(self._own, 4096)
            except OSError:  # it has ended
                break
            raw += piece
        self.seen = raw.decode(errors="replace")
        assert text in self.seen, self.seen

    def type(self, line: str) -> None:
        os.write(self._own, line.encode() + b"\n")

    def end(self) -> int:
        """The exit status."""
        with contextlib.suppress(OSError):
            while piece := os.read(self._own, 4096):
                self.seen += piece.decode(errors="replace")
        os.close(self._own)
        return self.process.wait()


def is_kept(database: Path, given: str) -> bool:
    with Club(str(database)) as club:
        return password.is_right(club.read(password.kept), given)


@pytest.mark.parametrize(("again", "status"), [(PASSWORD, 0), ("Sieben Herzen 8♥", 2)])
def test_it_is_asked_for_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: str, status: int
) -> None:
    typed = iter((PASSWORD, again))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(getpass, "getpass", lambda prompt: next(typed))
    database = tmp_path / "club.db"
    assert main(["club", "password", "--db", str(database)]) == status
    assert (database.exists() and is_kept(database, PASSWORD)) is (status == 0)


def test_a_server_for_the_room_asks_first_and_then_shows_its_address(tmp_path: Path) -> None:
    database = tmp_path / "club.db"
    url, free = ("--url", "https://a.example"), ("--no-open", "--port=0")
    terminal = Terminal("serve", NO_PORT, *url, *free, "--db", str(database))
    for prompt in ("new password: ", "Again: "):
        terminal.until(prompt)
        terminal.type(PASSWORD)
    terminal.until("https://a.example/room/read")
    terminal.until("\u2580")  # of the QR code
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 0
    assert PASSWORD not in terminal.seen
    assert re.search(r"http://127\.0\.0\.1:\d+/enter\?key=\S{43}\s", terminal.seen)
    assert is_kept(database, PASSWORD)
