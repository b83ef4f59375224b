"""Make an image with Scorepad in it, one file to put on a new board: `make image BOARD=pico`.

What is made is in build/image; it is said how to put it on a board.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dev.fetching.outcome import Missing, say
from dev.images import espressif, pico
from scorepad import build
from scorepad.cache import CacheUnusable
from scorepad.sources import SOURCES

# What makes the image of each board in a folder, with a panel named or "", and gives the lines to
# say of it.
KINDS: dict[str, Callable[[Path, str], list[str]]] = {
    pico.BOARD: pico.make,
    **{board: partial(espressif.make, board) for board in espressif.CHIPS},
}


def make(board: str, into: Path, panel: str = "") -> list[str]:
    """Put the image for a board into a folder; return what to print. Raise Missing.

    `panel`: one of build.PANELS; "": the board finds it.
    """
    if board not in KINDS:
        raise Missing(f"there is no image for {board!r}; there is one for {', '.join(KINDS)}")
    if panel and panel not in build.PANELS:
        raise Missing(f"there is no panel {panel!r}; there are {', '.join(build.PANELS)}")
    into.mkdir(parents=True, exist_ok=True)
    return KINDS[board](into, panel)


def main() -> int:
    """Run the command line; 2 is the exit status when the image cannot be made here."""
    options = argparse.ArgumentParser(description="Make an image of MicroPython with Scorepad.")
    options.add_argument("--board", required=True, help=f"one of {', '.join(KINDS)}")
    options.add_argument("--panel", default="", help=f"one of {', '.join(build.PANELS)}")
    chosen = options.parse_args()
    try:
        lines = make(chosen.board, SOURCES / "build" / "image", chosen.panel)
    except (Missing, build.BuildError, CacheUnusable) as problem:
        say(__file__, str(problem))
        return 2
    print(*lines, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
