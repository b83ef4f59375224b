"""The names of joined modules in their one file."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain

from scorepad.compiling.modules import Module, Origin
from scorepad.compiling.numbers import defined
from scorepad.compiling.short_names import codes


def only_values(module: Module) -> bool:
    """Return True if a module only names values, and so can be an object that has them."""
    return bool(module.bound) and all(
        defined(statement) or _is_docstring(statement) for statement in module.tree.body
    )


def is_empty(module: Module) -> bool:
    return all(_is_docstring(statement) for statement in module.tree.body)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@dataclass
class Names:
    """The names in the file of a root.

    `offered`: what others look for there, by the name that they know, before anything else;
    `own`: which of the names that a module binds have to be there; `free`: names that must keep
    the meaning that they have in any file; `hidden`: names that mean something else somewhere
    where this is used.
    """

    offered: Mapping[str, Origin]
    own: Mapping[Module, list[str]]
    free: set[str]
    hidden: Mapping[Origin, set[str]]
    _names: dict[Origin, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, origin in self.offered.items():
            self.add(origin, name)
        for module, kept in self.own.items():
            for name in kept:
                self.add(Origin(module.name, name), name)

    def __getitem__(self, origin: Origin) -> str:
        return self._names[origin]

    def __contains__(self, origin: object) -> bool:
        return origin in self._names

    def add(self, origin: Origin, wanted: str) -> None:
        """Return the name of an origin: the wanted name, unless it means something else."""
        if origin not in self._names:
            taken = self.free.union(self._names.values(), self.hidden.get(origin, ()))
            free = (name for name in chain([wanted], codes()) if name not in taken)
            self._names[origin] = next(free)
