"""Join what a tablet always loads together into one file: quicker to find, with fewer names.

A root is a module that is imported by its name when the tablet starts; its file has all that it
imports, in the order in which it would be loaded. In there a module is no object any more: what
is written as `module.name` becomes the name itself. A module that only names values and is passed
around, as a font is, becomes an object with attributes: MicroPython finds them as fast as those of
a module, and those of a class slower.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.compiling.modules import Firmware, Module, Origin
from scorepad.compiling.naming import Names, only_values
from scorepad.compiling.numbers import Numbers, defined, number_source
from scorepad.compiling.scopes import Use, declared_global, doubtful

HOLDER = Origin("Values", None)  # the class of the objects that modules of values become
_OF_ONE_FILE = ("__name__", "__file__", "__path__")


@dataclass(frozen=True)
class Change:
    """`node` is written over with `text`, after the name of `head` in a joined file if there is
    one. `number`: nothing of the name is left."""

    use: Use
    node: ast.expr
    head: Origin | None
    text: str
    number: bool = False


class Plan:
    """`modules`: all that is compiled together; `roots`: names of modules, those on which others
    rest first. Raise CannotJoin."""

    def __init__(self, modules: dict[str, Module], roots: list[str]):
        self.firmware = Firmware(modules)
        self._numbers = Numbers(self.firmware)
        self.home: dict[str, str] = {}
        self.files: dict[str, list[Module]] = {}
        for root in roots:
            self.files[root] = self.firmware.closure(root, {*self.home})
            self.home |= {module.name: root for module in self.files[root]}
        self.values = {origin.module for origin in self._objects()}
        self.names: dict[str, Names] = {}
        for root in roots:
            self._name(root)

    def _objects(self) -> Iterator[Origin]:
        for module in self.firmware.modules.values():
            for use in module.uses:
                origin = self.firmware.origin(module, use.node.id)
                joined = origin.name is None and origin.module in self.home
                if joined and use.node not in module.attributes:
                    if not only_values(self.firmware.modules[origin.module]):
                        raise module.refuse(use.node, f"{origin.module} is no object when joined")
                    yield origin

    # Names

    def _name(self, root: str) -> None:
        """Settle what everything in a joined file is called."""
        modules = self.files[root]
        own, free = {}, set()
        for module in (modules[-1], *modules[:-1]):
            self._check(module)
            here = {*module.bound, *declared_global(module.tree)}
            kept = here - set(module.imported) - self._dead(module)
            own[module] = [] if module.name in self.values else sorted(kept)
            free |= {use.node.id for use in module.uses} - here
        changes = [change for module in modules for change in self.changes(module)]
        used = [(change.head, change.use) for change in changes if change.head]
        hidden: dict[Origin, set[str]] = {}
        for origin, use in used:
            hidden.setdefault(origin, set()).update(use.hidden)
        names = self.names[root] = self._names(modules[-1], own, free, hidden)
        for module in (module for module in modules if module.name in self.values):
            names.add(HOLDER, HOLDER.module)
            names.add(Origin(module.name, None), module.name.rpartition(".")[2])
        for origin, use in used:
            names.add(origin, use.node.id)
        for module in modules:
            self._check_classes(module, names)

    def _names(
        self,
        root: Module,
        own: dict[Module, list[str]],
        free: set[str],
        hidden: dict[Origin, set[str]],
    ) -> Names:
        """Return the names in a root's file. Others import what it binds and imports under its
        name.

        Raise CannotJoin for a name that cannot be kept, or of which nothing is left to import.
        """
        there = {Origin(module.name, name) for module, kept in own.items() for name in kept}
        unused = root.imported.keys() - {use.node.id for use in root.uses}
        public = [name for name in (*own[root], *root.imported) if not name.startswith("_")]
        origins = {name: self.firmware.origin(root, name) for name in public}
        offered = {n: o for n, o in origins.items() if o in there or (o.name and n in unused)}
        names = Names(offered, own, free, hidden)
        for name, origin in offered.items():
            lost = origin not in there and self.home.get(origin.module) == root.name
            if lost or names[origin] != name:
                binding = root.bound.get(name, root.tree.body)[0]
                raise root.refuse(binding, f"{name} cannot keep its name when joined")
        return names

    def _check_classes(self, module: Module, names: Names) -> None:
        """Raise CannotJoin for a name in a class that may mean its own or the module's."""
        for node in doubtful(module.tree):
            own = Origin(module.name, node.id)
            if node.id in module.bound and (own not in names or names[own] != node.id):
                raise module.refuse(node, f"{node.id} is the class's own, or the module's")

    def _check(self, module: Module) -> None:
        """Raise CannotJoin for code that means something else in another file."""
        for use in module.uses:
            if use.node.id in _OF_ONE_FILE:
                raise module.refuse(use.node, f"{use.node.id} is another one when joined")
        for node in (node for node in ast.walk(module.tree) if isinstance(node, ast.ImportFrom)):
            if node.level or node.names[0].name == "*":
                raise module.refuse(node, "a joined module imports by full names")

    def _dead(self, module: Module) -> set[str]:
        """Return the numbers that need no name: they are written out wherever they are used."""
        return {name for node in self.dead_statements(module) for name in defined(node)}

    def dead_statements(self, module: Module) -> list[ast.stmt]:
        """Return the statements that do nothing but name such numbers."""
        if module.name in self.values:
            return []
        found = [statement for statement in module.tree.body if defined(statement)]
        return [s for s in found if all(self._is_dead(module, name) for name in defined(s))]

    def _is_dead(self, module: Module, name: str) -> bool:
        inside = self.home.get(module.name, module.name) != module.name
        number = self._numbers.value(Origin(module.name, name)) is not None
        return number and (inside or name.startswith("_"))

    # What is written over

    def changes(self, module: Module) -> Iterator[Change]:
        """Yield what is replaced in a module, except its definitions and imports."""
        dead = {node for statement in self.dead_statements(module) for node in ast.walk(statement)}
        for use in module.uses:
            if use.node not in dead:
                yield self._change(module, use)

    def _change(self, module: Module, use: Use) -> Change:
        origin = self.firmware.origin(module, use.node.id)
        attribute = module.attributes.get(use.node)
        if origin.name is None and attribute and origin.module in self.firmware.modules:
            return self._attribute(module, use, origin, attribute)
        number = self._numbers.value(origin)
        if number is not None and isinstance(use.node.ctx, ast.Load):
            return Change(use, use.node, None, number_source(number), True)
        if origin.name and origin.module in self.values:
            if module.name not in self.home:
                raise module.refuse(use.node, f"{origin.module} is an object: use its attributes")
            return Change(use, use.node, Origin(origin.module, None), "." + origin.name)
        if self._is_named(module, use):
            return Change(use, use.node, self.outside(origin), "")
        return Change(use, use.node, None, use.node.id)

    def _is_named(self, module: Module, use: Use) -> bool:
        """Return True if the joined file decides what a name's object is called."""
        known = use.node.id in module.bound or use.node.id in module.rebound
        return module.name in self.home and known

    def _attribute(self, module: Module, use: Use, of: Origin, attribute: ast.Attribute) -> Change:
        """Return the change for `alias.name`, where `alias` is a module of the firmware."""
        target = self.firmware.attribute(module, attribute)
        number = self._numbers.value(target)
        if number is not None and isinstance(attribute.ctx, ast.Load):
            return Change(use, attribute, None, number_source(number), True)
        if of.module in self.values or of.module not in self.home:
            head = self.outside(of) if module.name in self.home else None
            return Change(use, use.node, head, "" if head else use.node.id)
        assert target
        home = self.home[of.module]
        if home == self.home.get(module.name):
            return Change(use, attribute, target, "")
        if target not in self.names[home]:
            raise module.refuse(use.node, f"{attribute.attr} is not {of.module}'s own")
        rest = "." + self.names[home][target]
        if module.name in self.home:
            return Change(use, attribute, self.outside(of), rest)
        return Change(use, attribute, None, use.node.id + rest)

    def outside(self, origin: Origin) -> Origin:
        """Return the origin to import in another file: for a joined module, its file."""
        if origin.name is None and origin.module not in self.values:
            return Origin(self.home.get(origin.module, origin.module), None)
        return origin
