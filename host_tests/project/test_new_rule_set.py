"""A rule set is a file, a line and its words: a copy of the project gets one, which is played."""

import ast
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.scoring.rules import NAMES
from scorepad import cache
from support.commands import ROOT, lines_of, refused, scorepad_apart

FILE = '''
"""Odd tricks: so much for each that was bid, and fifty for each that is missing."""

from firmware.scoring.deal import BadDeal, declarer, hcp, level, overtricks
from firmware.scoring.sheet import ABOVE, BELOW, post
from firmware.scoring.sheet import Sheet


class OddTricks(Sheet):
    """Odd tricks."""

    name = "odd-tricks"
    asks = ("hcp",)
    on_paper = True
    accept = True
    choices = (("each", (10, 20)),)
    defaults = (10,)

    def check_hcp(self, deal):
        if hcp(deal) < 0:
            raise BadDeal("the high-card points of N-S are missing: add them, as in hcp=23")

    def score(self, deal, place):
        postings = []
        side, missing = declarer(deal) % 2, -overtricks(deal)
        if level(deal) and missing > 0:
            post(postings, 1 - side, ABOVE, 50 * missing, "undertricks")
        elif level(deal):
            post(postings, side, BELOW, self.options["each"] * level(deal), "tricks")
        return postings
'''
LINE = '    ("odd-tricks", "odd_tricks", "OddTricks"),\n'
WORDS = """
[odd-tricks]
source = "a test"
description = "Odd tricks: so much for each."

[odd-tricks.options.each]
meaning = "what an odd trick is worth"
source = "a test"
"""
DEALS = "2H N = hcp=23\n4S E -2 hcp=18\n3N W = hcp=20\npass hcp=20\n"
TOTALS = {"NS": 140, "EW": 60}
KEYS = "OK LEFT\nshot setup\nOK OK DOWN OK\nshot hcp\nOK\nshot result\nOK\nshot accept\n"
OTHERS = {*NAMES} - {"rubber"}  # which is also what some points are for


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project with the rule set, whose commands run instead of ours."""
    root = tmp_path_factory.mktemp("project")
    unwanted = shutil.ignore_patterns("__pycache__")
    for folder in ("firmware", "tools/scorepad"):
        shutil.copytree(ROOT / folder, root / folder, ignore=unwanted)
    for file in ("boot.py", "main.py"):
        shutil.copy(ROOT / file, root)
    scoring = root / "firmware" / "scoring"
    (scoring / "odd_tricks.py").write_text(FILE)
    known, end, after = (scoring / "rules.py").read_text().partition(")  # (name, module")
    (scoring / "rules.py").write_text(known + LINE + end + after)
    with (root / "tools" / "scorepad" / "rule_sets.toml").open("a") as words:
        words.write(WORDS)
    (root / "odd-tricks.deals").write_text(DEALS)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(root / "tools"))
        environment.setenv(cache.ENVIRONMENT, str(cache.folder()))
        yield root


def out(*words: str | Path) -> str:
    done = scorepad_apart(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def names_compared(source: str) -> set[str]:
    """Names of rule sets that are compared, looked up or given, or that a list or table has."""
    if not any(f'"{name}"' in source for name in OTHERS):
        return set()
    collections = (ast.Tuple, ast.List, ast.Set, ast.Dict)
    places = (*collections, ast.Compare, ast.Call, ast.Subscript, ast.MatchValue)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, places)]
    asking = [node for node in nodes if not ast.unparse(node).startswith("cli.add_command(")]
    parts = [part for node in asking for part in ast.iter_child_nodes(node)]
    return {part.value for part in parts if isinstance(part, ast.Constant)} & OTHERS


def test_nothing_else_knows_a_rule_set_by_its_name() -> None:
    sources = [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "tools" / "scorepad").rglob("*.py")]
    asking = [path for path in sources if names_compared(path.read_text(encoding="utf-8"))]
    assert asking == [ROOT / "firmware" / "scoring" / "rules.py"]


@pytest.mark.full
def test_it_is_described_scored_and_played(project: Path) -> None:
    deals = project / "odd-tricks.deals"
    assert "odd-tricks" in out("rules")
    assert "what an odd trick is worth" in out("rules", "odd-tricks")
    scored = json.loads(out("score", "odd-tricks", deals, "--option", "each=20", "--json"))
    assert (scored["totals"], scored["options"]) == (TOTALS, {"each": 20})
    assert "2 odd tricks 20" in out("score", "odd-tricks", deals, "--explain")
    assert "hcp=23" in refused(scorepad_apart("score", "odd-tricks", "-", stdin="2H N =\n"))
    keys = project / "k.keys"
    keys.write_text(KEYS)
    shots = lines_of(scorepad_apart("sim", "--keys", keys, "--json"))
    assert [shot["screen"] for shot in shots] == [shot["shot"] for shot in shots]
    assert {"odd-tricks", "each"} <= {*shots[0]["text"]} and "N-S 30" in shots[-1]["text"]
