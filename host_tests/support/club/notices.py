"""Reports on paper: an evening of as many tables as wanted, at each duplicate and a rubber."""

import json
from pathlib import Path
from typing import Any

from scorepad.club.records.store import Club
from support.club.club_sessions import BEGUN, complete, played, raw
from support.club.mitchell import ended
from support.commands import scorepad
from support.databases import enrol
from support.paper import texts
from support.printing import print_to_pdf

EVENING = "2026-01-17"
FOREIGN = ('<b>x</b> & "y"', "Ελένη Жуков", "W" * 40, "Ḥasan Đặng")
_RESULTS = ("=", "+1", "+2", "-1", "+3", "-2")  # of 3NT
_DEALS = 8


def name(player: int) -> str:
    """Long, as some are; the first four are what a page could stumble over."""
    return FOREIGN[player - 1] if player <= len(FOREIGN) else f"Maximilian Østergård {player:03}"


def club(folder: Path, tables: int) -> Path:
    """A database of four players a table, who stay where they are; 100 points are worth 1.00."""
    where = folder / f"{tables}.db"
    with Club(str(where)) as opened:
        for table in range(1, tables + 1):
            tablet = bytes.fromhex(f"02005c0e9a{table:02x}")
            for number, events in enumerate(_sessions(table), 1):
                opened.take(tablet, number, raw(number, events, tablet), "port")
    enrol(where, [name(player) for player in range(1, 4 * tables + 1)])
    ran("stake", "1", "--default", "--db", where)
    return where


def _sessions(table: int) -> tuple[list[Any], list[Any]]:
    """No table has the results of another."""
    players = tuple(range(4 * table - 3, 4 * table + 1))
    results = [_RESULTS[table * board % len(_RESULTS)] for board in range(1, _DEALS + 1)]
    boards = tuple(f"b{board} 3N N {result}" for board, result in enumerate(results, 1))
    rubber = (*("3N N -4",) * (table % 3), *("2H N +1",) * (table % 2), "6N N =", "7N N =")
    where: dict[str, Any] = {"table": table, "begun": BEGUN - 150 + table, "players": players}
    return ended(boards, **where), complete(played(rubber, "rubber", **where))


def ran(*words: str | Path) -> str:
    """What `scorepad club` prints."""
    done = scorepad("club", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(*words: str | Path) -> Any:
    """The same as JSON."""
    return json.loads(ran(*words, "--json"))


def pages(folder: Path, kind: str, *words: str | Path) -> list[str]:
    """The text of each page on paper, in one line; HTML as a browser prints it."""
    file = folder / f"report.{kind}"
    ran(*words, "--format", kind, "--output", file)
    return read(file)


def read(file: Path) -> list[str]:
    if file.suffix == ".html":
        page, file = file, file.with_name("printed.pdf")
        print_to_pdf(page, file)
    return [text.replace("−", "-") for text in texts(file.read_bytes())]
