"""The walks through the code lead past what is there.

When lines have moved, `pytest host_tests/project/test_walks.py --accept-lines` writes the new
numbers; a name that has gone has to be mended by hand.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from support.commands import ROOT

PAGE = ROOT / "docs" / "walks.md"
STEP = re.compile(r"^(\d+)\. `([\w./]+):(\d+)` `([\w.]+)`:$", re.MULTILINE)
STEPS = list(dict.fromkeys((path, name) for _, path, _, name in STEP.findall(PAGE.read_text())))


def named(node: ast.AST, within: str = "") -> Iterator[tuple[str, int]]:
    """Each function, class and table of a module, and its line."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield within + child.name, child.lineno
            yield from named(child, f"{within}{child.name}.")
        elif isinstance(child, ast.Assign) and isinstance(child.targets[0], ast.Name):
            yield within + child.targets[0].id, child.lineno


@cache
def lines(path: str) -> dict[str, int]:
    """The line of each name in a file; a file that is not there has none."""
    file = ROOT / path
    return dict(named(ast.parse(file.read_text(encoding="utf-8")))) if file.exists() else {}


def elsewhere(name: str) -> list[str]:
    """Where something of the same name is."""
    last = name.rpartition(".")[2]
    files = [file for top in ("firmware", "tools") for file in (ROOT / top).rglob("*.py")]
    paths = [file.relative_to(ROOT).as_posix() for file in files]
    return [f"{path}: {each}" for path in paths for each in lines(path) if each.endswith(last)]


@pytest.mark.parametrize(("path", "name"), STEPS)
def test_each_step_names_what_is_there(path: str, name: str) -> None:
    assert (ROOT / path).exists(), f"docs/walks.md: {path} is gone; {name} is in {elsewhere(name)}"
    assert name in lines(path), f"docs/walks.md: {path} has no {name}; there is {elsewhere(name)}"


def test_the_lines_are_right(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")

    def right(step: re.Match[str]) -> str:
        count, path, line, name = step.groups()
        return f"{count}. `{path}:{lines(path).get(name, line)}` `{name}`:"

    mended = STEP.sub(right, page)
    if request.config.getoption("--accept-lines"):
        PAGE.write_text(mended, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == mended, "--accept-lines writes them anew"


def test_every_step_is_checked() -> None:
    page = PAGE.read_text(encoding="utf-8")
    numbered = re.findall(r"^(\d+)\. ", page, re.MULTILINE)
    assert numbered == [step[0] for step in STEP.findall(page)]
    assert all(after in (before + 1, 1) for before, after in pairwise(map(int, numbered)))
