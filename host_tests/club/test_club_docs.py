"""The guides show what the commands really print, one after another."""

import contextlib
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorepad.club.records.store import Club
from support.club import mitchell, planned, rubber_evening, season
from support.club.club_sessions import take_all
from support.commands import EXAMPLES, ROOT, SCOREPAD, plugged_in, scorepad
from support.databases import enrol
from support.link.accidents import flash_file, flash_with
from support.pages.markdown_tables import shown

PORT = "/dev/ttyUSB0"  # of the guide

pytestmark = [pytest.mark.usefixtures("utc"), pytest.mark.full]


def decided(_page: str, folder: Path) -> None:
    """Two evenings about which something is decided."""
    where = str(folder / "club.db")
    Club(where).close()
    mitchell.make(where)
    take_all(where, rubber_evening.sessions())


def members(page: str, folder: Path) -> None:
    """Twelve members, and the file of pairs that the page shows."""
    where = str(folder / "club.db")
    Club(where).close()
    enrol(where, planned.NAMES)
    rows = re.findall(r"^    (pair,first,second|\d,\w+,\w+)$", page, re.MULTILINE)
    (folder / "tuesday.csv").write_text("\n".join(rows), encoding="utf-8")


def movement(page: str, folder: Path) -> None:
    """The movement that the page shows, which is right, and the same with a fault."""
    rows = re.findall(r"^    (round,table,.*|[\d,]+)$", page, re.MULTILINE)
    (folder / "ours.csv").write_text("\n".join(rows), encoding="utf-8")
    assert scorepad("movement", "check", folder / "ours.csv").returncode == 0
    spoiled = "\n".join(rows).replace("1,2,2,3,1,2,1", "1,2,2,4,1,2,1")
    (folder / "spoiled.csv").write_text(spoiled, encoding="utf-8")


PAGES: dict[str, tuple[int, Callable[[str, Path], None]]] = {  # at least so many examples
    "club.md": (17, lambda _page, _folder: None),  # which begins without a club
    "decisions.md": (9, decided),
    "events.md": (8, members),
    "movements.md": (5, movement),
    "season.md": (3, lambda _page, folder: season.make(str(folder / "club.db"))),
}


@contextlib.contextmanager
def tablet(played: bool, port: Path) -> Iterator[None]:
    """It is plugged in, before or after play."""
    sessions = rubber_evening.sessions().values() if played else ()
    flash = flash_file(flash_with(*sessions), port.with_suffix(".flash"))
    with plugged_in(flash) as there:
        port.symlink_to(there)
        yield
        port.unlink()


def timeless(text: str) -> list[str]:
    """Its words without the moment at which the test runs, which may be in two lines."""
    when = r"(^|drawn |  )\d{4}-\d\d-\d\d (?: |\d\d:\d\d)|\d\d:\d\d UTC"
    lines = text.strip().split("\n")
    return [re.sub(when, r"\1WHEN", line).rstrip() for line in lines]


def watched(words: list[str]) -> str:
    """What `sync --watch` prints when one tablet has come, and after Ctrl-C."""
    with subprocess.Popen([*SCOREPAD, *words], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        return first + running.stdout.read()


def output(words: list[str]) -> str:
    if "--watch" in words:
        return watched(words)
    done = scorepad(*words)
    usual = re.compile(": a tablet with |^made the new database |--doubts shows them")
    said = [line for line in done.stderr.splitlines() if not usual.search(line)]
    return done.stdout + "\n".join(said)


@pytest.mark.parametrize("page", PAGES)
def test_the_page_shows_what_is_printed(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOGNAME", "Carla")
    port, text = tmp_path / "ttyUSB0", (ROOT / "docs" / page).read_text(encoding="utf-8")
    for example in EXAMPLES.glob("*.csv"):
        shutil.copy(example, tmp_path)
    least, prepare = PAGES[page]
    prepare(text, tmp_path)
    assert len(shown(text)) >= least
    monkeypatch.setenv("SCOREPAD_DB", str(tmp_path / "club.db"))
    for command, wanted in shown(text):
        words = shlex.split(command)
        if "sync" in words and PORT not in words:
            words.append(PORT)
        if words[0] != "movement":
            words += ["--db", str(tmp_path / "club.db")]
        with contextlib.ExitStack() as plugged:
            if "sync" in words:
                plugged.enter_context(tablet("--roster" not in words, port))
            printed = output([str(port) if word == PORT else word for word in words])
        made, said = timeless(printed.replace(str(port), PORT)), timeless(wanted)
        if said[-1].endswith("..."):
            *whole, begun = said
            assert made[: len(whole)] == whole, command
            assert made[len(whole)].startswith(begun.removesuffix("...")), command
        else:
            assert made == said, command
