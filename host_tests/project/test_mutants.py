"""The list of mutants: each still applies, and covers the product. `make mutants` runs them."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from dev import mutants

ROOT = mutants.ROOT
MUTANTS = mutants.load_mutants()
PACKAGES = (
    *("firmware/scoring", "firmware/storage", "firmware/link", "firmware/ui", "firmware/hardware"),
    *(f"tools/scorepad/{name}" for name in ("cli", "club", "compiling", "exports", "movement")),
    *(f"tools/scorepad/{name}" for name in ("reports", "simulator", "tablet", "web")),
    *("tools/website", "tools/dev"),
)


def test_there_are_many_and_each_has_a_name_of_its_own():
    assert len(MUTANTS) >= 120
    assert max(Counter(mutant.name for mutant in MUTANTS).values()) == 1


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_has_some(package):
    assert sum(mutant.path.startswith(package) for mutant in MUTANTS) >= 2


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_it_applies(mutant):
    source = (ROOT / mutant.path).read_text(encoding="utf-8")
    changed = mutant.mutate(source)
    assert changed != source
    if mutant.path.endswith(".py"):
        ast.parse(changed)
    for test in mutant.tests:
        file, *names = test.partition("[")[0].split("::")
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        defined = {
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        assert set(names) <= defined, test


def test_one_whose_text_is_not_there_once_is_refused():
    with pytest.raises(mutants.BadMutant):
        mutants.Mutant("twice", "x.py", "a", "b", ()).mutate("a a")


def test_a_list_with_an_unknown_key_is_refused(tmp_path: Path):
    (tmp_path / "bad.toml").write_text('[[mutant]]\nname = "x"\ntests = []\nplace = "x"\n')
    with pytest.raises(mutants.BadMutant):
        mutants.load_mutants(tmp_path)
