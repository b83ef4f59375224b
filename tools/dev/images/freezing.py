"""What an image has frozen in: the firmware for a board, and what starts it."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from scorepad import build
from scorepad.sources import SOURCES

IMAGES = SOURCES / "firmware" / "images"
# Where else what starts the firmware goes, since firmware/images has what MicroPython starts.
PLACES = {SOURCES / name: Path("firmware") / name for name in ("boot.py", "main.py")}


def started(kind: str) -> list[tuple[Path, Path]]:
    """What MicroPython starts by its name, on boards of a kind (firmware/images/KIND): files, and
    what they are called there."""
    paths = (*IMAGES.glob("*.py"), *(IMAGES / kind).glob("*.py"))
    return [(path, Path(path.name)) for path in paths]


def manifest(board: str, kind: str, port: Iterable[str], folder: Path) -> Path:
    """Puts all that is frozen into an empty folder; the manifest there, which also has the lines
    for what `port` of MicroPython needs."""
    path = folder / "manifest.py"
    path.write_text("\n".join([*port, *_modules(board, kind, folder / "frozen")]))
    return path


def _modules(board: str, kind: str, folder: Path) -> Iterator[str]:
    """Puts them into a new folder, and gives the lines that freeze them."""
    identity = folder / "scorepad_image.py"
    identity.parent.mkdir()
    identity.write_text(f'ID = "{build.identity(board)}"\n')
    for file, place in (*build.firmware_sources(board), *started(kind)):
        target = folder / PLACES.get(file, place)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    for path in sorted(folder.rglob("*.py")):
        yield f"module({path.relative_to(folder).as_posix()!r}, base_path={str(folder)!r})"
