"""Schemathesis asks a server for all that its description allows, and for what it does not."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.web.api.operations import operations
from support.depth import FULL, SEED, sampled
from support.web.full_club import fill
from support.web.programs import Program, new_token
from support.web.served import serving_here

pytestmark = pytest.mark.full

CONFIG = """\
[checks]
# 404: what is named is not there; 412: the ETag is no answer's; 422: the command refuses it.
positive_data_acceptance.expected-statuses = ["2xx", "404", "412", "422"]
"""


@pytest.fixture
def writer(database: str) -> Iterator[Program]:
    """Who may write, where a full club is served."""
    fill(database)
    token = new_token(database, "Schemathesis")
    with serving_here(database) as served:
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


@sampled
@pytest.mark.slow
def test_whatever_is_asked_is_answered_as_described(writer: Program, tmp_path: Path) -> None:
    """What it allows, what it does not, other methods, no token and a wrong one."""
    every = 8 if FULL else 12  # of the operations; others tomorrow
    wanted = [f"--include-operation-id={one.name}" for one in operations()[SEED % every :: every]]
    examples = str(6 if FULL else 3)
    tried(
        writer, tmp_path, f"http://{writer.served.host}/api/openapi.json", "-n", examples, *wanted
    )
