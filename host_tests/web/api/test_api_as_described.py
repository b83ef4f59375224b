"""Schemathesis asks a server for all that its description allows, and for what it does not."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorepad.web.api.operations import operations
from support.depth import FULL, SEED, sampled
from support.web.full_club import EVENING, EVENT, SHEET, fill
from support.web.programs import Program, new_token
from support.web.served import serving

pytestmark = pytest.mark.full

CONFIG = """\
[checks]
# 404: what is named is not there; 412: the ETag is no answer's; 422: the command refuses it.
positive_data_acceptance.expected-statuses = ["2xx", "404", "412", "422"]
"""
# What the club has, or could have, so that commands get as far as doing something.
KNOWN: dict[str, list[Any]] = {
    "session": [SHEET, "02005c0e9a01-1"],
    "id": [SHEET],
    "ids": [SHEET, "02005c0e9a01-1"],
    "without": [SHEET],
    "player": ["Zoë Lund", "id=4", "guest"],
    "one": ["id=14"],
    "into": ["id=15"],
    "event": [EVENT],
    "evening": [EVENING],
    "until": [EVENING],
    "from": ["2026-01-01"],
    "date": ["2026-02-03"],
    "name": ["Cup 2026", "Tuesday", "Cup", "Somebody"],
    "file": ["roster.csv", "pairs.csv", "named.csv", "deals.txt", "movement.csv"],
    "movement": ["howell --pairs 8", "movement.csv"],
    "pairs": [8, 10, "named.csv"],
    "tables": [5, 8],
    "rounds": [7],
    "boards": [2],
    "sections": [1],
    "deal": [1, 2],
    "deals": ["1", "1-2", 16],
    "board": [1, 3],
    "result": ["4S N =", "pass"],
    "score": ["A+", "4S N ="],
    "other": ["A-"],
    "ns": ["Zoë Lund", "Ann Reid"],
    "ew": ["id=10"],
    "pair": ["Ann Reid", "1", "9"],
    "players": ["Bo Ek", "guest:Tom"],
    "amount": ["10%", "3 IMPs"],
    "per_100": ["0.50"],
    "seat": ["N", "W"],
    "which": ["1", "4"],
    "match": [1],
    "totals": ["id=1", "900", "id=3", "100"],
    "rules": ["chicago", "rubber", "duplicate"],
    "option": ["honours=off"],
    "settings": ["number=NZ 42", "paper=letter"],
    "limit": [1, 5],
    "best": [2],
    "least": [1],
    "round": [1, 3],
}
SENT = {
    "roster.csv": "name,number\nEva Moss,NZ 6001\n",
    "pairs.csv": "player,partner\nid=1,id=2\nid=3,id=4\n",
    "named.csv": "pair,first,second\n2,Bo Ek,guest:Tom\n",
    "deals.txt": "4S N =\n3N E +1\n",
    "movement.csv": "round,table,ns,ew,first board,last board\n1,1,1,2,1,3\n",
}


@pytest.fixture
def writer(database: str) -> Iterator[Program]:
    """Who may write, where a full club is served."""
    fill(database)
    token = new_token(database, "Schemathesis")
    with serving(database) as served:
        yield Program(served, token)


def tried(writer: Program, folder: Path, description: Path | str, *options: str) -> None:
    """Runs it; what it finds is the failure."""
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"),
            *(str(description), "--header", f"Authorization: Bearer {writer.token}"),
            *("--checks", "all", "--seed", str(SEED), "--no-color", "--warnings", "off"),
            *("--no-shrink", "--generation-database", "none", *options),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr
    assert " passed" in done.stdout


def url(writer: Program) -> str:
    return f"http://{writer.served.host}"


@sampled
@pytest.mark.slow
def test_whatever_is_asked_is_answered_as_described(writer: Program, tmp_path: Path) -> None:
    """What it allows, what it does not, other methods, no token and a wrong one."""
    every = 8 if FULL else 12  # of the operations; others tomorrow
    wanted = [f"--include-operation-id={one.name}" for one in operations()[SEED % every :: every]]
    examples = str(6 if FULL else 3)
    tried(writer, tmp_path, url(writer) + "/api/openapi.json", "-n", examples, *wanted)


@pytest.mark.slow
def test_what_the_club_has_is_answered_as_described(writer: Program, tmp_path: Path) -> None:
    """With values that commands take: what they print is what the schemas say."""
    described = json.loads(writer.ask("GET", "/api/openapi.json", "", None).body)
    for path, methods in described["paths"].items():
        for one in methods.values():
            for asked in one["parameters"]:
                narrow(path, asked["name"], asked["schema"])
            one["parameters"] = [each for each in one["parameters"] if each["in"] == "query"]
            if "requestBody" in one:
                (body,) = one["requestBody"]["content"].values()
                for name, schema in body["schema"]["properties"].items():
                    narrow(path, name, schema)
                    body["schema"]["required"] += ["files"] * (name == "files")
    file = tmp_path / "known.json"
    file.write_text(json.dumps(described))
    examples = str(8 if FULL else 4)
    options = ("--mode", "positive", "--phases", "fuzzing", "-n", examples, "--url", url(writer))
    tried(writer, tmp_path, file, *options)
    assert json.loads(writer.get("club/decisions").body)[-1]["author"]


def narrow(path: str, name: str, schema: dict[str, Any]) -> None:
    """What else it may be is tried elsewhere."""
    one = schema.get("items", schema)
    if name == "files":
        schema.clear()
        schema |= {"const": SENT}
    elif name in KNOWN and "enum" not in one:
        kind = int if one["type"] == "integer" else str
        one["enum"] = [each for each in KNOWN[name] if isinstance(each, kind)]
        assert one["enum"], (path, name)
    elif one["type"] == "string" and "enum" not in one:
        one["enum"] = ["slip", "late"]
