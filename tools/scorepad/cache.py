"""The folder of what Scorepad can make or fetch again: compiled firmware, interpreters."""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from filelock import FileLock

from scorepad.debian import Unreachable
from scorepad.errors import UserError
from scorepad.sources import INSTALLED, SOURCES

ENVIRONMENT = "SCOREPAD_CACHE"
_KEEP = 8  # builds of a kind
_USED_S = 86_400  # a simulated tablet may still read its build
PAUSES_S = (2.0, 10.0)  # before the second attempt at a download, and before the third
_FAILED: set[Path] = set()  # what this process could not download: not worth another wait


class CacheUnusable(UserError):
    """The cache folder cannot be written."""


def folder() -> Path:
    """Return the one that SCOREPAD_CACHE names; else .cache of a clone, else the user's own.

    It need not be there, nor can it always be written.
    """
    if named := os.environ.get(ENVIRONMENT):
        return Path(named).absolute()
    return _own() if INSTALLED else SOURCES / ".cache"


def _own() -> Path:
    import platformdirs  # noqa: PLC0415  # most commands need no cache

    return platformdirs.user_cache_path("scorepad", appauthor=False)


@contextlib.contextmanager
def locked(what: str) -> Iterator[Path]:
    """Within the block, let only this process change a part of the cache; yield its folder.

    The system drops the lock of a dead one. A process must not take the same lock twice. Raise
    CacheUnusable.
    """
    where = folder()
    try:
        where.mkdir(parents=True, exist_ok=True)
        lock = FileLock(where / f"{what}.lock")
        lock.acquire()
    except OSError as error:
        raise CacheUnusable(
            f"{where}: the cache folder cannot be written ({error.strerror}); "
            f"set {ENVIRONMENT} to a folder that can"
        ) from error
    try:
        yield where
    finally:
        lock.release()


@contextlib.contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield an empty folder that replaces `target` if the block ends without an error."""
    draft = target.with_name(target.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)  # what an interrupted run left
    draft.mkdir(parents=True)
    try:
        yield draft
        shutil.rmtree(target, ignore_errors=True)
        draft.rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def fetch(
    target: Path,
    fill: Callable[[Path], object],
    is_usable: Callable[[], bool] | None = None,
    pauses: Sequence[float] = PAUSES_S,
    wait: Callable[[float], object] = time.sleep,
) -> Path:
    """Return the folder `target` of the cache; if it is missing, `fill` an empty one first.

    Only one process at a time fills it, and it is whole or missing. A download that fails is
    tried again after each of `pauses`, in seconds; what the last attempt raises is raised.

    is_usable: tells whether `target` need not be filled; by default it must exist
    """
    is_usable = is_usable or target.exists
    if is_usable():
        return target
    with locked("-".join(target.relative_to(folder()).parts)):
        if not is_usable():  # another process may have filled it meanwhile
            _fill(target, fill, () if target in _FAILED else pauses, wait)
    return target


def _fill(
    target: Path,
    fill: Callable[[Path], object],
    pauses: Sequence[float],
    wait: Callable[[float], object],
) -> None:
    """Fill a folder; repeat the attempt after each pause while downloads fail."""
    for pause in (*pauses, None):
        try:
            with replacing(target) as draft:
                fill(draft)
            return
        except (Unreachable, subprocess.CalledProcessError):
            if pause is None:
                _FAILED.add(target)
                raise
            wait(pause)


def mark_used(build: Path) -> Path:
    """Mark a build in the cache as used now, and return its path."""
    with contextlib.suppress(OSError):  # in a cache that can only be read
        os.utime(build)
    return build


def forget_old(builds: Iterable[Path]) -> None:
    """Delete all but the latest used of these builds, so that the cache stays small."""
    found = sorted(((path.stat().st_mtime, path) for path in builds), reverse=True)
    for when, old in found[_KEEP:]:
        if when < time.time() - _USED_S:
            shutil.rmtree(old, ignore_errors=True)
