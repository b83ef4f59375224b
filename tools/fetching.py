"""What programs that fetch into .cache have in common.

Only the standard library is used: this runs before anything is installed.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

if sys.platform != "win32":  # where nothing is fetched, so nothing needs the lock
    import fcntl

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"


@contextlib.contextmanager
def locked(cache: Path) -> Iterator[None]:
    """Let one process at a time change the cache; the system drops the lock of a dead one."""
    cache.mkdir(exist_ok=True)
    with (cache / "micropython.lock").open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give an empty folder that takes `target`'s place if the block ends well."""
    draft = target.with_name(target.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)  # what an interrupted run left
    draft.mkdir()
    try:
        yield draft
        shutil.rmtree(target, ignore_errors=True)
        draft.rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def run(
    *command: str | Path, folder: Path | None = None, variables: Mapping[str, str] | None = None
) -> str:
    """Run a command quietly, with more `variables` in its environment; what it printed."""
    # apt and dpkg translate their messages; the reason of a failure should read the same.
    environment = {**os.environ, "LC_ALL": "C", **(variables or {})}
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment, cwd=folder
    ).stdout


def last_line(failure: Exception) -> str:
    """Shorten a failed command's complaint to one line."""
    complaint = getattr(failure, "stderr", "") or str(failure)
    return complaint.strip().splitlines()[-1]
