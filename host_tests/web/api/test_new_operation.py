"""The operation that CONTRIBUTING.md has as a model, written into a file: it is everywhere."""

import json
from collections.abc import Iterator

import pytest

from scorepad import operations
from scorepad.cli import parser
from scorepad.web.api.openapi import description
from scorepad.web.api.operations import offers
from support.commands import ROOT, scorepad
from support.web.programs import error, make_program

program = make_program()
CACHES = operations.index, parser.parser, offers, description


@pytest.fixture(scope="module", autouse=True)
def recipe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put the file where operations are looked for."""
    contributing = (ROOT / "docs" / "CONTRIBUTING.md").read_text("utf-8")
    (code,) = [part.split("```")[0] for part in contributing.split("```python")[1:]]
    folder = tmp_path_factory.mktemp("operations") / "recipes"
    folder.mkdir()
    (folder / "count_tables.py").write_text(code, "utf-8")
    operations.__path__.append(str(folder.parent))
    for cached in CACHES:
        cached.cache_clear()
    yield
    operations.__path__.remove(str(folder.parent))
    for cached in CACHES:
        cached.cache_clear()


def test_one_file_makes_the_command_and_the_api(where: str, program) -> None:
    known = scorepad("club", "tables", "--json", "--db", where)
    assert known.returncode == 0, known.stderr
    counts = json.loads(known.stdout)["deals"]
    assert counts["1"] > 1
    told = scorepad("club", "tables", "--table", "1", "--db", where)
    assert told.stdout == f"Table 1: {counts['1']}\n"
    assert "count the deals of each table" in scorepad("club", "--help").stdout
    assert "only this one" in scorepad("club", "tables", "--help").stdout
    reply = program.get("club/tables", table=1)
    assert json.loads(reply.body) == {"deals": {"1": counts["1"]}}
    refused = program.get("club/tables", table=100)
    assert refused.status == 422 and "99" in error(refused)
    (asked,) = json.loads(program.get("openapi.json").body)["paths"]["/api/club/tables"].values()
    (table,) = [parameter for parameter in asked["parameters"] if parameter["name"] == "table"]
    assert table["schema"]["maximum"] == 99
