"""How the club's commands grow with its deals, on SQLite and PostgreSQL: part of `make bench`.

The records of evenings of rubber, chicago and duplicate come into a new club as from a backup, and
all that follows from them is made by a rebuild; the last evenings come as from a tablet. What is
measured is what a person waits for, in an open database; starting Python and opening the database
come to it, half a second.
"""

import argparse
import contextlib
import random
import statistics
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from sqlalchemy import insert, select

from dev.bench import web
from dev.bench.figures import Figures, keep
from dev.bench.tables import SIZES, show
from dev.bench.web import milliseconds
from dev.fetching.get_postgresql import Server
from firmware.opening import opening
from firmware.scoring.notation import parse
from firmware.scoring.rules import rule_set
from firmware.session import CLOSE, DEAL, END, PLAYER
from firmware.storage import record
from scorepad.club.database.rows import AT_ONCE, Rows
from scorepad.club.database.schema import IN_ORDER, PlayerRow, SessionRow
from scorepad.club.decisions import reseatings
from scorepad.club.derived import ranking_rows
from scorepad.club.derived.replay import session_id
from scorepad.club.duplicate import gathering
from scorepad.club.duplicate.evening import reckon
from scorepad.club.money import ledger
from scorepad.club.records.evenings import evening_of
from scorepad.club.records.store import Club
from scorepad.reports.content import ranking

SEED = 2026
PLAYERS = range(1, 201)
TABLETS, SESSIONS, DEALS = 9, 10, 12  # tablets of an evening, sessions of each, deals of each
GAMES = ("rubber", "chicago", "duplicate")
FIRST, WEEK, SESSION = 13_700_000, 7 * 24 * 60, 20  # minutes: the first evening begins, and so on
EARLY = FIRST + 20 * WEEK
TIMES = 5  # that something is measured, of which the median counts
KINDS = ("sqlite", "postgresql")
TAKEN = datetime(2026, 11, 20, tzinfo=UTC)

Taken = tuple[bytes, int, bytes]  # tablet, number, records


class Evenings:
    """Sessions of one tablet after another, evening after evening."""

    def __init__(self) -> None:
        self._chance = random.Random(SEED)
        self._sessions = self._endless()

    def sessions(self, count: int) -> Iterator[Taken]:
        return islice(self._sessions, count)

    def _endless(self) -> Iterator[Taken]:
        evening = 0
        while True:
            for tablet in range(TABLETS):
                for turn in range(SESSIONS):
                    begun = FIRST + evening * WEEK + turn * SESSION
                    number = evening * SESSIONS + turn + 1
                    yield self._session(tablet, number, GAMES[tablet % len(GAMES)], begun)
            evening += 1

    def _session(self, tablet: int, number: int, rules: str, begun: int) -> Taken:
        """Twelve deals that were stopped then, as the tablet has them."""
        head = opening(rules, {}, tablet + 1, 0, begun)
        players = self._chance.sample(PLAYERS, 4)
        seats = [(PLAYER, seat, 0, player) for seat, player in enumerate(players)]
        deals = [(DEAL, *self._deal(rules, n)) for n in range(1, DEALS + 1)]
        end = [(CLOSE, 0, 0, 0), (END, 0, DEALS, begun + SESSION)]
        events = [*head[:-1], *seats, head[-1], *deals, *end]
        identity = bytes([2, 0, 0, 0, 0, tablet])
        key = record.session_key(identity, number)
        raw = b"".join(record.pack(key, at, one) for at, one in enumerate(events))
        return identity, number, raw

    def _deal(self, rules: str, number: int) -> tuple[int, int, int]:
        """A contract that fails: no rubber is over before its twelfth deal."""
        board = f"b{number} " if "board" in rule_set(rules).asks else ""
        level, strain = self._chance.randint(1, 7), self._chance.choice("CDHSN")
        seat, down = self._chance.choice("NESW"), self._chance.randint(1, 5)
        deal, place = parse(f"{board}{level}{strain} {seat} -{down}")
        return place, number, deal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--deals", type=int, choices=SIZES, default=SIZES[1], help="measure up to so many"
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
    with contextlib.ExitStack() as stack:
        where = str(folder / "club.db")
        if kind == "postgresql":
            where = stack.enter_context(Server(folder)).url()
        with Club(where) as club:
            club.write(lambda rows: rows.execute(insert(PlayerRow), roster))
        yield where


