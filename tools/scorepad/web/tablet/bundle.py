"""The tablet's page as a folder of files that any server can give out."""

import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path

from scorepad import build, cache
from scorepad.errors import UserError
from scorepad.json_text import json_text

HERE = Path(__file__).parent
PAGE = HERE / "page"
RUNTIME = ("micropython.mjs", "micropython.wasm")
_ICON = HERE.parent / "static" / "icon.svg"
PACKED = HERE / "micropython"  # in the installed package
_LICENCE = HERE / "micropython.LICENSE.txt"
_KEPT = 4  # pages of other versions
_INSTEAD = {  # of what boards have
    "firmware/board.py": HERE / "board.py",
    "firmware/ui/fonts/foreign.py": HERE / "instead" / "foreign.py",
}
_NO_PAGE = {  # modules below the interface of a board
    "firmware/hardware/espressif.py",
    "firmware/hardware/filesystem.py",
    "firmware/hardware/own_usb.py",
    "firmware/hardware/peripherals.py",
    "firmware/hardware/shared_filesystem.py",
}


def sources() -> list[tuple[Path, Path]]:
    """Return everything that runs in a page, as (file, target), in a fixed order."""
    places = [(path, place.as_posix()) for path, place in build.firmware_sources()]
    return [
        (_INSTEAD.get(place, path), Path(place)) for path, place in places if place not in _NO_PAGE
    ]


def bundle(others: Iterable[tuple[Path, Path]] = ()) -> bytes:
    """Return the firmware for a page, packed with `others`. Raise BuildError, CacheUnusable.

    A line of JSON, [[name, bytes], ...], and after it the files in this order.
    """
    folder = build.cached([*sources(), *others])
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    sizes = [[name, len(content)] for name, content in files.items()]
    return json_text(sizes, on_one_line=True).encode() + b"\n" + b"".join(files.values())


def micropython_folder() -> Path:
    """Return the folder of MicroPython for pages in the cache; it exists once fetched."""
    return cache.folder() / "wasm" / "1.27.0"


def runtime() -> Path:
    """Return the folder of MicroPython for a page, fetched if missing. Raise UserError."""
    for folder in (PACKED, micropython_folder() / "package"):
        if all((folder / name).exists() for name in RUNTIME):
            return folder
    raise UserError(
        "MicroPython for browsers is not in this installation: in a clone, "
        "`python -m dev.fetching.get_micropython_wasm` fetches it"
    )


def site() -> Path:
    """Return the folder of the page, up to date. Raise UserError, BuildError, CacheUnusable."""
    files = {path.name: path.read_bytes() for path in sorted(PAGE.iterdir()) if path.is_file()}
    files |= {name: (runtime() / name).read_bytes() for name in RUNTIME}
    files |= {path.name: path.read_bytes() for path in (_ICON, _LICENCE)}
    files["firmware.bin"] = bundle()
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    folder = cache.folder() / "page" / digest.hexdigest()[:16]

    def fill(draft: Path) -> None:
        # A server that runs may give a page of another version out; the newest is the draft.
        pages = sorted(folder.parent.glob("*"), key=lambda page: page.stat().st_mtime)
        for old in pages[: -_KEPT - 1]:
            shutil.rmtree(old, ignore_errors=True)
        for name, content in files.items():
            (draft / name).write_bytes(content)

    return cache.fetch(folder, fill)
