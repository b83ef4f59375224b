"""The site: a front page, a tablet to try, what reaches a board, and the documentation.

``python -m website.build`` makes it in build/web: files for any server, beneath any path.
"""

import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from scorepad.build import BuildError
from scorepad.errors import UserError
from website import documentation, frame, installing, keeping, trying

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path("build") / "web"
# The folders of the site, and what makes the files of each.
FOLDERS: dict[str, Callable[[], Mapping[str, bytes]]] = {
    "": lambda: frame.folder("front"),
    "docs": documentation.files,
    "fetch": lambda: frame.folder("fetch"),
    "install": lambda: frame.folder("install") | installing.files(),
    "serial": lambda: frame.folder("serial"),
    "tablet": trying.files,
}


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
    return files | {keeping.NAME: keeping.worker(files)}


def write(folder: Path) -> None:
    """Makes the site in a folder, in place of what is in it. Raises as `site`, and OSError."""
    files = site()
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def main() -> int:
    """Makes the site; 2 is the exit status if it cannot be made."""
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
