"""The texts to compile, of joined files and of single ones."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scorepad.compiling.edits import Edits
from scorepad.compiling.joining import HOLDER, Plan
from scorepad.compiling.modules import IMPORTS, Import, Module, Origin
from scorepad.compiling.naming import Names

Line = tuple[str, str]  # of an import: where from, or "", and what


@dataclass(frozen=True)
class Compiled:
    """A file to be compiled. `parts`: its modules, and how many lines precede each."""

    place: Path
    text: str
    parts: tuple[tuple[int, Module], ...]


class Writing:
    """Writes what a plan says. Raise CannotJoin."""

    def __init__(self, plan: Plan):
        self._plan = plan

    def compiled(self) -> Iterator[Compiled]:
        """Yield every file to be compiled."""
        for name, module in self._plan.firmware.modules.items():
            if name in self._plan.files:
                yield self._join(name)
            elif name not in self._plan.home:
                yield Compiled(module.place, self._single(module), ((0, module),))

    def _join(self, root: str) -> Compiled:
        names, parts = self._plan.names[root], []
        lines = [f"class {names[HOLDER]}:", "    pass", ""] if HOLDER in names else [""]
        imported: set[Origin] = set()
        for module in self._plan.files[root]:
            edits = self._edited(module, names)
            if module.name in self._plan.values:
                lines[-1] = f"{names[Origin(module.name, None)]} = {names[HOLDER]}()"
            else:
                self._define(module, names, edits)
            for node in module.imports:
                _import(module, node, edits, self._imports_left(module, node, names, imported))
            parts.append((len(lines), module))
            lines += [*edits.text().rstrip("\n").split("\n"), ""]
        return Compiled(self._plan.files[root][-1].place, "\n".join(lines), tuple(parts))

    def _edited(self, module: Module, names: Names | None) -> Edits:
        edits = Edits(module.text)
        for statement in self._plan.dead_statements(module):
            edits.over(statement, "")
        for change in self._plan.changes(module):
            head = names[change.head] if names and change.head else ""
            edits.over(change.node, head + change.text)
        for node in ast.walk(module.tree):
            if isinstance(node, IMPORTS) and node not in module.imports:
                self._import_inside(module, node, edits)
        return edits

    def _define(self, module: Module, names: Names, edits: Edits) -> None:
        for name, nodes in module.bound.items():
            for node in nodes:
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    edits.name(node, name, names[Origin(module.name, name)])
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Global):
                new = [names[Origin(module.name, name)] for name in node.names]
                edits.over(node, "global " + ", ".join(new))

    def _imports_left(
        self, module: Module, node: Import, names: Names, imported: set[Origin]
    ) -> Iterator[Line]:
        """Yield what is left of an import in a joined file."""
        plan = self._plan
        for name, _, origin in module.aliases(node):
            if name not in module.imported:
                yield self._line(module, node, origin, names[Origin(module.name, name)])
                continue
            following = plan.outside(plan.firmware.origin(module, name))
            inside = plan.home.get(following.module) == plan.home[module.name]
            if following in names and not inside and following not in imported:
                imported.add(following)
                yield self._line(module, node, following, names[following])

    def _line(self, module: Module, node: Import, origin: Origin, name: str) -> Line:
        """Return the import, as `name`, of a module that stays outside, or of something in it."""
        plan = self._plan
        if origin.name and origin.module in plan.firmware.modules:
            origin = plan.firmware.origin(plan.firmware.modules[origin.module], origin.name)
        origin = plan.outside(origin)
        source, what = origin.module, origin.name
        if source in plan.home and (what or source in plan.values):
            source = plan.home[source]
            if origin not in plan.names[source]:
                raise module.refuse(node, f"{what} is a number: import it where a file begins")
            what = plan.names[source][origin]
        if not what:
            source, _, what = source.rpartition(".")
        return source, what if what == name else f"{what} as {name}"

    def _single(self, module: Module) -> str:
        edits = self._edited(module, None)
        left = {change.use.node.id for change in self._plan.changes(module) if not change.number}
        out = {use.node.id for use in module.uses} - left
        for node in module.imports:
            found = [(name, origin) for name, _, origin in module.aliases(node) if name not in out]
            joined = any(origin.module in self._plan.home for _, origin in found)
            if joined or len(found) < len(node.names):
                lines = [self._line(module, node, origin, name) for name, origin in found]
                _import(module, node, edits, lines)
        return edits.text()

    def _import_inside(self, module: Module, node: Import, edits: Edits) -> None:
        found = list(module.aliases(node))
        homes = {self._plan.home.get(origin.module) for _, _, origin in found} - {None}
        if self._plan.home.get(module.name) in homes:
            raise module.refuse(node, "a joined module is imported where a file begins")
        if homes:
            lines = [self._line(module, node, origin, name) for name, _, origin in found]
            _import(module, node, edits, lines)


def _import(module: Module, node: Import, edits: Edits, lines: Iterable[Line]) -> None:
    """Write other imports in the place of one."""
    by_source: dict[str, list[str]] = {}
    for source, what in lines:
        by_source.setdefault(source, []).append(what)
    texts = [
        f"from {source} import {', '.join(what)}" if source else f"import {', '.join(what)}"
        for source, what in by_source.items()
    ]
    edits.over(node, "; ".join(texts) or ("" if node in module.tree.body else "pass"))
