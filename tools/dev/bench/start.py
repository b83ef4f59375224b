"""The time commands take from start to end, beside Python with a typical command line.

In processor time, which other programs on the machine change least; the best of some tries.
Part of `make bench`.
"""

import os
import resource
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

from dev.bench.club import sessions
from dev.bench.figures import Figures, keep
from dev.bench.tables import show
from scorepad.club.records.store import Club
from scorepad.sources import SOURCES

BARE = (sys.executable, "-c", "import argparse, json")
SCOREPAD = (sys.executable, "-m", "scorepad.cli")
DEALS = SOURCES / "docs" / "examples" / "rubber.deals"
COMMANDS = {
    "help": ("--help",),
    "score": ("score", "rubber", str(DEALS)),
    "club_list": ("club", "list"),
    "club_ranking": ("club", "ranking"),
}
SESSIONS = 40  # of a small club
TRIES = 15


def figures() -> Figures:
    """Return `COMMAND.ms`, `COMMAND.ratio` to Python's own time, and `python.ms`."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "club.db")
        with Club(database) as club:
            for taken in islice(sessions(), SESSIONS):
                club.take(*taken, "bench")
        commands = {name: (*SCOREPAD, *words) for name, words in COMMANDS.items()}
        least = _least({"python": BARE, **commands}, {**os.environ, "SCOREPAD_DB": database})
    found = {f"{name}.ms": round(1000 * seconds, 1) for name, seconds in least.items()}
    ratios = {name: round(least[name] / least["python"], 1) for name in COMMANDS}
    return found | {f"{name}.ratio": ratio for name, ratio in ratios.items()}


def _least(commands: dict[str, tuple[str, ...]], environment: dict[str, str]) -> dict[str, float]:
    """Return seconds of each; they take turns, so that all meet the machine at its best."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(TRIES):
        for name, command in commands.items():
            taken[name].append(_seconds(command, environment))
    return {name: min(seconds) for name, seconds in taken.items()}


def _seconds(command: tuple[str, ...], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    show(keep("start", figures()), "start")


if __name__ == "__main__":
    main()
