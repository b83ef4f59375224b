"""Find esptool-js, which writes MicroPython onto an ESP32 from a page."""

from pathlib import Path

from dev.fetching import npm
from dev.fetching.outcome import Missing, explain
from scorepad import cache

PACKAGE = (
    "esptool-js@0.7.0",
    "9c7797cfbcac3a989ab85c52c9daaa65ffc0d538c273a055757b98bb846fdf1f",
)


def package() -> Path:
    """Its folder, with bundle.js and LICENSE; fetched if it must be. Raises Missing."""
    try:
        return npm.package(__file__, *PACKAGE, cache.folder() / "esptool-js" / "0.7.0")
    except npm.FAILURES as problem:
        raise Missing(explain("esptool-js", problem)) from problem
