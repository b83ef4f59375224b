"""Code that is loaded when it is wanted and let go afterwards: a tablet has room for one game.

Loading is a plain `import`. What still uses a module that was let go keeps it alive.
"""

import gc
import sys

from micropython import const

_OFTEN = const(10240)  # bytes of heap that are taken until garbage is collected


def densely(work, *arguments):
    """Return the result of `work`, collecting often so that it does not lie behind garbage."""
    before = gc.threshold()  # type: ignore[attr-defined]
    gc.threshold(_OFTEN)  # type: ignore[attr-defined]
    try:
        return work(*arguments)
    finally:
        gc.threshold(before)  # type: ignore[attr-defined]


def bring(name: str):  # a module
    """Return a module of the firmware, loaded if it is not there."""
    name = "firmware." + name
    __import__(name)
    return sys.modules[name]


def borrow(name: str):  # a module
    """Return a module of the firmware that nothing keeps loaded but its use."""
    before = loaded("firmware")
    __import__("firmware." + name)
    module = sys.modules["firmware." + name]
    let_go_since("firmware", before)
    return module


def briefly(package: str, work, *arguments):
    """Return the result of `work` and unload the modules of a package that it has loaded."""
    before = loaded(package)
    try:
        return work(*arguments)
    finally:
        let_go_since(package, before)


def let_go(module: str) -> None:
    """Unload a module; its package may be unloaded already."""
    package, _, name = module.rpartition(".")
    del sys.modules[module]
    if package in sys.modules:
        delattr(sys.modules[package], name)


def loaded(package: str) -> list[str]:
    """Names of the modules of a package that are loaded now."""
    start = package + "."
    return [name for name in sys.modules if name.startswith(start)]


def let_go_since(package: str, before: list[str]) -> None:
    """Unload the modules of a package that were not `loaded` before."""
    for module in loaded(package):
        if module not in before:
            let_go(module)
