"""The page for programs: its examples run as they stand, and what it leaves out is left out."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.fetching.get_web_programs import with_curl
from scorepad.cli.declaring import CommandParser
from scorepad.cli.parser import parser
from scorepad.web.api.openapi import description
from scorepad.web.api.operations import operations
from support.commands import ROOT
from support.web.served import serving_here

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
LEFT_OUT = PAGE.partition("## What is left to")[2]


def commands(group: CommandParser, words: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        inner = f"{words} {name}".strip()
        if not command.commands or command.does:
            yield inner
        yield from commands(command, inner)


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
        ran = subprocess.run(
            [shutil.which("bash") or "bash", "-ec", shell + f"\n{sys.executable} program.py"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 0, ran.stderr
    ranking, said = ran.stdout.split("16 players\n")
    assert len(json.loads(ranking)) > 0
    assert said == "Eva Moss (id=17) is new.\n"


def test_every_command_is_there_or_is_said_to_be_left_out() -> None:
    there = {one.command for one in operations()}
    for command in commands(parser()):
        group = command.rpartition(" ")[0]
        named = f"`{command}`" in LEFT_OUT or f"`{group}`" in LEFT_OUT
        assert (command in there) != named, command


def test_every_refusal_of_the_description_is_on_the_page() -> None:
    listed = {
        int(number)
        for row in re.findall(r"^\| ([\d, ]+) \|", PAGE, re.MULTILINE)
        for number in row.split(",")
    }
    assert {int(status) for status in description("")["components"]["responses"]} <= listed
