"""The secretary's guide shows what the commands really print, one after another."""

import contextlib
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from vfs import VfsLfs2

from firmware.storage.store import Store
from support.club import rubber_evening
from support.club.club_sessions import TABLET
from support.commands import EXAMPLES, ROOT, SCOREPAD, plugged_in, scorepad
from support.link.accidents import Chip, blank, flash_file
from support.pages.examples import shown

GUIDE = ROOT / "docs" / "club.md"
PORT = "/dev/ttyUSB0"  # of the guide

pytestmark = [pytest.mark.usefixtures("utc"), pytest.mark.full]


def evening() -> bytearray:
    """The flash of the tablet after play."""
    image = blank()
    store = Store(lambda: VfsLfs2(Chip(image)), TABLET)
    for events in rubber_evening.sessions().values():
        store.create(events)
    return image


@contextlib.contextmanager
def tablet(played: bool, port: Path) -> Iterator[None]:
    """It is plugged in, before or after play."""
    flash = flash_file(evening() if played else blank(), port.with_suffix(".flash"))
    with plugged_in(flash) as there:
        port.symlink_to(there)
        yield
        port.unlink()


def timeless(line: str) -> str:
    """Without the moment at which the test runs."""
    return re.sub(r"(^|drawn |  )\d{4}-\d\d-\d\d \d\d:\d\d", r"\1WHEN", line)


def words_of(command: str, database: Path, port: Path) -> list[str]:
    """As the shell takes the command apart; the tablet has a port of its own."""
    words = shlex.split(command)
    if "sync" in words and PORT not in words:
        words.append(PORT)
    return [*(str(port) if word == PORT else word for word in words), "--db", str(database)]


def watched(words: list[str]) -> str:
    """What `sync --watch` prints when one tablet has come, and after Ctrl-C."""
    with subprocess.Popen([*SCOREPAD, *words], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        return first + running.stdout.read()


def output(words: list[str]) -> str:
    """What a command prints; it has nothing to complain about."""
    if "--watch" in words:
        return watched(words)
    done = scorepad(*words)
    usual = re.compile(": a tablet with |^made the new database ")
    said = [line for line in done.stderr.splitlines() if not usual.search(line)]
    assert (done.returncode, said) == (0, []), words
    return done.stdout


def test_the_guide_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = tmp_path / "ttyUSB0"
    monkeypatch.chdir(tmp_path)
    for example in EXAMPLES.glob("*.csv"):
        shutil.copy(example, tmp_path)
    commands = shown(GUIDE.read_text(encoding="utf-8"))
    assert len(commands) > 16
    for command, printed in commands:
        words = words_of(command, tmp_path / "club.db", port)
        with contextlib.ExitStack() as plugged:
            if "sync" in words:
                plugged.enter_context(tablet("--roster" not in words, port))
            lines = output(words).replace(str(port), PORT).rstrip("\n").split("\n")
        wanted = printed.split("\n")
        assert [timeless(line) for line in lines] == [timeless(line) for line in wanted], command
