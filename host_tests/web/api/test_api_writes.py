"""What a program may change, in the words of the commands, and what it may not."""

import json

from scorepad.web.api.operations import offers
from support.commands import scorepad
from support.databases import dump, select
from support.web.full_club import EVENT, SHEET
from support.web.programs import Program, error, make_program

ROSTER = "name,number\nEva Moss,NZ 6001\nAda Ray,\n"
writer = make_program()


def said(writer: Program, path: str, **given: object) -> str:
    reply = writer.post(path, **given)
    assert reply.status == 200, reply.body
    told = json.loads(reply.body)
    assert list(told) == ["said", "notes"]
    return "\n".join(told["said"] + told["notes"])


def test_it_says_what_the_command_says(writer, where):
    told = said(writer, "club/correct", session=SHEET, deal=1, result="3N N +1", reason="slip")
    assert told.startswith(f"Session {SHEET}: deal 1: 3NT N = -> 3NT N +1 (decision ")
    (last,) = json.loads(writer.get("club/decisions", session=SHEET).body)[-1:]
    assert (last["author"], last["reason"]) == ("Club site", "slip")
    assert said(writer, "club/stake", per_100="0.50", default=True)
    assert '"per_100": 50' in scorepad("club", "stakes", "--json", "--db", where).stdout
    said(writer, "club/void", session=SHEET, deal=2, author="Carla")
    assert json.loads(writer.get("club/decisions").body)[-1]["author"] == "Carla"
    said(writer, "club/players/edit", player="Zoë Lund", number="")
    assert json.loads(writer.get("club/players/show", player="Zoë Lund").body)["number"] == ""


def test_a_command_that_prints_json_answers_with_it(writer, where):
    reply = writer.post("event/pair", event=EVENT, pair=2, players=["Bo Ek", "guest:Tom"])
    assert reply.status == 200 and reply.headers["content-type"] == "application/json"
    assert reply.body == scorepad("event", "show", EVENT, "--json", "--db", where).stdout


def test_files_are_sent_with_what_reads_them(writer, where):
    files = {"roster.csv": ROSTER}
    for dry_run in (True, False):  # one that was kept would be the same the second time
        sent = {"file": "roster.csv", "files": files, "dry_run": dry_run}
        told = json.loads(writer.post("club/players/import", **sent).body)
        assert (told["new"], told["changed"], told["same"]) == (2, 0, 0)
    assert ("Eva Moss",) in select(where, "SELECT name FROM players")
    wrong = {"roster.csv": "name\n\nx,y\n"}
    reply = writer.post("club/players/import", file="roster.csv", files=wrong)
    assert reply.status == 422 and error(reply).startswith("roster.csv:3: ")
    deals = {"deals.txt": "b1 4S N =\nb2 3N E +1\n"}
    scored = writer.post("score", rules="duplicate", file="deals.txt", files=deals)
    assert scored.status == 200 and len(json.loads(scored.body)["deals"]) == 2


FILES = (
    ("club/import", {"file": ["{file}"]}), ("club/players/import", {"file": "{file}"}),
    ("club/knockout/draw", {"name": "X", "file": "{file}"}),
    ("event/new", {"name": "X", "movement": ["{file}"]}),
    ("event/new", {"name": "X", "movement": ["check {file}"]}),
    ("event/new", {"name": "X", "movement": ["howell --pairs 8"], "pairs": "{file}"}),
    ("event/movement", {"event": EVENT, "movement": ["{file}"]}),
    ("event/pair", {"event": EVENT, "file": "{file}"}), ("movement/check", {"file": "{file}"}),
    ("score", {"rules": "chicago", "file": "{file}"}),
)  # fmt: skip

NAMES_OF_FILES = ("{file}", "-", "/dev/stdin", "../secret.csv", "/proc/self/environ")


def test_no_file_of_the_server_is_read(writer, tmp_path, where):
    reading = {path[1:] for path, offer in offers().items() if offer.files}
    assert reading == {path for path, _ in FILES}
    secret, before = tmp_path / "secret.csv", dump(where)
    secret.write_text("name,number\nA Secret,1\n")
    for path, given in FILES:
        for name in NAMES_OF_FILES[: 5 if path == "club/import" else 2]:
            named = json.dumps(given).replace("{file}", name.format(file=secret))
            reply = writer.post(path, **json.loads(named))
            assert reply.status == 422 and "No such file" in error(reply), (path, name)
            assert "Secret" not in reply.body
    assert dump(where) == before


def test_nothing_says_where_the_server_shall_write(writer, tmp_path):
    for name in ("output", "db", "--output", "--db", "json", "port", "ports", "run"):
        for path in ("club/ranking", "club/export", "club/settings", "movement/howell"):
            asked = {name: str(tmp_path / "made"), "format": "html"}
            assert writer.get(path, **asked).status == 422, (name, path)
        assert not [offer for offer in offers().values() if name in offer.takes]
    given = {"name": "X", "movement": [f"howell --pairs 8 --output {tmp_path / 'made'}"]}
    refused = writer.post("event/new", **given)
    assert refused.status == 422 and error(refused)
    assert not (tmp_path / "made").exists()


