"""Runs `scorepad` in the test's own process, on one database."""

from dataclasses import dataclass

import pytest

from scorepad import cli
from support.databases import dump


@dataclass(frozen=True)
class Commands:
    """`scorepad GROUP ... --db DATABASE`."""

    database: str
    captured: pytest.CaptureFixture[bytes]
    group: tuple[str, ...] = ("club",)

    def run(self, *arguments: str) -> str:
        """What it prints."""
        assert self._status(arguments) == 0
        return self.captured.readouterr().out.decode()

    def refused(self, *arguments: str) -> str:
        """Why it is refused; nothing was changed."""
        before = dump(self.database)
        assert self._status(arguments) == 2
        said = self.captured.readouterr()
        assert (said.out, said.err.count(b"\n"), dump(self.database)) == (b"", 1, before)
        return said.err.decode()

    def _status(self, arguments: tuple[str, ...]) -> int:
        return cli.main([*self.group, *arguments, "--db", self.database])
