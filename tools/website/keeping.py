"""The service worker: it keeps the site in a browser, one version of it as a whole."""

import hashlib
from collections.abc import Mapping

from scorepad.json_text import json_text
from website import frame

NAME = "service.js"
_DIGITS = 32  # of a digest that are kept: 128 bits


def worker(files: Mapping[str, bytes]) -> bytes:
    """The worker for these files, by path. Other files are another worker."""
    known = {
        path: hashlib.sha256(content).hexdigest()[:_DIGITS]
        for path, content in sorted(files.items())
    }
    script = (frame.HERE / "theme" / NAME).read_text(encoding="utf-8")
    return f"const FILES = {json_text(known)};\n\n{script}".encode()
