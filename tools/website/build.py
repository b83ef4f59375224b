"""The site: a front page, a tablet to try, what reaches a board, and the documentation.

``python -m website.build`` makes it in build/web: files for any server, beneath any path.
"""

import hashlib
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from scorepad.build import BuildError
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.sources import SOURCES as ROOT
from website import documentation, frame, installing, trying

WORKER = "service.js"
_DIGITS = 32  # of a digest that are kept: 128 bits
TARGET = Path("build") / "web"
# The folders of the site, and what makes the files of each.
FOLDERS: dict[str, Callable[[], Mapping[str, bytes]]] = {
    "": lambda: frame.folder("front"),
    "docs": documentation.files,
    "install": lambda: frame.folder("install") | installing.files(),
    "tablet": trying.files,
}


def worker(files: Mapping[str, bytes]) -> bytes:
    """The worker for these files, by path. Other files are another worker."""
    known = {
        path: hashlib.sha256(content).hexdigest()[:_DIGITS]
        for path, content in sorted(files.items())
    }
    script = (frame.HERE / "theme" / WORKER).read_text(encoding="utf-8")
    return f"const FILES = {json_text(known)};\n\n{script}".encode()


def site() -> dict[str, bytes]:
    """All files of the site, by path. Raises UserError, BuildError."""
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
    """Makes the site in a folder, in place of what is in it. Raises as `site`, and OSError."""
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
