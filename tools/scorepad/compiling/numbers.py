"""Whole numbers with a constant name, so that they can be written out."""

import ast
import operator
from collections.abc import Callable
from functools import cached_property

from scorepad.compiling.modules import Firmware, Module, Origin

_BINARY: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
_UNARY: dict[type, Callable[[int], int]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}


class Numbers:
    """The numbers among the names of the firmware's modules that are never bound again."""

    def __init__(self, firmware: Firmware):
        self._firmware = firmware
        self._known: dict[Origin, int | None] = {}

    def value(self, origin: Origin | None) -> int | None:
        """Return the number that a name stands for; None if it is no number, or may change."""
        if origin is None or origin.name is None or not self._firmware.is_ours(origin.module):
            return None
        if origin not in self._known:
            self._known[origin] = None  # meanwhile: one that is made of itself is none
            self._known[origin] = self._worked_out(origin)
        return self._known[origin]

    def _worked_out(self, origin: Origin) -> int | None:
        module = self._firmware.modules[origin.module]
        assert origin.name
        if origin.name in module.rebound or origin in self._set_from_elsewhere:
            return None
        for statement in module.tree.body:
            if origin.name in defined(statement):
                return self._assigned(module, statement, origin.name)
        return None

    @cached_property
    def _set_from_elsewhere(self) -> set[Origin | None]:
        """The names that are bound as attributes of their module."""
        return {
            self._firmware.attribute(module, node)
            for module in self._firmware.modules.values()
            for node in module.attributes.values()
            if not isinstance(node.ctx, ast.Load)
        }

    def _assigned(self, module: Module, statement: ast.stmt, name: str) -> int | None:
        assert isinstance(statement, (ast.Assign, ast.AnnAssign))
        value, names = statement.value, defined(statement)
        if not isinstance(_target(statement), ast.Tuple):
            return self._number(module, value) if value else None
        if isinstance(value, ast.Tuple) and len(value.elts) == len(names):
            return self._number(module, value.elts[names.index(name)])
        counts = value is not None and ast.unparse(value) == f"range({len(names)})"
        return names.index(name) if counts and "range" not in module.bound else None

    def _number(self, module: Module, node: ast.expr) -> int | None:
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int else None
        if isinstance(node, ast.Name):
            return self.value(self._firmware.origin(module, node.id))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return self.value(self._firmware.attribute(module, node))
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            return self._number(module, node.args[0]) if self._is_const(module, node) else None
        return self._computed(module, node)

    def _is_const(self, module: Module, call: ast.Call) -> bool:
        const = Origin("micropython", "const")
        return isinstance(call.func, ast.Name) and module.imported.get(call.func.id) == const

    def _computed(self, module: Module, node: ast.expr) -> int | None:
        if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
            value = self._number(module, node.operand)
            return None if value is None else _UNARY[type(node.op)](value)
        if not isinstance(node, ast.BinOp) or type(node.op) not in _BINARY:
            return None
        left, right = self._number(module, node.left), self._number(module, node.right)
        if left is None or right is None:
            return None
        try:
            return _BINARY[type(node.op)](left, right)
        except (ArithmeticError, ValueError):  # it is raised where it stands, on the tablet
            return None


def defined(statement: ast.stmt) -> list[str]:
    """Return the names that an assignment binds, one or all of a tuple; else []."""
    target = _target(statement)
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return names if len(names) == len(parts) else []


def _target(statement: ast.stmt) -> ast.expr | None:
    if isinstance(statement, ast.AnnAssign):
        return statement.target
    is_single = isinstance(statement, ast.Assign) and len(statement.targets) == 1
    return statement.targets[0] if is_single else None  # type: ignore[attr-defined]


def number_source(value: int) -> str:
    """Return the source of a number, for any place where a name may be."""
    return str(value) if value >= 0 else f"({value})"
