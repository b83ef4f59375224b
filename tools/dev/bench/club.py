"""Growth of the club's commands with its deals, on SQLite and PostgreSQL: part of `make bench`.

The records of evenings of rubber, chicago and duplicate come into a new club as from a backup, and
all that follows from them is made by a rebuild; the last evenings come as from a tablet. What is
measured is what a person waits for, in an open database; starting Python and opening the database
come to it, half a second.
"""

import argparse
import contextlib
import itertools
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from dev.bench.figures import Figures, keep
from dev.bench.tables import show
from dev.fetching.get_postgresql import Server
from firmware.opening import opening
from firmware.scoring.notation import parse
from firmware.scoring.rules import rule_set
from firmware.session import CLOSE, DEAL, END, PLAYER
from firmware.storage import record
from scorepad.club.database.connection import AT_ONCE
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import session_id
from scorepad.club.duplicate import gathering
from scorepad.club.duplicate.evening import reckon
from scorepad.club.evenings import Evenings
from scorepad.club.log import Signature
from scorepad.club.money import ledger
from scorepad.club.records.store import Club
from scorepad.club.sessions import seats
from scorepad.reports.content import ranking

SEED = 2026
PLAYERS = range(1, 201)
TABLETS, SESSIONS, DEALS = 9, 10, 12  # tablets of an evening, sessions of each, deals of each
GAMES = ("rubber", "chicago", "duplicate")
FIRST, WEEK, SESSION = 13_700_000, 7 * 24 * 60, 20  # minutes: the first evening begins, and so on
TIMES = 5  # that something is measured, of which the median counts
SIZES = (10_000, 1_000_000)
LONG_MS = 2000
PAGES = ("evening", "sessions", "duplicate", "ranking", "season", "money")
KINDS = ("sqlite", "postgresql")
TAKEN = datetime(2026, 11, 20, tzinfo=UTC)

Taken = tuple[bytes, int, bytes]  # tablet, number, records


def sessions() -> Iterator[Taken]:
    """Yield sessions of one tablet after another, evening after evening without an end."""
    chance = random.Random(SEED)
    for evening in itertools.count():
        for tablet, turn in itertools.product(range(TABLETS), range(SESSIONS)):
            begun, number = FIRST + evening * WEEK + turn * SESSION, evening * SESSIONS + turn + 1
            identity = bytes([2, 0, 0, 0, 0, tablet])
            key = record.session_key(identity, number)
            events = list(session(chance, tablet, begun))
            raw = b"".join(record.pack(key, at, event) for at, event in enumerate(events))
            yield identity, number, raw


