"""The tablet's sources, which the PC runs too: the scoring core, the sessions, the link.

In a clone they stand beside this package's folder; where Scorepad is installed they travel inside
it, so that `firmware`, `boot` and `main` are no names that everybody's Python would then have. The
pages of the documentation travel along, without their pictures.
"""

import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_INSIDE = _HERE / "tablet_sources"
_STAND_INS = _HERE / "simulator" / "device" / "cpython"
INSTALLED = _INSIDE.is_dir()
SOURCES = _INSIDE if INSTALLED else _HERE.parents[1]  # boot.py, main.py, firmware/
DOCS = (_HERE if INSTALLED else SOURCES) / "docs"


def offer_firmware() -> None:
    """Make `import firmware` find the tablet's modules, and these find MicroPython's `const`."""
    _offer("micropython", _STAND_INS)
    _offer("firmware", SOURCES)


def _offer(name: str, folder: Path) -> None:
    """Import a module from exactly this file, even if another has its name."""
    if name in sys.modules:
        return
    found = PathFinder.find_spec(name, [str(folder)])
    if found is None or found.loader is None:
        raise ImportError(f"{folder} has no {name}: this installation of Scorepad is damaged")
    module = module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
