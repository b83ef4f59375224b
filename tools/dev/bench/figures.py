"""The results of the benches: a number under each dotted name, in build/bench.json.

The last part of a name says the unit: `club.sqlite.10000.ranking_ms`, `start.help.ratio`. Each
bench keeps its figures as a group, which is the first parts of their names. A group replaces what
it had before and leaves the others alone, so that benches which run one after another, or months
apart, end in one file; beside each group stands what it was measured on and when.
"""

import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from scorepad import files
from scorepad.errors import UserError
from scorepad.sources import SOURCES as ROOT

MADE = ROOT / "build" / "bench.json"
PLACES = 4  # digits behind the point

Figures = dict[str, float]
Origin = dict[str, str | float]


@dataclass
class Bench:
    """`figures`: by name. `origins`: what each group was measured on and when, by group."""

    figures: Figures = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)

    def replace(self, group: str, figures: Mapping[str, float], origin: Origin) -> None:
        """Replace a group, by the names within it."""
        new = {f"{group}.{name}": round(figure, PLACES) for name, figure in figures.items()}
        kept = {name: old for name, old in self.figures.items() if not within(name, group)}
        self.figures = kept | new
        self.origins[group] = origin

    def update(self, newer: "Bench") -> None:
        """Take each group that is in the other one."""
        for group, origin in newer.origins.items():
            self.replace(group, newer.group(group), origin)

    def group(self, group: str) -> Figures:
        """Return the figures of a group, by their names within it."""
        start = len(group) + 1
        return {name[start:]: value for name, value in self.figures.items() if within(name, group)}

    def text(self) -> str:
        """Return JSON, in the order of the names."""
        content = {"origins": self.origins, "figures": self.figures}
        return json.dumps(content, indent=1, sort_keys=True) + "\n"


def keep(group: str, figures: Mapping[str, float]) -> Bench:
    """Put a group of figures into the file, whole or not at all, and return all its figures.

    Ends the bench with status 2 where the file cannot be read or written.
    """
    try:
        bench = read(MADE) if MADE.exists() else Bench()
        bench.replace(group, figures, measured_here())
        write(MADE, bench)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    return bench


def write(path: Path, bench: Bench) -> None:
    """Write the file, whole or not at all. Raise UserError."""
    with files.report_write_errors(str(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
    files.write(str(path), bench.text().encode())


def read(path: Path) -> Bench:
    """Return the figures in a file. Raise UserError for a file of another kind."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        bench = Bench(dict(content["figures"]), dict(content["origins"]))
        for figure in bench.figures.values():
            float(figure)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise UserError(f"{path}: no file of figures ({error})") from error
    return bench


def within(name: str, group: str) -> bool:
    return name.startswith(group + ".")


def word(words: str) -> str:
    """Return a name as part of another one: `contract → result` is `contract_to_result`."""
    return re.sub(r"[^a-z0-9]+", "_", words.lower().replace("→", "to"))


def measured_here() -> Origin:
    """Return this version and machine, now. `load`: of the last minute, in processes."""
    return {
        "version": version("scorepad"),
        "commit": _commit(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 0,
        "load": round(os.getloadavg()[0], 1),
        "date": datetime.now(UTC).date().isoformat(),
    }


def _commit() -> str:
    """Return the commit, with `-dirty` for uncommitted changes; empty without git."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()
