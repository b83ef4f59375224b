"""The secretary's guide shows what the commands really print, one after another."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from club_sessions import TABLET, complete, played, raw
from commands import EXAMPLES, ROOT, scorepad

from scorepad.club.store import Club

GUIDE = ROOT / "docs" / "club.md"
BEGAN = 14_141_910  # minutes since 2000: 2026-11-20 18:30 UTC
RUBBERS = (  # deals, ids of N E S W, 0 = a guest
    (("3N N =", "3N N ="), (1, 2, 3, 4)),
    (("2H N +1", "3N E =", "4S E ="), (1, 5, 3, 2)),
    (("4S E =", "4S E ="), (6, 7, 5, 3)),
    (("3N N =", "3N E =", "3N N ="), (2, 0, 6, 5)),
)


def play(where: Path) -> None:
    """The evening of the guide: one table where players cut in."""
    with Club(str(where)) as club:
        for number, (deals, players) in enumerate(RUBBERS, 1):
            begun = BEGAN + 45 * number
            events = complete(played(deals, "rubber", 1, begun, {"settle": "100s"}, players))
            club.take(TABLET, number, raw(number, events), "port")


def shown() -> Iterator[tuple[str, list[str]]]:
    """Each command of the guide with what it prints there."""
    for block in re.findall(
        r"(?:^    .*\n|^\n)+", GUIDE.read_text(encoding="utf-8"), re.MULTILINE
    ):
        for piece in re.split(r"^    \$ scorepad ", block, flags=re.MULTILINE)[1:]:
            command, *printed = piece.rstrip().split("\n")
            yield command, [line.removeprefix("    ") for line in printed]


def timeless(line: str) -> str:
    """Without the moment at which the test runs."""
    return re.sub(r"(^|drawn )\d{4}-\d\d-\d\d \d\d:\d\d", r"\1WHEN", line)


def test_the_guide_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "club.db"
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.chdir(EXAMPLES)
    commands = list(shown())
    assert len(commands) > 8
    for command, printed in commands:
        words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', command)]
        done = scorepad(*words, "--db", path)
        assert (done.returncode, done.stderr) == (0, ""), command
        lines = done.stdout.rstrip("\n").split("\n")
        assert [timeless(line) for line in lines] == [timeless(line) for line in printed], command
        if command == "club players import roster.csv":
            play(path)
