"""The package imports what it declares, and nothing that only the tests bring along."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from support.commands import ROOT

PACKAGE = ROOT / "tools" / "scorepad"
ELSEWHERE = (
    "simulator/device",
    "tablet/on_board",
    "web/tablet/board.py",
    "club/database/migrations",
)  # run elsewhere
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BROUGHT_BY = packages_distributions()
PROVIDED = {"firmware", "scorepad"}
# By starlette, when a form comes; by uvicorn, for WebSockets.
LOADED_BY_OTHERS = {"python-multipart", "websockets"}


def named(requirements: list[str]) -> set[str]:
    """The distributions of a list of requirements."""
    return {normal(re.match(r"[\w.-]+", each)[0]) for each in requirements}  # type: ignore[index]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def modules() -> list[Path]:
    """Every module of the PC's package."""
    paths = (path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
    return sorted(path for path in paths if not path.as_posix().startswith(ELSEWHERE))


@cache
def imported(path: Path) -> set[str]:
    """The top-level names that a module imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def undeclared(path: Path, declared: set[str]) -> set[str]:
    """What a module imports that none of these distributions brings."""
    foreign = imported(path) - PROVIDED - set(sys.stdlib_module_names)
    return {
        name
        for name in foreign
        if not declared & {normal(each) for each in BROUGHT_BY.get(name, ())}
    }


def test_what_is_imported_is_declared() -> None:
    declared = named(DECLARED["dependencies"])
    with_pdf = declared | named(DECLARED["optional-dependencies"]["pdf"])
    for module in modules():
        allowed = with_pdf if "pdf" in (*module.parts, module.stem) else declared
        assert (module, undeclared(PACKAGE / module, allowed)) == (module, set())


def test_what_is_declared_is_imported() -> None:
    used = {name for path in PACKAGE.rglob("*.py") for name in imported(path)}
    there = {normal(each) for name in used for each in BROUGHT_BY.get(name, ())}
    assert named(DECLARED["dependencies"]) - LOADED_BY_OTHERS <= there


def test_a_name_that_nothing_declares_is_noticed(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("import json, pytest\ndef f():\n    from micropython import const\n")
    assert undeclared(module, {"rich"}) == {"micropython", "pytest"}
