"""What is described: docs/api.md, whose examples run, and what Schemathesis asks a server for."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from scorepad import operations
from scorepad.web.api.openapi import description
from scorepad.web.api.operations import offers
from support.commands import ROOT, run_program
from support.depth import SEED
from support.web.full_club import fill
from support.web.programs import new_token
from support.web.served import serving_here
from support.web.web_programs import with_curl

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
LEFT_OUT = PAGE.partition("## Commands without an API")[2]
# 404: what is named is not there; 412: the ETag is no answer's; 422: the command refuses it.
CONFIG = """\
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "404", "412", "422"]
"""
EVERY = 24  # of the operations is tried; others with another SEED


@pytest.mark.full
@pytest.mark.each_database
def test_whatever_is_asked_is_answered_as_described(database: str, tmp_path: Path) -> None:
    fill(database)
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG)
    ids = [offer.id for offer in offers().values()]
    wanted = [f"--include-operation-id={each}" for each in ids[SEED % EVERY :: EVERY]]
    token = new_token(database, "Schemathesis")
    with serving_here(database) as served:
        done = run_program(
            [
                *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"),
                *(f"http://{served.host}/api/openapi.json", "-n", "6", *wanted),
                *("--header", f"Authorization: Bearer {token}", "--request-timeout", "3600"),
                *("--checks", "all", "--seed", str(SEED), "--no-color", "--warnings", "off"),
                *("--no-shrink", "--generation-database", "none"),
            ],
            cwd=tmp_path,
        )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr
    assert " passed" in done.stdout


@pytest.mark.full
def test_the_examples_run_as_they_stand(full_copy: Path, tmp_path: Path) -> None:
    shell = "".join(re.findall(r"^    (.*\n)", PAGE, re.MULTILINE)[:3])
    (python,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "program.py").write_text(python, encoding="utf-8")
    tools = str(Path(sys.executable).parent)
    environment = {**with_curl(), "SCOREPAD_DB": str(full_copy)}
    environment["PATH"] = tools + os.pathsep + environment["PATH"]
    with serving_here(full_copy) as served:
        shell = shell.replace("127.0.0.1:8127", served.host)
        ran = run_program(
            [shutil.which("bash") or "bash", "-ec", shell + f"\n{sys.executable} program.py"],
            cwd=tmp_path,
            env=environment,
        )
    assert ran.returncode == 0, ran.stderr
    ranking, said = ran.stdout.split("16 players\n")
    assert len(json.loads(ranking)) > 0
    assert said == "Eva Moss (id=17) is new.\n"


def test_every_command_is_there_or_is_said_to_be_left_out() -> None:
    there = {offer.command for offer in offers().values()}
    for name in operations.index():
        named = f"`{name}`" in LEFT_OUT or f"`{name.rpartition(' ')[0]}`" in LEFT_OUT
        assert (name in there) != named, name


def test_every_refusal_of_the_description_is_on_the_page() -> None:
    listed = {
        int(number)
        for row in re.findall(r"^\| ([\d, ]+) \|", PAGE, re.MULTILINE)
        for number in row.split(",")
    }
    assert {int(status) for status in description("")["components"]["responses"]} <= listed
