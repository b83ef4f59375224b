"""Byte-compile the firmware into build/firmware, as a tablet's flash has it, and list the sizes.

``python -m dev.make_firmware`` compiles everything but boot.py and main.py, which a board
starts by these names only. The same sources and the same mpy-cross give the same bytes in any
folder. Beside them is package.json, by which mip installs them; firmware/modules.json, by which
firmware/manifest.py freezes, is brought up to date as well.

``--board esp32s3`` builds for another board of firmware/hardware/boards/.
``--url http://club.example/scorepad`` names where mip is to fetch the files from, for a mip that
does not look for them beside package.json; that of MicroPython 1.25 may be one.
``--core`` leaves the scoring core alone, in build/core, each of its modules a file, for programs
of others.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from firmware import VERSION
from scorepad import build
from scorepad.cache import replacing
from scorepad.sources import SOURCES

STARTED = (Path("boot.py"), Path("main.py"))
PACKAGE = "package.json"
MODULES = SOURCES / "firmware" / "modules.json"
CORE = "firmware/scoring/"
LANGUAGES = tuple(f"firmware/ui/{name}." for name in ("english", "french", "german"))
GROUPS = (  # a file belongs to the first of these that its name begins with
    ("scoring", "firmware/scoring/"),
    ("fonts", "firmware/ui/fonts/"),
    ("languages", LANGUAGES),
    ("screens", "firmware/ui/"),
    ("link", "firmware/link/"),
    ("storage", "firmware/storage/"),
    ("hardware", "firmware/hardware/"),
    ("app", "firmware/"),
    ("start", ""),
)


def make(
    into: Path, url: str = "", board: str = build.BOARD, core: bool = False
) -> dict[str, int]:
    """Put the firmware in the folder `into`, replacing it; return each file's size in bytes.

    `url`: as for `package`; `board`: one of build.BOARDS; `core`: only what scores. Raises
    build.BuildError, and leaves the folder as it was.
    """
    sources = build.firmware_sources(board)
    compiled = [source for source in sources if source[1] not in STARTED]
    if core:
        compiled = [source for source in sources if source[1].as_posix().startswith(CORE)]
    into.parent.mkdir(parents=True, exist_ok=True)
    with replacing(into) as draft:
        build.build(compiled, draft)
        for name in () if core else STARTED:
            shutil.copyfile(SOURCES / name, draft / name)
        files = sorted(path for path in draft.rglob("*") if path.is_file())
        sizes = {path.relative_to(draft).as_posix(): path.stat().st_size for path in files}
        (draft / PACKAGE).write_text(package(sizes, url))
    return sizes


def package(files: Iterable[str], url: str = "") -> str:
    """Return the file for mip: for each file its destination and its source.

    They come from `url`, or from where package.json itself is.
    """
    base = url and url.rstrip("/") + "/"
    pairs = ",\n".join("    " + json.dumps([name, base + name]) for name in files)
    return f'{{\n  "version": "{VERSION}",\n  "deps": [],\n  "urls": [\n{pairs}\n  ]\n}}\n'


def modules() -> str:
    """Return the file that firmware/manifest.py reads: the sources, by their import paths."""
    return json.dumps([place.as_posix() for _, place in build.firmware_sources()], indent=2) + "\n"


def table(sizes: dict[str, int]) -> str:
    groups: dict[str, list[int]] = {group: [] for group, _ in GROUPS}
    for name, size in sizes.items():
        groups[next(group for group, prefix in GROUPS if name.startswith(prefix))].append(size)
    groups["in all"] = list(sizes.values())
    rows = [(group, len(each), sum(each)) for group, each in groups.items() if each]
    return "\n".join(f"{group:9} {count:3} files {size:8,} bytes" for group, count, size in rows)


def main() -> int:
    """Run the command line; 2 is the exit status when a file does not compile."""
    options = argparse.ArgumentParser(description="Compile the firmware for a board.")
    options.add_argument("--board", choices=build.BOARDS, default=build.BOARD, help="which board")
    options.add_argument("--url", default="", help="where mip is to fetch the files from")
    options.add_argument("--core", action="store_true", help="the scoring core alone")
    chosen = options.parse_args()
    into = SOURCES / "build" / ("core" if chosen.core else "firmware")
    try:
        sizes = make(into, chosen.url, chosen.board, chosen.core)
    except build.BuildError as problem:
        print(f"make_firmware: {problem}", file=sys.stderr)
        return 2
    MODULES.write_text(modules())
    print(table(sizes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
