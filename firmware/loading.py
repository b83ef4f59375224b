"""Loading and unloading of code: a tablet has room for one game.

Loading is a plain `import`. An unloaded module stays alive while it is used.
"""

import gc
import sys

from micropython import const

_OFTEN = const(10240)  # bytes of heap that are taken until garbage is collected


def with_frequent_gc(work, *arguments):
    """Return the result of `work`, collecting often so that it does not lie behind garbage."""
    before = gc.threshold()  # type: ignore[attr-defined]
    gc.threshold(_OFTEN)  # type: ignore[attr-defined]
    try:
        return work(*arguments)
    finally:
        gc.threshold(before)  # type: ignore[attr-defined]


def load(name: str):  # a module
    """Return a module of the firmware, loaded if it is not there."""
    name = "firmware." + name
    __import__(name)
    return sys.modules[name]


def load_temporarily(name: str):  # a module
    """Return a module of the firmware that nothing keeps loaded but its use."""
    before = list_loaded("firmware")
    __import__("firmware." + name)
    module = sys.modules["firmware." + name]
    unload_since("firmware", before)
    return module


def run_and_unload(package: str, work, *arguments):
    """Return the result of `work` and unload the modules of a package that it has loaded."""
    before = list_loaded(package)
    try:
        return work(*arguments)
    finally:
        unload_since(package, before)


def unload(module: str) -> None:
    """Unload a module; its package may be unloaded already."""
    package, _, name = module.rpartition(".")
    del sys.modules[module]
    if package in sys.modules:
        delattr(sys.modules[package], name)


def list_loaded(package: str) -> list[str]:
    """Return the names of the modules of a package that are loaded now."""
    start = package + "."
    return [name for name in sys.modules if name.startswith(start)]


def unload_since(package: str, before: list[str]) -> None:
    """Unload the modules of a package that were not loaded before."""
    for module in list_loaded(package):
        if module not in before:
            unload(module)
