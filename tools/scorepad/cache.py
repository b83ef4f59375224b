"""The folder of what Scorepad can make or fetch again: compiled firmware, interpreters."""

import contextlib
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from filelock import FileLock

from scorepad.errors import UserError
from scorepad.sources import INSTALLED, SOURCES

ENVIRONMENT = "SCOREPAD_CACHE"
_KEEP = 8  # builds of a kind
_USED_S = 86_400  # a simulated tablet may still read its build


class CacheUnusable(UserError):
    """Nothing can be written into the cache folder."""


def folder() -> Path:
    """The one that SCOREPAD_CACHE names; else .cache of a clone, else the user's own.

    It need not be there, nor can it always be written.
    """
    if named := os.environ.get(ENVIRONMENT):
        return Path(named).absolute()
    return _own() if INSTALLED else SOURCES / ".cache"


def _own() -> Path:
    import platformdirs  # noqa: PLC0415  # most commands need no cache

    return platformdirs.user_cache_path("scorepad", appauthor=False)


@contextlib.contextmanager
def locked(what: str = "fetched") -> Iterator[Path]:
    """Lets one process at a time change a part of the cache, which is there then; its folder.

    The system drops the lock of a dead one. Raises CacheUnusable.
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
    """Gives an empty folder that takes `target`'s place if the block ends well."""
    draft = target.with_name(target.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)  # what an interrupted run left
    draft.mkdir(parents=True)
    try:
        yield draft
        shutil.rmtree(target, ignore_errors=True)
        draft.rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def used(build: Path) -> Path:
    """A build in the cache that is used now; the same path."""
    with contextlib.suppress(OSError):  # in a cache that can only be read
        os.utime(build)
    return build


def forget_old(builds: Iterable[Path]) -> None:
    """Keeps of these builds those that were used last, so that the cache stays small."""
    found = sorted(((path.stat().st_mtime, path) for path in builds), reverse=True)
    for when, old in found[_KEEP:]:
        if when < time.time() - _USED_S:
            shutil.rmtree(old, ignore_errors=True)
