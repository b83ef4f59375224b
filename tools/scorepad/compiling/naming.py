"""What each name of joined modules is called in their one file."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from scorepad.compiling.modules import IMPORTS, Module, Origin
from scorepad.compiling.numbers import defined
from scorepad.compiling.short_names import codes


def only_values(module: Module) -> bool:
    """Whether a module does nothing but name values, and so can be an object that has them."""
    return bool(module.bound) and all(
        defined(statement) or _is_docstring(statement) for statement in module.tree.body
    )


def is_empty(module: Module) -> bool:
    """Whether a module has nothing but a docstring."""
    return all(_is_docstring(statement) for statement in module.tree.body)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@dataclass
class Names:
    """The names in the file of `modules`, the last of which is the one that is imported.

    `own`: which of the names that a module binds have to be there; `free`: names that must keep
    the meaning that they have in any file.
    """

    modules: list[Module]
    own: dict[Module, list[str]]
    free: set[str]
    _names: dict[Origin, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        root = self.modules[-1]
        for name in (name for name in self.own[root] if not name.startswith("_")):
            self._names[Origin(root.name, name)] = name
        for module in self.modules:
            for name in self.own[module]:
                self.add(Origin(module.name, name), name)

    def __getitem__(self, origin: Origin) -> str:
        return self._names[origin]

    def __contains__(self, origin: object) -> bool:
        return origin in self._names

    def add(self, origin: Origin, wanted: str) -> str:
        """The name of what comes from there: as wanted, if that means nothing else."""
        if origin not in self._names:
            taken = self.free.union(self._names.values())
            self._names[origin] = self._fresh() if wanted in taken else wanted
        return self._names[origin]

    def rename(self, origin: Origin) -> None:
        """Gives it a name that no function has for anything of its own."""
        self._names[origin] = self._fresh()

    def _fresh(self) -> str:
        taken = self._written.union(self._names.values())
        return next(code for code in codes() if code not in taken)

    @cached_property
    def _written(self) -> set[str]:
        """The names that stand in the modules, but for attributes: to share one saves heap."""
        nodes = (node for module in self.modules for node in ast.walk(module.tree))
        return {name for node in nodes for name in _named(node)}


def _named(node: ast.AST) -> Iterator[str]:
    for each in ("id", "arg", "name", "asname"):
        name = getattr(node, each, None)
        if isinstance(name, str) and (each != "name" or not isinstance(node, IMPORTS)):
            yield name
