"""`/api/` gives what the commands print, and reading it changes nothing."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorepad.operation import Calculation
from scorepad.web.api.openapi import description
from scorepad.web.api.operations import offers
from support.commands import scorepad
from support.databases import dump
from support.web.full_club import EVENING, EVENT, SHEET
from support.web.programs import error, make_program

pytestmark = pytest.mark.slow

# What is asked for where a command must be told something; the club has all of it.
WANTED: dict[str, dict[str, Any]] = {
    "movement mitchell": {"tables": 5}, "movement howell": {"pairs": 8},
    "event show": {"event": EVENT}, "club show": {"id": SHEET},
    "club export": {"evening": EVENING, "format": "json"},
    "club players show": {"player": "Zoë Lund"}, "club seats": {"session": SHEET},
    "club knockout show": {"name": "Cup 2026"},
    "club season": {"from": "2026-01-01", "by": "pair", "best": 2},
    "club ranking": {"until": EVENING, "without": [SHEET]}, "club ledger": {"evening": EVENING},
    "club list": {"evening": EVENING, "player": "Zoë Lund", "limit": 1},
    "club duplicate": {"evening": EVENING, "winners": 1}, "rules": {"rules": "chicago"},
}  # fmt: skip
DESCRIPTION = description("")
COMPONENTS = {"components": DESCRIPTION["components"]}
CSV = "text/csv; charset=utf-8"
READS = [offer for offer in offers().values() if offer.method == "GET"]
reader = make_program("--read-only")


def options(wanted: dict[str, Any], takes: dict[str, Any]) -> list[str]:
    words, unnamed = [], []
    for name, value in wanted.items():
        option = takes[name].option
        for each in value if isinstance(value, list) else [value]:
            if option.startswith("--"):
                words += [option] if each is True else [option, str(each)]
            else:
                unnamed.append(str(each))
    return [*words, *unnamed]


@pytest.mark.parametrize("operation", READS, ids=lambda offer: offer.command)
def test_it_gives_what_the_command_prints(reader, where, operation):
    wanted = WANTED.get(operation.command, {})
    reply = reader.get(operation.command.replace(" ", "/"), **wanted)
    assert reply.status == 200, reply.body
    assert reply.headers["content-type"] == "application/json"
    words = [*operation.command.split(), *options(wanted, operation.takes)]
    words += [] if operation.kind.makes_file else ["--json"]
    club = [] if issubclass(operation.kind, Calculation) else ["--db", where]
    assert reply.body == scorepad(*words, *club).stdout
    described = DESCRIPTION["paths"][f"/api{operation.path}"]["get"]["responses"]["200"]
    schema = described["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, **COMPONENTS}).validate(json.loads(reply.body))


def test_no_get_changes_the_database(reader, where):
    before = dump(where)
    for operation in offers().values():
        path = operation.path[1:]
        given = reader.get(path, **forced(operation))
        assert max(given.status, reader.get(path).status) < 500
        if operation.method == "POST":
            assert given.status == 405 and error(given), path
    assert dump(where) == before


def forced(operation: Any) -> dict[str, Any]:
    """All that it takes."""
    wanted, known = WANTED.get(operation.command, {}), {int: 1, bool: "true"}
    takes = operation.takes.items()
    return {name: wanted.get(name, known.get(parameter.type, "1")) for name, parameter in takes}


def test_a_file_comes_as_what_it_is(reader):
    html, text = "text/html; charset=utf-8", "text/plain; charset=utf-8"
    for path, wanted, kind, begins in (
        ("club/ranking", {"format": "html"}, html, "<!DOCTYPE html>"),
        ("club/export", {"all": "true", "format": "csv"}, CSV, "\ufeffsession,"),
        ("club/export", {"ids": SHEET, "format": "pbn"}, text, "% PBN 2.1"),
        ("movement/howell", {"pairs": 8, "format": "html"}, html, "<!D"),
    ):
        reply = reader.get(path, **wanted)
        assert (reply.status, reply.headers["content-type"]) == (200, kind)
        assert reply.body.startswith(begins)


REFUSED = (
    ("club/show?id=zz", 404, None), ("club/players/show?player=Nobody", 404, "player"),
    ("club/knockout/show?name=Never", 404, "name"), ("club/nothing", 404, None),
    ("club/token/list", 404, None), ("club", 404, None), ("club/show", 422, "id"),
    ("club/ranking?untill=2026-11-20", 422, None),
    ("club/ranking?until=2026-11-20&until=2026-11-21", 422, "until"),
    ("club/list?limit=x", 422, "limit"), ("club/list?limit=99999999999999999", 422, "limit"),
    ("club/list?limit=-1", 422, "limit"), ("club/season?from=x", 422, "from"),
    ("club/duplicate?winners=3", 422, "winners"), ("club/duplicate?doubts=yes", 422, "doubts"),
    ("club/duplicate?ids=a&evening=2026-01-17", 422, "ids"),
    ("club/ranking?format=exe", 422, "format"), ("club/show?id=%00", 422, "id"),
    ("club/show?id=--", 404, None), ("club/show?id=" + "x" * 501, 422, "id"),
)  # fmt: skip


def test_a_refusal_names_the_parameter(reader):
    for path, status, field in REFUSED:
        reply = reader.ask("GET", f"/api/{path}", "", None)
        assert error(reply)
        told = json.loads(reply.body)
        assert (reply.status, told["field"]) == (status, field), path
        if field == "player":
            (remedy,) = told["remedies"]
            assert (
                remedy["command"] == f"scorepad {remedy['operation']}" == "scorepad club players"
            )


def test_the_page_says_all_that_there_is(reader):
    body = reader.ask("GET", "/api/", "", None).body
    assert all(f"{offer.method} /api{path}</code>" in body for path, offer in offers().items())
    assert "<script" not in body
