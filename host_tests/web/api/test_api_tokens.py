"""Who comes in with a token, who does not, and that a token is nowhere but with its program."""

import json
import re

import pytest

from scorepad.cli import main
from support.databases import dump, select
from support.in_process import Commands
from support.web.programs import Program, error, new_token
from support.web.served import Served, serving_here

CHANGE = {"name": "Tuesday", "rules": "chicago"}


@pytest.mark.each_database
def test_the_commands(commands: Commands, database: str) -> None:
    status, token, _ = commands.ended("token", "new", "Club site", "--read-only")
    assert status == 0 and re.fullmatch(r"scorepad_[\w-]{43}\n", token)
    assert commands.refused("token", "new", " Club site ")
    for name in ("  ", "x" * 61, "two\nlines", "\x1b[31m"):
        assert "60" in commands.refused("token", "new", name)
    commands.run("token", "new", "Scorer")
    (site, scorer) = json.loads(commands.run("token", "list", "--json"))
    assert (site["name"], site["may"], site["used"]) == ("Club site", "read", None)
    assert (scorer["name"], scorer["may"]) == ("Scorer", "write")
    listed = commands.run("token", "list")
    assert token.strip() not in "\n".join(dump(database)) + listed
    commands.run("token", "remove", "Club site")
    assert "'Club site'" in commands.refused("token", "remove", "Club site")
    assert [token["name"] for token in json.loads(commands.run("token", "list", "--json"))] == [
        "Scorer"
    ]


def test_a_token_reads_and_one_that_may_writes(served: Served) -> None:
    reader = Program(served, new_token(served.database, "reads", "--read-only"))
    writer = Program(served, new_token(served.database, "writes"))
    for program in (reader, writer):
        assert program.get("club/settings").status == 200
    before = dump(served.database)
    refused = reader.post("club/rules/set", **CHANGE)
    assert refused.status == 403 and "'reads' may read" in error(refused)
    assert dump(served.database) == before
    assert writer.post("club/rules/set", **CHANGE).status == 200


STRANGERS = (
    *("", "Bearer", "Bearer ", "Bearer x", "Bearer scorepad_" + "A" * 43, "Basic {token}"),
    *("{token}", "Bearer {token}x", "Bearer {cut}", "Bearer {token} {token}", "Bearer \xe9"),
    "Bearer " + "x" * 20_000,
)


def test_others_do_not_come_in(served: Served) -> None:
    token = new_token(served.database, "other")
    program = Program(served, "")
    before = dump(served.database)
    for said in STRANGERS:
        words = said.format(token=token, cut=token[:-1])
        headers = {"Authorization": words} if words else {}
        for reply in (
            program.get("club/settings", headers=headers),
            program.ask("GET", "/api/openapi.json", "", headers),
            program.ask("GET", "/api/", "", headers),
            program.post("club/rules/set", headers=headers, **CHANGE),
        ):
            assert reply.status == 401, said
            assert reply.headers["www-authenticate"] == "Bearer"
            assert token not in error(reply)
    assert dump(served.database) == before
    assert Program(served, token).get("club/settings").status == 200  # nobody is locked out


def test_a_cookie_never_suffices_to_change_something(served: Served) -> None:
    assert served.get("/api/club/settings").status == 200
    assert served.get("/api/club/settings", Authorization="Bearer x").status == 401
    before = dump(served.database)
    body, kind = json.dumps(CHANGE), {"Content-Type": "application/json"}
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": f"http://{served.host}"}):
        reply = served.ask("POST", "/api/club/rules/set", body, **kind, **headers)
        assert reply.status == 401 and error(reply)
    reply = served.ask("POST", "/api/club/rules/set", body, **kind, Origin="https://evil.example")
    assert reply.status == 403 and error(reply)
    assert dump(served.database) == before


def test_a_token_that_is_taken_back_is_refused_at_once(served: Served) -> None:
    token = new_token(served.database, "lost")
    with serving_here(served.database) as another:
        programs = [Program(served, token), Program(another, token)]
        assert [program.get("club/settings").status for program in programs] == [200, 200]
        assert main(["club", "token", "remove", "lost", "--db", served.database]) == 0
        assert [program.get("club/settings").status for program in programs] == [401, 401]


def test_the_day_of_the_last_use_is_kept_once(served: Served) -> None:
    program = Program(served, new_token(served.database, "used"))
    program.get("club/settings")
    words = "SELECT used FROM secrets WHERE name = 'used'"
    ((day,),) = select(served.database, words)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", day)
    before = dump(served.database)
    program.get("club/settings")
    assert dump(served.database) == before


def test_the_secretary_makes_a_token_on_a_page_that_shows_it_once(new: Served) -> None:
    made = {"form": "club-token-new", "name": "Club site", "--read-only": ""}
    reply = new.post("/tokens", made)
    assert reply.status == 303 and "scorepad_" not in str(reply.headers)
    page = new.get(reply.headers["location"])
    (token,) = set(re.findall(r"scorepad_[\w-]{43}", page.body))
    assert page.headers["cache-control"] == "no-store"
    assert "scorepad_" not in new.get("/tokens").body
    assert Program(new, token).post("club/rules/set", **CHANGE).status == 200
    gone = {"form": "club-token-remove", "name": "Club site"}
    assert new.post("/tokens", gone).status == 303
    assert Program(new, token).get("club/settings").status == 401
    assert token not in "".join(dump(new.database))
