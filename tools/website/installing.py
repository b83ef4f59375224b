"""What the page that puts MicroPython on a board needs beside its own files (install/)."""

from dev.fetching import npm
from dev.fetching.outcome import explain
from dev.images import partitions
from scorepad import cache
from scorepad.errors import UserError

ESPTOOL = (  # writes MicroPython onto an ESP32 from a page
    "esptool-js@0.7.0",
    "9c7797cfbcac3a989ab85c52c9daaa65ffc0d538c273a055757b98bb846fdf1f",
)


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
    }
