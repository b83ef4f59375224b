"""The content frozen into an image: the firmware for a board, and what starts it."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from dev.make_firmware import STARTED
from scorepad import build
from scorepad.sources import SOURCES

IMAGES = SOURCES / "firmware" / "images"
# Where else what starts the firmware goes, since firmware/images has what MicroPython starts.
PLACES = {SOURCES / name: "firmware" / name for name in STARTED}


def name(board: str, panel: str) -> str:
    """Return the name of an image's file, without its ending."""
    return "-".join(filter(None, ("scorepad", board, panel)))


def started(kind: str) -> list[tuple[Path, Path]]:
    """Return the modules that MicroPython starts by name on boards of a kind
    (firmware/images/KIND): files, and their names there."""
    paths = (*IMAGES.glob("*.py"), *(IMAGES / kind).glob("*.py"))
    return [(path, Path(path.name)) for path in paths]


def manifest(board: str, kind: str, port: Iterable[str], folder: Path, panel: str = "") -> Path:
    """Put all that is frozen into an empty folder; return the manifest, which also has lines
    that `port` of MicroPython needs. `panel`: as in build.firmware_sources."""
    path = folder / "manifest.py"
    path.write_text("\n".join([*port, *_modules(board, kind, folder / "frozen", panel)]))
    return path


def _modules(board: str, kind: str, folder: Path, panel: str) -> Iterator[str]:
    """Put them into a new folder, and return the lines that freeze them."""
    identity = folder / "scorepad_image.py"
    identity.parent.mkdir()
    identity.write_text(f'ID = "{build.identity(board, panel)}"\n')
    for file, place in (*build.firmware_sources(board, panel), *started(kind)):
        target = folder / PLACES.get(file, place)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    for path in sorted(folder.rglob("*.py")):
        yield f"module({path.relative_to(folder).as_posix()!r}, base_path={str(folder)!r})"
