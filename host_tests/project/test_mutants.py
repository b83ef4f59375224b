"""The list of mutants: each still applies, and covers the product. `make mutants` runs them."""

import ast
import re
from collections import Counter
from functools import cache
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


def test_each_package_has_some():
    found = {package: [m for m in MUTANTS if m.path.startswith(package)] for package in PACKAGES}
    assert [package for package, some in found.items() if len(some) < 2] == []


def test_each_applies_and_its_tests_are_there():
    faults = {mutant.name: fault for mutant in MUTANTS if (fault := find_fault(mutant))}
    assert faults == {}


def find_fault(mutant: mutants.Mutant) -> str:
    """Why it can be no mutant, or which of its tests is missing; "" if all is well."""
    source = text_of(mutant.path)
    try:
        changed = mutant.mutate(source)
        if mutant.path.endswith(".py"):
            ast.parse(changed)
    except (mutants.BadMutant, SyntaxError) as fault:
        return repr(fault)
    named = [test.partition("[")[0].split("::") for test in mutant.tests]
    missing = [file for file, *_ in named if not (ROOT / file).exists()]
    missing += [f"{file}::{name}" for file, *names in named for name in names
                if file not in missing and name not in defined_in(file)]  # fmt: skip
    return ", ".join(missing) or ("changes nothing" if changed == source else "")


@cache
def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def defined_in(file: str) -> set[str]:
    return {*re.findall(r"^ *(?:async def|def|class) (\w+)", text_of(file), re.MULTILINE)}


def test_one_whose_text_is_not_there_once_is_refused():
    with pytest.raises(mutants.BadMutant):
        mutants.Mutant("twice", "x.py", "a", "b", ()).mutate("a a")


def test_a_list_with_an_unknown_key_is_refused(tmp_path: Path):
    (tmp_path / "bad.toml").write_text('[[mutant]]\nname = "x"\ntests = []\nplace = "x"\n')
    with pytest.raises(mutants.BadMutant):
        mutants.load_mutants(tmp_path)
