"""A tablet as it runs in a page of a browser, for the simulator: its runtime `wasm`.

Node.js runs what a page runs, but for the page itself (browser/tablet.mjs).
"""

import hashlib
import os
from pathlib import Path

from dev.fetching import get_micropython_wasm
from scorepad import cache
from scorepad.simulator import process
from scorepad.web.tablet import bundle

NAME = "wasm"
_HARNESS = Path(__file__).parent / "browser" / "tablet.mjs"
_LOOKING = process.DEVICE / "looking.py"


def command() -> process.Command:
    """How such a tablet is started. Raises Missing, BuildError."""
    parts = get_micropython_wasm.parts()
    what = (parts.node, _HARNESS, parts.library, _bundle(), bundle.PAGE)
    return [str(part) for part in what], bundle.PAGE, {**os.environ}


def _bundle() -> Path:
    """The firmware for a page as a file, with what looks at it."""
    content = bundle.bundle([(_LOOKING, Path(_LOOKING.name))])
    path = cache.folder() / "bundle" / hashlib.sha256(content).hexdigest()[:16]
    return cache.fetch(path, lambda draft: (draft / "bundle").write_bytes(content)) / "bundle"


process.OTHERS[NAME] = command
