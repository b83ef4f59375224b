"""Schemathesis asks a server for all that its description allows, and for what it does not."""

import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.web.api.operations import operations
from support.depth import SEED
from support.web.full_club import fill
from support.web.programs import new_token
from support.web.served import serving_here

pytestmark = pytest.mark.full

# 404: what is named is not there; 412: the ETag is no answer's; 422: the command refuses it.
CONFIG = """\
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "404", "412", "422"]
"""
EVERY = 24  # of the operations is tried; others with another SEED


@pytest.mark.each_database
def test_whatever_is_asked_is_answered_as_described(database: str, tmp_path: Path) -> None:
    fill(database)
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG)
    wanted = [f"--include-operation-id={one.name}" for one in operations()[SEED % EVERY :: EVERY]]
    token = new_token(database, "Schemathesis")
    with serving_here(database) as served:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"),
                *(f"http://{served.host}/api/openapi.json", "-n", "6", *wanted),
                *("--header", f"Authorization: Bearer {token}", "--request-timeout", "3600"),
                *("--checks", "all", "--seed", str(SEED), "--no-color", "--warnings", "off"),
                *("--no-shrink", "--generation-database", "none"),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr
    assert " passed" in done.stdout