def session(chance: random.Random, tablet: int, begun: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield twelve deals that were stopped then, as the tablet has them."""
    rules = GAMES[tablet % len(GAMES)]
    *head, last = opening(rules, {}, tablet + 1, 0, begun)
    yield from head
    for seat, player in enumerate(chance.sample(PLAYERS, 4)):
        yield PLAYER, seat, 0, player
    yield last
    for number in range(1, DEALS + 1):  # a contract that fails: no rubber is over before the last
        board = f"b{number} " if "board" in rule_set(rules).asks else ""
        bid = f"{chance.randint(1, 7)}{chance.choice('CDHSN')}"
        deal, place = parse(f"{board}{bid} {chance.choice('NESW')} -{chance.randint(1, 5)}")
        yield DEAL, place, number, deal
    yield CLOSE, 0, 0, 0
    yield END, 0, DEALS, begun + SESSION


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--deals", type=int, choices=SIZES, default=SIZES[0], help="measure up to so many"
    )
    parser.add_argument("--database", choices=KINDS, action="append", help="default: both")
    given = parser.parse_args()
    sizes = [size for size in SIZES if size <= given.deals]
    for kind in given.database or KINDS:
        with tempfile.TemporaryDirectory() as folder, database(kind, Path(folder)) as where:
            grown(kind, where, sizes)


@contextlib.contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """A new database of this kind, with all players."""
    roster = [{"id": n, "name": f"P{n}", "number": ""} for n in PLAYERS]
    with Server(folder) if kind == "postgresql" else contextlib.nullcontext() as server:
        where = server.url() if server else str(folder / "club.db")
        with Club(where) as club:
            club.write(lambda rows: rows.insert("players", roster))
        yield where


def grown(kind: str, where: str, sizes: list[int]) -> None:
    """Save the figures of each size as soon as they are measured."""
    coming = sessions()
    for size, before in zip(sizes, [0, *sizes], strict=False):
        grow(where, islice(coming, (size - before) // DEALS))
        bench = keep(f"club.{kind}.{size}", measured(where, coming))
        if kind == "sqlite":
            bench = keep(f"pages.{size}", pages(where))
    show(bench, "club", "pages")


def grow(where: str, more: Iterator[Taken]) -> None:
    """Store the records of sessions, without deriving anything from them yet."""
    with Club(where) as club:
        while some := list(islice(more, AT_ONCE)):
            club.write(partial(keep_records, some))


def keep_records(sessions: list[Taken], rows: Rows) -> None:
    records, imports = list[dict[str, Any]](), list[dict[str, Any]]()
    for tablet, number, raw in sessions:
        name = session_id(tablet, number)
        imports.append({"taken": TAKEN, "port": "port", "session": name, "outcome": "new"})
        for sequence in range(len(raw) // record.SIZE):
            content = raw[sequence * record.SIZE : (sequence + 1) * record.SIZE]
            records.append({"session": name, "sequence": sequence, "raw": content})
    rows.insert("records", records)
    rows.insert("imports", imports)


def take(club: Club, sessions: Iterable[Taken]) -> None:
    for tablet, number, raw in sessions:
        club.take(tablet, number, raw, "port")
    club.catch_up()


def measured(where: str, coming: Iterator[Taken]) -> Figures:
    with Club(where) as club:
        rebuilt = milliseconds(club.rebuild)
        nights = [list(islice(coming, SESSIONS)) for _ in range(TIMES)]
        imports = [milliseconds(partial(take, club, night)) for night in nights]
        return {
            "rebuild_ms": rebuilt,
            "import_ms": statistics.median(imports),
            "ranking_ms": median(lambda: club.read(partial(ranking.places, before=None))),
            "ledger_ms": median(lambda: club.read(a_ledger)),
            "standings_ms": median(lambda: the_standings(club)),
            "list_page_ms": median(lambda: next(iter(club.sessions()))),
            "list_ms": median(lambda: deque(club.sessions(), maxlen=0)),
            "seat_ms": milliseconds(lambda: club.write(correct_the_first)),
        }


def correct_the_first(rows: Rows) -> None:
    """Seat another player West in the very first session."""
    first = rows.value("SELECT id FROM sessions ORDER BY started, tablet, number LIMIT 1")
    sat = [
        row.player for row in rows.all("SELECT player FROM seats WHERE session = :id", id=first)
    ]
    other = next(player for player in PLAYERS if player not in sat)
    seats.seat(rows, first, "W", f"id={other}", None, Signature())


def a_ledger(rows: Rows) -> None:
    player = ledger.party_meant(rows, "id=1")
    assert ledger.accounts(ledger.ledger(rows, None, player.id).entries)


def the_standings(club: Club) -> None:
    """Rank the duplicate of the first evening."""
    first = club.read(partial(gathering.of_evening, wanted=Evenings().of(FIRST)))
    assert all(duplicate.rankings for duplicate in reckon(first))


def pages(database: str) -> Figures:
    """Return how long the server takes for pages that one reader requests."""
    command = [sys.executable, "-m", "scorepad", "serve", "--no-open", "--port", "0"]
    command += ["--db", database, "/nonexistent"]  # no tablet of this machine
    browser, found = build_opener(HTTPCookieProcessor()), Figures()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            link = server.stdout.readline().split()[-1]
            browser.open(link).read()
            for name, path in paths(database).items():
                address = link.partition("/enter")[0] + path
                found[f"{name}_ms"] = median(partial(load_page, browser, address))
        finally:
            server.terminate()
    return found


def paths(database: str) -> dict[str, str]:
    with Club(database) as club:
        session = club.ids()[-1]
    whole = {name: f"/{name}" for name in PAGES}
    return whole | {"session": f"/sessions/{session}", "player": "/players/id=1"}


def load_page(browser: OpenerDirector, address: str) -> None:
    browser.open(address).read()


def milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def median(work: Callable[[], object]) -> float:
    """Return the milliseconds of it; what takes long is done once."""
    taken = [milliseconds(work)]
    if taken[0] < LONG_MS:
        taken = [milliseconds(work) for _ in range(TIMES)]
    return statistics.median(taken)


if __name__ == "__main__":
    main()
