"""A rule set is a file, a line and its words: nothing else knows it by its name."""

import ast

from firmware.scoring.rules import NAMES
from support.commands import ROOT

OTHERS = {*NAMES} - {"rubber"}  # which is also what some points are for


def names_compared(source: str) -> set[str]:
    """Names of rule sets that are compared, looked up or given, or that a list or table has."""
    if not any(f'"{name}"' in source for name in OTHERS):
        return set()
    collections = (ast.Tuple, ast.List, ast.Set, ast.Dict)
    places = (*collections, ast.Compare, ast.Call, ast.Subscript, ast.MatchValue)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, places)]
    asking = [node for node in nodes if not ast.unparse(node).startswith("add_command(")]
    parts = [part for node in asking for part in ast.iter_child_nodes(node)]
    return {part.value for part in parts if isinstance(part, ast.Constant)} & OTHERS


def test_nothing_else_knows_a_rule_set_by_its_name() -> None:
    sources = [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "tools" / "scorepad").rglob("*.py")]
    asking = [path for path in sources if names_compared(path.read_text(encoding="utf-8"))]
    assert asking == [ROOT / "firmware" / "scoring" / "rules.py"]
