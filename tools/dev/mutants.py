"""Check that the tests detect mutants: small faults, put into a copy of the project on purpose.

``python -m dev.mutants [NAME ...]`` applies each mutant of ``host_tests/mutants/*.toml``, or those
whose names begin with NAME, to a copy in ``build/mutants`` and runs the tests that it names. The
tests of `make test` are tried first, then those of `make test-all`. Exit status 1: a mutant
survives, or `make test` alone detects fewer than nine in ten.

A mutant is a table ``[[mutant]]`` with `name`, `path`, `old` (text that stands in the file exactly
once), `new`, and `tests` (files or node ids, relative to the project's folder).
"""

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from scorepad import cache
from scorepad.sources import SOURCES as ROOT

LISTS = ROOT / "host_tests" / "mutants"
SHARE = 0.9  # of the mutants, that `make test` alone detects
_LIMIT_S = 300  # ends a mutant that hangs; a hung test counts as one that fails
_PASSED, _FAILED, _NO_TESTS = 0, 1, 5  # exit statuses of pytest


class BadMutant(Exception):
    """A mutant that cannot be applied: its name, and why."""


class Broken(Exception):
    """Tests that fail without any mutant, or cannot be run."""


@dataclass(frozen=True)
class Mutant:
    """A fault in one file, and the tests that must detect it."""

    name: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]

    def apply(self, folder: Path) -> bytes:
        """Write the fault into the copy in `folder`; return the file as it was."""
        file = folder / self.path
        before = file.read_bytes()
        _write(file, self.mutate(before.decode()).encode())
        return before

    def mutate(self, source: str) -> str:
        """Return the text of the file with the fault. Raise BadMutant."""
        if (count := source.count(self.old)) != 1:
            raise BadMutant(f"{self.name}: its text occurs {count} times in {self.path}, not once")
        return source.replace(self.old, self.new)


def load_mutants(folder: Path = LISTS) -> list[Mutant]:
    """Return all mutants, in the order of files and lines. Raise BadMutant."""
    mutants = []
    for file in sorted(folder.glob("*.toml")):
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]:
            try:
                mutants.append(Mutant(**{**entry, "tests": tuple(entry["tests"])}))
            except (TypeError, KeyError) as problem:
                raise BadMutant(f"{file.name}: {entry.get('name')}: {problem}") from problem
    return mutants


def _write(file: Path, content: bytes) -> None:
    """Write a source without its compiled form, which is recognised by second and size only."""
    file.write_bytes(content)
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        compiled.unlink()


def copy_project(folder: Path) -> Path:
    """Copy the project's files to `folder`, without what Git ignores, over an earlier copy."""
    ignored = (ROOT / ".gitignore").read_text().replace("/", "").split()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", "build", *ignored))
    return folder


def run_tests(
    folder: Path,
    tests: Iterable[str],
    *options: str,
    all_of_them: bool,
    limit_s: float | None = None,
) -> int:
    """Run tests in a copy; return pytest's exit status. What exceeds the limit has failed."""
    variables = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        "PYTHONPATH": os.pathsep.join((str(folder / "tools"), str(folder))),
        "SCOREPAD_CACHE": str(cache.folder()),
        "PYTHONDONTWRITEBYTECODE": "",
        **({"FULL": "1"} if all_of_them else {}),
    }
    tier = () if all_of_them else ("-m", "not full")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tier, *options]
    try:
        done = subprocess.run(
            [*command, *tests],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _FAILED
    if done.returncode not in (_PASSED, _FAILED, _NO_TESTS):
        raise Broken(
            f"{' '.join(tests)}: pytest ends with {done.returncode}\n{done.stdout[-2000:]}"
        )
    return done.returncode


def try_mutant(mutant: Mutant, folder: Path) -> str:
    """Return what detects a mutant: "test", "test-all", or "" if it survives."""
    before = mutant.apply(folder)
    try:
        for tier, all_of_them in (("test", False), ("test-all", True)):
            options = ("-x", "-n", "0")
            if (
                run_tests(
                    folder, mutant.tests, *options, all_of_them=all_of_them, limit_s=_LIMIT_S
                )
                == _FAILED
            ):
                return tier
        return ""
    finally:
        _write(folder / mutant.path, before)


def try_all(mutants: Sequence[Mutant], jobs: int) -> dict[str, list[Mutant]]:
    """Return the mutants by what detects them. Raise Broken or BadMutant."""
    copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for number in range(jobs):
        copies.put(copy_project(ROOT / "build" / "mutants" / str(number)))
    _check_unchanged(copies, mutants, jobs)

    def judge(mutant: Mutant) -> str:
        folder = copies.get()
        try:
            return try_mutant(mutant, folder)
        finally:
            copies.put(folder)

    found: dict[str, list[Mutant]] = {"test": [], "test-all": [], "": []}
    with ThreadPoolExecutor(jobs) as pool:
        for mutant, tier in zip(mutants, pool.map(judge, mutants), strict=True):
            found[tier].append(mutant)
            print(f"{tier or 'SURVIVES':9} {mutant.name}", flush=True)
    return found


def _check_unchanged(
    copies: "queue.SimpleQueue[Path]", mutants: Iterable[Mutant], jobs: int
) -> None:
    """Raise Broken if the tests fail without a mutant, as then they would detect anything."""
    folder = copies.get()
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    status = run_tests(folder, tests, "-n", str(jobs), all_of_them=True)
    copies.put(folder)
    if status != _PASSED:
        raise Broken(
            "the tests fail without any mutant, or there are none; run them by themselves"
        )


def main() -> int:
    """Run the command line; 2 is the exit status when nothing can be said."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    options.add_argument("names", nargs="*", metavar="NAME", help="those whose names begin so")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once")
    chosen = options.parse_args()
    try:
        names = tuple(chosen.names)
        mutants = [m for m in load_mutants() if not names or m.name.startswith(names)]
        if not mutants:
            raise BadMutant(f"no mutant has a name that begins with {' or '.join(names)}")
        found = try_all(mutants, chosen.jobs)
    except (BadMutant, Broken) as problem:
        print(f"mutants: {problem}", file=sys.stderr)
        return 2
    by_test, by_all, alive = (len(found[tier]) for tier in ("test", "test-all", ""))
    print(
        f"{len(mutants)} mutants: {by_test} detected by make test, {by_all} more by make test-all,"
    )
    print(f"{alive} survive{'' if alive != 1 else 's'}")
    for mutant in found[""]:
        print(f"  {mutant.name} ({mutant.path}): not detected by {', '.join(mutant.tests)}")
    return 1 if alive or by_test < SHARE * len(mutants) else 0


if __name__ == "__main__":
    sys.exit(main())
