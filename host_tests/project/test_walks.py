"""The walks through the code lead past what is there.

When lines have moved, `pytest host_tests/project/test_walks.py --accept-lines` writes the new
numbers, and the new file if the name is in one other file; another name is written by hand.
"""

import ast
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from support.commands import ROOT

PAGE = ROOT / "docs" / "walks.md"
STEP = re.compile(r"^(\d+)\. `([\w./]+):(\d+)` `([\w.]+)`:$", re.MULTILINE)
STEPS = sorted({(path, name) for _, path, _, name in STEP.findall(PAGE.read_text("utf-8"))})


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


def files_with(name: str) -> list[str]:
    """The files in which there is something of this name."""
    files = [file for top in ("firmware", "tools") for file in (ROOT / top).rglob("*.py")]
    paths = [file.relative_to(ROOT).as_posix() for file in files]
    return [path for path in paths if name in lines(path)]


@pytest.mark.parametrize(("path", "name"), STEPS)
def test_each_step_names_what_is_there(path: str, name: str) -> None:
    near = get_close_matches(name, lines(path))
    assert name in lines(path), f"it is in {files_with(name)}, or is one of {near} in {path}"


def test_the_lines_are_right(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")

    def right(step: re.Match[str]) -> str:
        count, path, _, name = step.groups()
        found = [path] if name in lines(path) else files_with(name)
        if len(found) != 1:
            return step[0]
        return f"{count}. `{found[0]}:{lines(found[0])[name]}` `{name}`:"

    mended = STEP.sub(right, page)
    if request.config.getoption("--accept-lines"):
        PAGE.write_text(mended, encoding="utf-8")
    said = f"pytest {Path(__file__).relative_to(ROOT)} --accept-lines writes them anew"
    assert PAGE.read_text(encoding="utf-8").split("\n") == mended.split("\n"), said


def test_every_step_is_checked() -> None:
    page = PAGE.read_text(encoding="utf-8")
    numbered = re.findall(r"^(\d+)\. ", page, re.MULTILINE)
    assert numbered == [step[0] for step in STEP.findall(page)]
    assert all(after in (before + 1, 1) for before, after in pairwise(map(int, numbered)))
