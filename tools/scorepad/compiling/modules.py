"""The modules of the firmware: what each binds, and where the names that it imports come from."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scorepad.compiling.scopes import Use, bound, declared_global, uses

Import = ast.Import | ast.ImportFrom
IMPORTS = (ast.Import, ast.ImportFrom)


class CannotJoin(ValueError):
    """Modules that cannot be put into one file as they are; the message names file and line."""


@dataclass(frozen=True)
class Origin:
    """The origin of a name: `name` of a module, or with None the module itself."""

    module: str
    name: str | None


class Module:
    """A source file. `place`: where it is installed; `text`: what is compiled of it; `others`: the
    names of all modules that are compiled with it."""

    def __init__(self, place: Path, file: Path, text: str, others: set[str]):
        self.place, self.file, self.text = place, file, text
        self.name = name_of(place)
        self.tree = ast.parse(text, str(file))
        self._others = others

    @cached_property
    def uses(self) -> list[Use]:
        """The names in it that mean its own, or what is built in."""
        return uses(self.tree)

    @cached_property
    def bound(self) -> dict[str, list[ast.AST]]:
        """The names it binds, and what binds each."""
        return bound(self.tree.body)

    @cached_property
    def rebound(self) -> set[str]:
        """The names that may be bound more than once."""
        return declared_global(self.tree) | {n for n, by in self.bound.items() if len(by) > 1}

    @cached_property
    def imported(self) -> dict[str, Origin]:
        """The origins of what it imports when it is loaded, by their names in it."""
        found = {name: by[0] for name, by in self.bound.items() if name not in self.rebound}
        imports = (node for node in found.values() if isinstance(node, IMPORTS))
        return {name: origin for node in imports for name, _, origin in self.aliases(node)}

    @cached_property
    def attributes(self) -> dict[ast.Name, ast.Attribute]:
        """The names in it of which an attribute is taken."""
        found = (node for node in ast.walk(self.tree) if isinstance(node, ast.Attribute))
        return {node.value: node for node in found if isinstance(node.value, ast.Name)}

    @cached_property
    def imports(self) -> list[Import]:
        """The import statements that run when it is loaded, in that order."""
        nodes = {id(node): node for by in self.bound.values() for node in by}
        found = [node for node in nodes.values() if isinstance(node, IMPORTS)]
        return sorted(found, key=lambda node: (node.lineno, node.col_offset))

    def aliases(self, node: Import) -> Iterator[tuple[str, ast.alias, Origin]]:
        """Yield what an import binds, how it is written there, and its origin."""
        for alias in node.names:
            if isinstance(node, ast.Import):
                top = alias.name if alias.asname else alias.name.split(".")[0]
                yield alias.asname or top, alias, Origin(top, None)
                continue
            inner = f"{node.module}.{alias.name}"
            found = inner in self._others
            origin = Origin(inner, None) if found else Origin(node.module or "", alias.name)
            yield alias.asname or alias.name, alias, origin

    def refuse(self, node: ast.AST, why: str) -> CannotJoin:
        """Return the error to be raised about a part of it."""
        return CannotJoin(f"{self.file}:{node.lineno}: {why}")  # type: ignore[attr-defined]


PACKAGE = "firmware"  # only what is in it is joined and written out


def name_of(place: Path) -> str:
    """Return the name by which a module that is installed there is imported."""
    parts = place.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@dataclass(frozen=True)
class Firmware:
    """The modules that are compiled together, by name."""

    modules: dict[str, Module]

    def is_ours(self, name: str) -> bool:
        """Return True if a module may be joined, and its numbers written out."""
        return name in self.modules and name.partition(".")[0] == PACKAGE

    def origin(self, module: Module, name: str) -> Origin:
        """Return the origin of a name of a module, through all imports."""
        seen = set()
        here = Origin(module.name, name)
        while here.name and here.module in self.modules and here not in seen:
            seen.add(here)
            following = self.modules[here.module].imported.get(here.name)
            if not following:
                break
            here = following
        return here

    def attribute(self, module: Module, node: ast.Attribute) -> Origin | None:
        """Return the origin of an attribute if it belongs to a module of the firmware."""
        assert isinstance(node.value, ast.Name)
        of = self.origin(module, node.value.id)
        if of.name is not None or of.module not in self.modules:
            return None
        return self.origin(self.modules[of.module], node.attr)

    def closure(self, root: str, without: set[str]) -> list[Module]:
        """Return the firmware's modules that are loaded with a module, each after its imports."""
        done: dict[str, Module] = {}
        self._load(root, {*without}, done)
        return list(done.values())

    def _load(self, name: str, without: set[str], done: dict[str, Module]) -> None:
        without.add(name)
        module = self.modules[name]
        for node in module.imports:
            for _, _, origin in module.aliases(node):
                if self.is_ours(origin.module) and origin.module not in without:
                    self._load(origin.module, without, done)
        done[name] = module
