"""The firmware as one file for a page, compiled; and where MicroPython for a page lies."""

from collections.abc import Iterable
from pathlib import Path

from scorepad import build
from scorepad.json_text import json_text

HERE = Path(__file__).parent
_NO_PAGE = {  # what is beneath the seam of a board
    "firmware/hardware/espressif.py",
    "firmware/hardware/filesystem.py",
    "firmware/hardware/peripherals.py",
    "firmware/hardware/shared_filesystem.py",
}


def sources() -> list[tuple[Path, Path]]:
    """Everything that runs in a page, as (file, where it goes), in a fixed order."""
    places = [(path, place.as_posix()) for path, place in build.firmware_sources()]
    return [
        (HERE / "board.py" if place == "firmware/board.py" else path, Path(place))
        for path, place in places
        if place not in _NO_PAGE
    ]


def bundle(others: Iterable[tuple[Path, Path]] = ()) -> bytes:
    """A line of JSON, [[name, bytes], ...], and after it the files in this order.

    `others`: more sources. Raises BuildError, CacheUnusable.
    """
    folder = build.cached([*sources(), *others])
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    contents = [path.read_bytes() for path in files]
    names = [path.relative_to(folder).as_posix() for path in files]
    sizes = [[name, len(content)] for name, content in zip(names, contents, strict=True)]
    return json_text(sizes, on_one_line=True).encode() + b"\n" + b"".join(contents)
