"""Where MicroPython is built for an emulated board, and what stays of it in the cache."""

import contextlib
import hashlib
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from scorepad import build, cache

_PLAIN = "/tmp"  # a folder whose name has no space


def digest(ours: Iterable[Path], modules: dict[str, Path]) -> str:
    """Of files, and of modules by their names."""
    named = [(path, name) for name, path in sorted(modules.items())]
    return build.hashed([*((path, path.name) for path in ours), *named])


@contextlib.contextmanager
def place(kind: str, ours: Iterable[Path]) -> Iterator[Path]:
    """The folder to build in, by a name without a space: compilers' options and `make` take no
    others. It stays in the cache as long as these files are the same, so that only what has
    changed is compiled; where the cache's own name has a space it is there for this build alone.
    """
    folder = cache.folder() / kind
    name = hashlib.sha256(f"{folder} {digest(ours, {})}".encode()).hexdigest()
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
    """Whether a path has no space."""
    return len(str(path).split()) == 1


def plainly(sources: Path, copy: Path) -> Path:
    """The same sources by a path without a space: a copy, where theirs has one, for CMake asks
    where a link leads."""
    if plain(sources):
        return sources
    shutil.copytree(sources, copy, symlinks=True)
    return copy
