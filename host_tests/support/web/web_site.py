"""The web site as a folder, and a server of it on this machine."""

import contextlib
import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from dev.fetching import get_micropython_wasm
from scorepad.web.tablet import bundle
from support.commands import ROOT

_TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm"}
WEBSITE = ROOT / "tools" / "website"


def site_in(folder: Path) -> Path:
    """The pages, and the tablet's beside them."""
    get_micropython_wasm.parts()
    shutil.copytree(WEBSITE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(bundle.site(), folder / "tablet", dirs_exist_ok=True)
    return folder


class _Files(SimpleHTTPRequestHandler):
    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return _TYPES.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@contextlib.contextmanager
def site_served(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
