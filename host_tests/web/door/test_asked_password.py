"""The director's password is asked for in the terminal, and never shown there."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.club import password
from scorepad.club.records.store import Club

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
        return self.process.wait(timeout=30)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    yield str(tmp_path / "club.db")


def is_kept(database: str, given: str) -> bool:
    with Club(database) as club:
        return password.is_right(club.read(password.kept), given)


def test_it_is_asked_for_twice(database: str) -> None:
    terminal = Terminal("club", "password", "--db", database)
    terminal.until("new password: ")
    terminal.type(PASSWORD)
    terminal.until("Again: ")
    terminal.type(PASSWORD)
    terminal.until("password is set")
    assert terminal.end() == 0
    assert PASSWORD not in terminal.seen
    assert is_kept(database, PASSWORD)


def test_two_that_differ_are_none(database: str) -> None:
    terminal = Terminal("club", "password", "--db", database)
    for prompt, typed in (("new password: ", PASSWORD), ("Again: ", "Sieben Herzen 8♥")):
        terminal.until(prompt)
        terminal.type(typed)
    terminal.until("two passwords; nothing is changed")
    assert terminal.end() == 2
    assert not Path(database).exists() or not is_kept(database, PASSWORD)


def test_a_server_for_the_room_asks_first_and_then_shows_its_address(database: str) -> None:
    terminal = Terminal(
        "serve", "--url", "https://a.example", "--no-open", "--port=0", "--db", database
    )
    for prompt in ("new password: ", "Again: "):
        terminal.until(prompt)
        terminal.type(PASSWORD)
    terminal.until("The room reads at https://a.example/room/read")
    terminal.until("\u2580")  # of the QR code
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 0
    assert PASSWORD not in terminal.seen
    assert re.search(r"http://127\.0\.0\.1:\d+/enter\?key=\S{43}\s", terminal.seen)
