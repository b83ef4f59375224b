"""Runs `scorepad` in the test's own process, on one database."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from scorepad import cli
from support.databases import dump


@dataclass(frozen=True)
class Commands:
    database: str
    captured: pytest.CaptureFixture[bytes]
    group: tuple[str, ...] = ("club",)

    def ended(self, *arguments: str) -> tuple[int, str, str]:
        """How it ended: exit status, standard output and error."""
        status = cli.main([*self.group, *arguments, "--db", self.database])
        said = self.captured.readouterr()
        return status, said.out.decode(), said.err.decode()

    def run(self, *arguments: str) -> str:
        status, out, _ = self.ended(*arguments)
        assert status == 0
        return out

    def told(self, *arguments: str) -> Any:
        """What it prints for programs."""
        return json.loads(self.run(*arguments, "--json"))

    def refused(self, *arguments: str) -> str:
        """Why it is refused; nothing was changed."""
        before = dump(self.database)
        status, out, why = self.ended(*arguments)
        assert (status, out, bool(why), dump(self.database)) == (2, "", True, before)
        return why


def make_commands(*group: str) -> Any:
    """Return a fixture: the commands of this group, on the test's `database`."""

    @pytest.fixture
    def commands(database: str, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
        return Commands(database, capsysbinary, group)

    return commands