def grown(kind: str, where: str, sizes: list[int]) -> None:
    """Keeps the figures of each size as soon as they are there, and in the end how much the last
    are of the first."""
    evenings, columns = Evenings(), list[Figures]()
    for size, before in zip(sizes, [0, *sizes], strict=False):
        grow(kind, where, evenings, (size - before) // DEALS)
        columns.append(measured(where, evenings))
        keep(f"club.{kind}.{size}", columns[-1])
        bench = keep(f"pages.{kind}.{size}", web.pages(where))
    if len(columns) > 1:
        bench = keep(f"club.{kind}.growth", growth(columns[0], columns[-1]))
    show(bench, kind, f"pages_{kind}")


def growth(first: Figures, last: Figures) -> Figures:
    """How many times as long each takes in the end."""
    return {name.replace("_ms", "_ratio"): last[name] / ms for name, ms in first.items()}


def grow(kind: str, where: str, evenings: Evenings, sessions: int) -> None:
    """Keeps the records of so many sessions, from which nothing follows yet."""
    console = Console(stderr=True)
    more = evenings.sessions(sessions)
    more = iter(track(more, f"{kind}: sessions", sessions, console=console, transient=True))
    with Club(where) as club:
        while some := list(islice(more, AT_ONCE)):
            club.write(partial(keep_records, some))


def keep_records(sessions: list[Taken], rows: Rows) -> None:
    records, imports = list[dict[str, Any]](), list[dict[str, Any]]()
    for tablet, number, raw in sessions:
        name = session_id(tablet, number)
        imports.append({"taken": TAKEN, "port": "port", "session": name, "outcome": "new"})
        for sequence in range(len(raw) // record.SIZE):
            one = raw[sequence * record.SIZE : (sequence + 1) * record.SIZE]
            records.append({"session": name, "sequence": sequence, "raw": one})
    rows.insert("records", records)
    rows.insert("imports", imports)


def take(club: Club, sessions: Iterable[Taken]) -> None:
    for tablet, number, raw in sessions:
        club.take(tablet, number, raw, "port")
    club.catch_up()


def measured(where: str, evenings: Evenings) -> Figures:
    with Club(where) as club:
        rebuilt = milliseconds(club.rebuild)
        nights = [list(evenings.sessions(SESSIONS)) for _ in range(TIMES)]
        imports = [milliseconds(partial(take, club, night)) for night in nights]
        return {
            "rebuild_ms": rebuilt,
            "import_ms": statistics.median(imports),
            "ranking_ms": median(lambda: club.read(partial(ranking.places, before=None))),
            "ranking_as_of_ms": median(lambda: club.read(partial(ranking.places, before=EARLY))),
            "ledger_ms": median(lambda: club.read(a_ledger)),
            "standings_ms": median(lambda: the_standings(club)),
            "list_page_ms": median(lambda: next(iter(club.sessions()))),
            "list_ms": median(lambda: deque(club.sessions(), maxlen=0)),
            "ranking_anew_ms": milliseconds(lambda: club.write(rank_anew)),
            "seat_ms": milliseconds(lambda: club.write(correct_the_first)),
        }


def rank_anew(rows: Rows) -> None:
    """What a session costs that comes late and is the oldest one."""
    ranking_rows.forget(rows, SessionRow.started >= 0)
    ranking_rows.catch_up(rows)


def correct_the_first(rows: Rows) -> None:
    """Somebody else sat West in the very first session."""
    first = rows.scalars(select(SessionRow).order_by(*IN_ORDER).limit(1)).one()
    sat = [seat.player for seat in first.seats]
    other = next(player for player in PLAYERS if player not in sat)
    reseatings.correct(rows, first.id, "W", f"id={other}", "")


def a_ledger(rows: Rows) -> None:
    player = ledger.party_meant(rows, "id=1")
    assert ledger.accounts(ledger.ledger(rows, None, player.id).entries)


def the_standings(club: Club) -> None:
    """Of the duplicate of the first evening."""
    first = club.read(partial(gathering.of_evening, wanted=evening_of(FIRST)))
    assert all(one.rankings for one in reckon(first))


def median(work: Callable[[], object]) -> float:
    return statistics.median(milliseconds(work) for _ in range(TIMES))


if __name__ == "__main__":
    main()