JSON, FORM = "application/json", "application/x-www-form-urlencoded"
NO_REQUESTS = (
    ("{", JSON, 400, None), ("null", JSON + "; charset=utf-8", 400, None),
    ('{"deal": NaN}', JSON, 400, None), ('{"deal": 1, "deal": 2}', JSON, 400, None),
    ("[" * 100_000, JSON, 400, None), ('{"deal": ' + "9" * 5000 + "}", JSON, 400, None),
    ("{}", "", 415, None), ("deal=1", FORM, 415, None), ("{}", JSON, 422, "session"),
    ('{"deal": 1e999}', JSON, 422, "deal"), ('{"sesion": "1"}', JSON, 422, None),
    ('{"session": "1", "deal": true}', JSON, 422, "deal"),
    ('{"session": "1", "deal": 1.0}', JSON, 422, "deal"),
    ('{"session": "1", "deal": "1"}', JSON, 422, "deal"),
    ('{"session": "1", "deal": -1}', JSON, 422, "deal"),
    ('{"session": 1, "deal": 1}', JSON, 422, "session"),
    ('{"session": null, "deal": 1}', JSON, 422, "session"),
    ('{"session": "\\ud800", "deal": 1}', JSON, 422, "session"),
    ('{"session": "\\u0000", "deal": 1}', JSON, 422, "session"),
    ('{"session": "zz", "deal": 1, "result": "4S N ="}', JSON, 404, "session"),
    ('{"session": "' + SHEET + '", "deal": 1}', JSON, 422, "result"),
    ('{"session": "' + SHEET + '", "deal": 99, "board": 1}', JSON, 422, "deal"),
)  # fmt: skip


def test_what_is_no_request_is_refused(writer, where):
    before = dump(where)
    for body, kind, status, field in NO_REQUESTS:
        reply = writer.ask("POST", "/api/club/correct", body, {"Content-Type": kind})
        assert error(reply)
        told = reply.status, json.loads(reply.body)["field"]
        assert told == (status, field), (body[:80], reply.body)
    sent = {"Content-Type": "application/json", "Content-Length": str(10**9)}
    assert writer.ask("POST", "/api/club/correct", "", sent).status == 413
    assert dump(where) == before


def test_a_movement_is_words_or_an_object(writer, where):
    before = dump(where)
    for movement, status, field in (
        ("howell --pairs 8", 200, None), ({"kind": "howell", "pairs": 8}, 200, None),
        ({"kind": "howell", "pairs": "8"}, 422, "movement.pairs"),
        ({"kind": "howell", "pears": 8}, 422, "movement"), (8, 422, "movement"),
    ):  # fmt: skip
        reply = writer.post("event/new", name="Tried", movement=[movement], dry_run=True)
        told = json.loads(reply.body)
        assert (reply.status, told.get("field")) == (status, field), told
    assert dump(where) == before


def test_a_change_that_somebody_else_has_overtaken_is_refused(writer, where):
    shown = ("club/players/show", "Ann Reid")
    given = {"player": "Ann Reid", "area": "Otago"}
    tags = [writer.get(shown[0], player=shown[1]).headers["etag"]]
    scorepad("club", "players", "edit", "Ann Reid", "--area", "Nelson", "--db", where)
    scorepad("club", "players", "add", "Ann Reid the younger", "--db", where)
    old, now = *tags, writer.get(shown[0], player=shown[1]).headers["etag"]
    for tag, status in (
        *((old, 412), (f"W/{now}", 412), (f"{old} {now}", 412), (f"{now}, x", 412), (",", 412)),
        *((f'{old},, "x", {now}', 200), (now, 412), (f"{old}, {now}", 412), ("*", 200)),
    ):
        reply = writer.post("club/players/edit", headers={"If-Match": tag}, **given)
        assert reply.status == status, tag
    tag = writer.get("club/rules/list").headers["etag"]
    scorepad("club", "void", SHEET, "1", "--db", where)  # which is none of that
    given = {"name": "New", "rules": "rubber"}
    assert writer.post("club/rules/set", headers={"If-Match": tag}, **given).status == 200
    writer.post("event/new", name="Gone", movement=["howell --pairs 8"])
    tag = writer.get("event/show", event="Gone").headers["etag"]
    scorepad("event", "drop", "Gone", "--db", where)
    given = {"headers": {"If-Match": tag}, "number": "1"}
    assert writer.post("club/settings/set", **given).status == 412


def test_what_no_answer_ever_had_matches_nothing(writer, where):
    before = dump(where)
    tags = ['"x"', '""', '"a.b", "c.d"', 'W/"é"', '"' + "A" * 30_000 + '"']
    tags += ['"club=-1"', '"club=x"', '"=1"', '"club="', '"' + "1" * 30 + '=1;=1;"']
    for tag in tags:
        match = {"If-Match": tag.encode().decode("latin-1")}
        assert writer.post("club/settings/set", headers=match, number=7).status == 422
        reply = writer.post("club/settings/set", headers=match, number="7")
        assert reply.status == 412, tag[:50]
    assert dump(where) == before
