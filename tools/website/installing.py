"""What the page that puts Scorepad on a board needs beside its own files (install/)."""

import hashlib
from collections.abc import Mapping
from itertools import product

from dev.fetching import npm
from dev.fetching.outcome import explain
from dev.images import partitions
from scorepad import build, cache
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.tablet import deploy
from scorepad.tablet.board_link import on_board
from scorepad.web.tablet.bundle import packed

PANELS = ("", "ssd1309")  # "": the tablet finds out which of the others it has
ESPTOOL = (  # writes MicroPython onto an ESP32 from a page
    "esptool-js@0.7.0",
    "9c7797cfbcac3a989ab85c52c9daaa65ffc0d538c273a055757b98bb846fdf1f",
)
ON_BOARD = ("boot.py", "files.py", "said.py", "unwatch.py")


def files() -> dict[str, bytes]:
    """All that is not in the sources, by path in the page's folder. Raises UserError."""
    try:
        esptool = npm.package(__file__, *ESPTOOL, cache.folder() / "esptool-js" / "0.7.0")
    except npm.FAILURES as problem:
        raise UserError(explain("esptool-js", problem)) from problem
    return {
        "esptool.mjs": (esptool / "bundle.js").read_bytes(),
        "esptool.LICENSE.txt": (esptool / "LICENSE").read_bytes(),
        "scores.bin": partitions.table(),
        **{f"on_board/{name}": on_board(name).encode() for name in ON_BOARD},
        **firmware(
            {
                name(board, panel): deploy.version(board, panel)
                for board, panel in product(build.BOARDS, PANELS)
            }
        ),
    }


def name(board: str, panel: str) -> str:
    """What firmware.mjs calls the firmware for such a board with a panel."""
    return f"{board} {panel}".strip()


def firmware(versions: Mapping[str, deploy.Version]) -> dict[str, bytes]:
    """What is put on each board, by `name`: paths, digests and chips; and each content once."""
    contents: dict[str, bytes] = {}
    boards = {}
    for board, version in versions.items():
        digests = {path: _digest(content) for path, content in sorted(version.files.items())}
        contents |= {digest: version.files[path] for path, digest in digests.items()}
        chips = [chip for chip, kind in deploy.KINDS.items() if kind == board.split()[0]]
        boards[board] = {"version": version.name, "files": digests, "chips": chips}
    manifest = json_text(boards, on_one_line=True).encode()
    return {"firmware.json": manifest, "firmware.bin": packed(contents)}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
