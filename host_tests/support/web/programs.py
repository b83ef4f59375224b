"""Programs that ask a server for what the club has, as docs/api.md says."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest

from support.commands import scorepad
from support.web.served import Reply, Served, serving_here


def new_token(where: str, name: str, *options: str) -> str:
    made = scorepad("club", "token", "new", name, *options, "--db", where)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


@dataclass
class Program:
    """Who asks with a token."""

    served: Served
    token: str

    def get(self, path: str, *, headers: dict[str, str] | None = None, **asked: Any) -> Reply:
        """Reads: `club/ranking`, until="2026-11-20"; what is in a list is asked for each."""
        query = urlencode(asked, doseq=True)
        return self.ask("GET", f"/api/{path}?{query}", "", headers)

    def post(self, path: str, *, headers: dict[str, str] | None = None, **given: Any) -> Reply:
        """Changes something: `club/correct`, session="...", deal=3."""
        kind = {"Content-Type": "application/json"}
        return self.ask("POST", f"/api/{path}", json.dumps(given), {**kind, **(headers or {})})

    def ask(self, method: str, path: str, body: str, headers: dict[str, str] | None) -> Reply:
        """Any request, as a program sends it: without a cookie."""
        token = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = {"Cookie": "", **token, **(headers or {})}
        return self.served.ask(method, path, body, **sent)


def make_program(*options: str) -> Any:
    """Return a fixture: who asks a server of `where`, with a token that has these options."""

    @pytest.fixture(scope="module")
    def program(where: str) -> Iterator[Program]:
        token = new_token(where, "Club site", *options)
        with serving_here(where) as served:
            program = Program(served, token)
            program.get("club/settings")  # from now on the token was used today
            yield program

    return program


def error(reply: Reply) -> str:
    """Why it was refused."""
    assert reply.headers["content-type"] == "application/json", reply
    said = json.loads(reply.body)
    assert [*said] == ["error", "field", "remedies"] and "\n" not in said["error"]
    return str(said["error"])
