"""An evening for `scorepad serve --demo`: a club, an event, and a table that plays rubber.

All of it is made by the commands that a club would use, and by tablets, in a folder that goes away
at the end.
"""

import contextlib
import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from scorepad import operations
from scorepad.cli import output
from scorepad.club.records.store import Club
from scorepad.movement.howell import build_howell
from scorepad.scratch import Scratch
from scorepad.simulator.evening import PACE_S, Plan, playing, records
from scorepad.simulator.process import usual_runtime
from scorepad.web.operating import NO_FILES, Files, perform

_CLUB = "Harbour Bridge Club"
_EVENT = "Club pairs"
_PAIRS, _ROUNDS, _BOARDS = 6, 5, 3
_EVENT_RULES = "duplicate"
_BESIDE = "rubber"
_TABLE_BESIDE = 4
_CUP = "Cup"
_EARLIER = bytes.fromhex("02005c0e9a01")  # the tablet of a week ago
_RUBBERS = ((13, 14, 15, 16), (13, 15, 14, 16), (13, 16, 15, 14))  # ids from North on
_YEAR_2000 = datetime(2000, 1, 1, tzinfo=UTC)
_PLAYERS = (
    "Ann Reid",
    "Bo Ek",
    "Chitra Menon",
    "David Okoro",
    "Eleni Papas",
    "François Roux",
    "Grete Sørensen",
    "Hiro Tanaka",
    "Ines Duarte",
    "Jan Nowak",
    "Kim Olsson",
    "Lars Vogel",
    "Mei Lin",
    "Noah Fraser",
    "Olga Petrova",
    "Zoë Lund",
)


@contextlib.contextmanager
def demonstration(pace: float = PACE_S) -> Iterator[tuple[Club, list[str]]]:
    """Within the block, an evening is played: yield the club and the ports of its tablets.

    `pace`: seconds a deal. Raise UserError; SimulationError if a tablet does not start.
    """
    with contextlib.closing(Scratch()) as scratch:
        folder = scratch.new()
        with Club(str(folder / "club.db")) as club:
            _fill(club)
            runtime = usual_runtime(lambda said: output.note(str(said)))
            with playing(_plans(), folder, runtime, pace) as ports:
                yield club, ports


def _fill(club: Club) -> None:
    files = {
        "players.csv": _table(["name"], ([each] for each in _PLAYERS)),
        "pairs.csv": _table(["pair", "first", "second"], _iter_pairs()),
    }
    movement = f"howell --pairs {_PAIRS} --rounds {_ROUNDS} --boards {_BOARDS}"
    _do(club, "club settings set", name=_CLUB)
    _do(club, "club players import", files, file="players.csv")
    _do(club, "event new", files, movement=movement, pairs="pairs.csv", name=_EVENT)
    _fill_earlier(club)


def _fill_earlier(club: Club) -> None:
    """Add rubbers for a stake a week ago, all partnerships, and a knock-out's draw."""
    _do(club, "club stake", per_100="1", default=True)
    begun = int((datetime.now(UTC) - _YEAR_2000 - timedelta(days=7)).total_seconds() // 60)
    for number, players in enumerate(_RUBBERS, 1):
        raw = records(_EARLIER, number, _BESIDE, players, begun + 60 * number)
        club.take(_EARLIER, number, raw, "")
    cup = {"pairs.csv": _table(["player", "partner"], (pair[1:] for pair in _iter_pairs()))}
    _do(club, "club knockout draw", cup, name=_CUP, file="pairs.csv", seed=7)


def _do(club: Club, command: str, files: Files = NO_FILES, **given: object) -> None:
    perform(club, operations.find(command), given, files)


def _iter_pairs() -> Iterator[list[str]]:
    for pair in range(1, _PAIRS + 1):
        yield [str(pair), *_PLAYERS[2 * pair - 2 : 2 * pair]]


def _table(head: list[str], rows: Iterable[list[str]]) -> bytes:
    written = io.StringIO(newline="")
    csv.writer(written).writerows([head, *rows])
    return written.getvalue().encode()


def _plans() -> Iterator[Plan]:
    meetings = build_howell(_PAIRS, _ROUNDS, _BOARDS).schedule
    for table in sorted({each.table for each in meetings}):
        here = sorted((each.round, each.boards) for each in meetings if each.table == table)
        yield Plan(table, _EVENT_RULES, [board for _, boards in here for board in boards])
    yield Plan(_TABLE_BESIDE, _BESIDE)
