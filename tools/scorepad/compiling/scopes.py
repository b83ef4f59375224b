"""The names in a module that are its own, or built in: no function around them binds them."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Use:
    """A name that means the module's, or what is built in. `hidden`: names that would mean
    something else in its place."""

    node: ast.Name
    hidden: frozenset[str]


def uses(tree: ast.Module) -> list[Use]:
    """Return every name in a module that refers to the module's own names, or to built-in ones."""
    return list(_uses(tree.body, frozenset(), frozenset()))


def bound(body: Sequence[ast.AST]) -> dict[str, list[ast.AST]]:
    """Return the names that these statements bind where they stand, and what binds each."""
    names: dict[str, list[ast.AST]] = {}
    for node in _within(body):
        for name in _binds(node):
            names.setdefault(name, []).append(node)
    return names


def declared_global(tree: ast.AST) -> set[str]:
    """Return the names that functions of a module bind in the module itself."""
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Global))
    return {name for node in found for name in node.names}


def doubtful(tree: ast.Module) -> Iterator[ast.Name]:
    """Yield the names in class bodies that mean the module's until the class binds them itself."""
    for body in (node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        names = bound(body)
        for node in _within(body):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
                yield node


def _binds(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (*_DEFINED, ast.ExceptHandler)):
        if node.name:
            yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)


def _within(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes that bind in the same scope, without those inside functions and classes."""
    for node in nodes:
        yield node
        if isinstance(node, _COMPREHENSIONS):
            yield from (each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
        elif not isinstance(node, (*_DEFINED, ast.Lambda)):
            yield from _within(ast.iter_child_nodes(node))


def _uses(nodes, local: frozenset[str], of_class: frozenset[str]) -> Iterator[Use]:
    """`local`: names that functions around bind; `of_class`: those of the class body around."""
    for node in nodes:
        if isinstance(node, ast.Name):
            if node.id not in local | of_class:
                yield Use(node, local | of_class)
        elif isinstance(node, FUNCTIONS):
            yield from _uses(_around(node), local, of_class)
            yield from _uses(_inside(node), _locals(node, local), frozenset())
        elif isinstance(node, ast.ClassDef):
            outside = [*node.decorator_list, *node.bases, *node.keywords]
            yield from _uses(outside, local, of_class)
            yield from _uses(node.body, local, frozenset(bound(node.body)))
        elif isinstance(node, _COMPREHENSIONS):
            yield from _uses([node.generators[0].iter], local, of_class)
            yield from _uses(_turning(node), local | _targets(node), frozenset())
        else:
            yield from _uses(ast.iter_child_nodes(node), local, of_class)


def _around(function) -> list[ast.AST]:
    """Return the parts of a function that are evaluated where it is defined."""
    outside = [*function.args.defaults, *(d for d in function.args.kw_defaults if d)]
    if isinstance(function, ast.Lambda):
        return outside
    hints = [arg.annotation for arg in parameters(function.args) if arg.annotation]
    returns = [function.returns] if function.returns else []
    return [*outside, *function.decorator_list, *hints, *returns]


def _inside(function) -> list[ast.AST]:
    return [function.body] if isinstance(function, ast.Lambda) else function.body


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return all parameters of a function, however they are passed."""
    stars = [star for star in (arguments.vararg, arguments.kwarg) if star]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *stars]


def _locals(function, around: frozenset[str]) -> frozenset[str]:
    names = {arg.arg for arg in parameters(function.args)} | set(bound(_inside(function)))
    shared = {
        name
        for node in _within(_inside(function))
        if isinstance(node, ast.Global)
        for name in node.names
    }
    return (around | names) - shared


def _turning(comprehension) -> list[ast.AST]:
    """Return the parts of a comprehension that are evaluated inside it."""
    first, *others = comprehension.generators
    results = [getattr(comprehension, field, None) for field in ("elt", "key", "value")]
    return [result for result in results if result] + [first.target, *first.ifs, *others]


def _targets(comprehension) -> frozenset[str]:
    targets = [generator.target for generator in comprehension.generators]
    names = (node for target in targets for node in ast.walk(target))
    return frozenset(node.id for node in names if isinstance(node, ast.Name))
