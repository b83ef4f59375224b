"""What users can do: one file for each operation, found by the name that it declares.

A file declares one operation with `@operation("club void")` and is loaded when that is used; to
list them all, only the first lines of the declarations are read.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from scorepad.operation import Operation, declared

_DECLARATION = re.compile(
    r'^@operation\(\s*"([^"]+)"\s*\)\nclass \w+\(\w+\):\n    """([^\n]+?)\.?(?:"""|\n)',
    re.MULTILINE,
)
_FOLDER = Path(__file__).parent


class Listed(NamedTuple):
    """Where an operation is declared, and its title."""

    module: str
    title: str


class Group(NamedTuple):
    """A group of commands: what they are about."""

    title: str
    description: str = ""


GROUPS: dict[str, Group] = {}  # by name, as "club knockout"


@cache
def index() -> dict[str, Listed]:
    """Return all operations by their names, in alphabetical order."""
    found = {}
    for path in _FOLDER.rglob("*.py"):
        module = ".".join(path.relative_to(_FOLDER).with_suffix("").parts)
        for name, title in _DECLARATION.findall(path.read_text(encoding="utf-8")):
            found[name] = Listed(module, title)
    return dict(sorted(found.items()))


def find(name: str) -> type[Operation]:
    """Return the operation with this name. Raise KeyError."""
    import_module("scorepad.operations." + index()[name].module)
    return declared(name)
