"""Make one file with MicroPython and Scorepad, which a maker puts on a chip as it is.

``python -m dev.make_image --board pico`` makes build/image/scorepad-pico.uf2, to be dragged onto
the drive that a Pico shows. The same sources make the same bytes.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from dev.fetching.outcome import Missing, say
from dev.images import pico
from scorepad.sources import SOURCES

KINDS: dict[str, Callable[[Path], Path]] = {pico.BOARD: pico.make}  # into a folder; the file
NEXT = {
    pico.BOARD: "hold BOOTSEL while you plug the Pico in, and drag the file onto its drive RPI-RP2"
}


def main() -> int:
    """Run the command line; 2 is the exit status when there can be no image here."""
    options = argparse.ArgumentParser(description="Make an image of MicroPython with Scorepad.")
    options.add_argument("--board", choices=KINDS, required=True, help="for which board")
    options.add_argument("--into", type=Path, default=SOURCES / "build/image", help="a folder")
    chosen = options.parse_args()
    try:
        made = KINDS[chosen.board](chosen.into)
    except Missing as problem:
        say(__file__, str(problem))
        return 2
    print(f"{made} ({made.stat().st_size:,} bytes)", f"Next: {NEXT[chosen.board]}.", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
