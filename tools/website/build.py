"""The site: a front page, a tablet to try, what reaches a board, and the documentation.

``python -m website.build`` makes it in build/web: files for any server, below any path.
"""

import hashlib
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from dev.fetching import npm
from dev.fetching.outcome import explain
from dev.images import partitions
from scorepad import cache
from scorepad.build import BuildError
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.sources import SOURCES as ROOT
from website import documentation, frame, trying

WORKER = "service.js"
ESPTOOL = (  # writes MicroPython onto an ESP32 from a page
    "esptool-js@0.7.0",
    "9c7797cfbcac3a989ab85c52c9daaa65ffc0d538c273a055757b98bb846fdf1f",
)
_DIGITS = 32  # of a digest that are kept: 128 bits
TARGET = Path("build") / "web"
# The folders of the site, and what makes the files of each.
FOLDERS: dict[str, Callable[[], Mapping[str, bytes]]] = {
    "": lambda: frame.folder("front"),
    "docs": documentation.files,
    "install": lambda: frame.folder("install") | writer(),
    "tablet": trying.files,
}


def writer() -> dict[str, bytes]:
    """Return what the page that writes MicroPython has besides its sources. Raise UserError."""
    try:
        esptool = npm.package(__file__, *ESPTOOL, cache.folder() / "esptool-js" / "0.7.0")
    except npm.FAILURES as problem:
        raise UserError(explain("esptool-js", problem)) from problem
    return {
        "esptool.mjs": (esptool / "bundle.js").read_bytes(),
        "esptool.LICENSE.txt": (esptool / "LICENSE").read_bytes(),
        "scores.bin": partitions.table(),
    }


def worker(files: Mapping[str, bytes]) -> bytes:
    """Return the worker for these files, by path. Other files are another worker."""
    known = {
        path: hashlib.sha256(content).hexdigest()[:_DIGITS]
        for path, content in sorted(files.items())
    }
    script = (frame.HERE / "theme" / WORKER).read_text(encoding="utf-8")
    return f"const FILES = {json_text(known)};\n\n{script}".encode()


def site() -> dict[str, bytes]:
    """Return all files of the site, by path. Raise UserError, BuildError."""
    files = {
        f"{name}/{path}".lstrip("/"): content
        for name, made in FOLDERS.items()
        for path, content in made().items()
    }
    for path, content in files.items():
        if path.endswith(".html"):
            files[path] = frame.framed(path, content)
    return files | {WORKER: worker(files)}


def write(folder: Path) -> None:
    """Make the site in a folder, in place of what is in it. Raises as `site`, and OSError."""
    files = site()
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def main() -> int:
    try:
        write(ROOT / TARGET)
    except (UserError, BuildError, OSError) as problem:
        print(f"make web: {problem}", file=sys.stderr)
        return 2
    print(f"The site is in {TARGET}. Look at it: python3 -m http.server --directory {TARGET} 8000")
    print("and open http://127.0.0.1:8000/. Another server has to send .mjs as text/javascript")
    print("and .wasm as application/wasm. docs/website.md says how to publish it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
