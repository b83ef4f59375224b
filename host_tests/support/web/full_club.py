"""A club that has something on every page: long names, several tables, every kind of decision.

PYTHONPATH=host_tests python -m support.web.full_club club.db    writes it into a database
python -m support.web.full_club club.db --plain                    with names that every font has
"""

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from scorepad.club import waiting
from scorepad.club.database.tables import list_tables
from scorepad.club.derived.replay import replay
from scorepad.club.records.store import Club
from support.club import mitchell
from support.club.club_sessions import complete, played, raw, session_of
from support.commands import scorepad
from support.databases import change, enrol

EVENING = "2026-01-17"
WHEN = "2026-01-17T23:10:00.000000+00:00"  # of all that is decided
NAMES = (
    *("Wilhelmina Featherstonehaugh-Montgomery", "Zoë Lund", "山田 花子", "Ann Reid"),
    *("Maximilian-Jérôme Østergård", "Bo Ek", "Ελένη Παπαδοπούλου", "Tom Reid"),
    *("محمد علي", '<b>Bob</b> & "Ed"', "Ida Ngata", "Jan Kowalski"),
    *("Kim Williams", "Leo van der Meer", "Mia O'Brien", "Nils Holgersson"),
)
TABLET, PHONE = bytes.fromhex("02005c0e9b01"), bytes.fromhex("0a005c0e9b01")
RUBBERS = (  # minutes after the evening has begun, who sat there, deals
    (-20, (1, 2, 3, 4), ("3N N =", "2H E =", "2Hxx W -1", "4S E =", "6N E =")),
    (100, (5, 2, 7, 0), ("2H N +1", "3N E =", "4S E =")),
)
SHEET = session_of(1, TABLET)
EVENT = "Tuesday, the first of the season"
DRAWN = (1, 3, 5, 7, 11, 13)  # the first of each pair of the knock-out

# What the director and the secretary do; {pairs} is a file.
COMMANDS = (
    ("settings", "set", "--name=Harbour Bridge Club", "--number=NZ 42", "--address=1 Quay Street"),
    ("stake", "1", "--default"),
    ("rules", "set", "Tuesday", "chicago", "--option", "vulnerable=nondealer"),
    ("rules", "set", "Cup", "nz-match", "--option", "deals=16", "--accept", "on"),
    ("players", "edit", "id=2", "--number", "NZ 4711", "--grade", "open", "--area", "Wellington"),
    ("players", "edit", "id=4", "--number", "NZ 3302", "--grade", "intermediate"),
    ("correct", SHEET, "2", "2H E +1", "--reason", "the players say so"),
    ("adjust-board", "3", "Zoë Lund", "Ida Ngata", "A+", "A-", "--reason", "late play"),
    ("release", "--evening", EVENING),
    ("penalty", "Tom Reid", "10%", "--evening", EVENING, "--reason", "slow"),
    ("knockout", "draw", "Cup 2026", "{pairs}", "--seed", "4711", "--deals", "16"),
)
PLANNED = (
    ("new", EVENT, "--date", "2026-01-24", "--movement", "mitchell --tables 7"),
    ("pair", EVENT, "1", "id=1", "id=2"),
    ("pair", EVENT, "8", "id=4", "guest:Maximiliane"),
)
PLAIN = {"山田 花子": "Hana Yamada", NAMES[8]: "Omar Said", NAMES[9]: "Bob Edwards"}


def fill(where: str, plain: bool = False) -> None:
    """Writes it into a database. `plain`: with names that every font has."""
    mitchell.take(where, mitchell.evening(mitchell.SLIPS))
    enrol(where, [PLAIN.get(name, name) if plain else name for name in NAMES])
    with Club(where) as club:
        for number, (begins, players, deals) in enumerate(RUBBERS, 1):
            begun = mitchell.EVENING + begins
            events = complete(played(deals, "rubber", 5, begun, None, players))
            club.take(TABLET, number, raw(number, events, TABLET), "port")
        brought = replay(session_of(1, PHONE), raw(1, events, PHONE))
        assert waiting.holds_back(club, brought, datetime(2026, 1, 17, 23, 10, tzinfo=UTC))
    with tempfile.TemporaryDirectory() as folder:
        pairs = Path(folder) / "pairs.csv"
        rows = [f"id={first},id={first + 1}\n" for first in DRAWN]
        pairs.write_text("player,partner\n" + "".join(rows))
        for words in PLANNED:  # first: an event is named for the number of its decision
            _run("event", *words, "--db", where)
        for words in COMMANDS:
            _run("club", *(word.format(pairs=pairs) for word in words), "--db", where)
    for table, columns in list_tables().items():
        if any(column.name == "made" for column in columns):
            change(where, f"UPDATE {table} SET made = '{WHEN}'")


def _run(*words: str) -> None:
    done = scorepad(*words)
    assert done.returncode == 0, done.stderr


if __name__ == "__main__":
    fill(sys.argv[1], "--plain" in sys.argv)
