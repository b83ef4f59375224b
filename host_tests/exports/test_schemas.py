"""What the commands print as JSON is what their published schemas say, and nothing else."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from firmware.scoring.deal import SEATS
from firmware.scoring.rules import NAMES
from scorepad import exports as package
from scorepad.club import waiting
from scorepad.club.decisions import twice
from scorepad.club.derived.replay import replay
from scorepad.club.knockout.competition import BEST_OF
from scorepad.club.money import ledger
from scorepad.club.records.store import Club
from scorepad.club.security_log import Kind
from scorepad.exports.sessions import as_json
from scorepad.rule_sets import having, in_points
from scorepad.tablet.sync import Summary
from support.club.club_sessions import TABLET, example, finished, played, session_of, take_all
from support.club.exported import GAMES, HOSTILE, club_session, club_sessions
from support.commands import plugged_in, scorepad
from support.databases import enrol
from support.depth import full

SCHEMAS = {
    file.name.removesuffix(".schema.json"): json.loads(file.read_text(encoding="utf-8"))
    for file in Path(package.__file__).with_name("schemas").glob("*.schema.json")
}
PLAYERS = ("Ann", "Ben", "Cy", "Di", "Eva", "Fay")
EVENING = "2026-01-17"


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(inner, (dict, list)):
            yield from nodes(inner)


def valid(name: str, text: str) -> Any:
    """What a command printed, which its schema allows."""
    printed = json.loads(text)
    checker = Draft202012Validator.FORMAT_CHECKER
    Draft202012Validator(SCHEMAS[name], format_checker=checker).validate(printed)
    return printed


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with everything in it that the lists can say."""
    folder = tmp_path_factory.mktemp("club")
    where = folder / "club.db"
    take_all(str(where), sessions())
    with Club(str(where)) as club:
        club.take(TABLET, 8, example(8)[:-1] + b"?", "port")
        club.take(TABLET, 9, example(9)[:20] + b"?" + example(9)[21:], "port")
        club.take(TABLET, 9, example(9), "port")
        assert waiting.holds_back(club, replay(session_of(10), example(10)), datetime.now(UTC))
    enrol(where, PLAYERS)
    for file, pairs in (("played", "Ann,Ben\nCy,Di\n"), ("new", "Ann,Ben\nCy,Di\nEva,Fay\n")):
        (folder / f"{file}.csv").write_text("player,partner\n" + pairs, encoding="utf-8")
    for words in DECISIONS:
        done = scorepad(
            "club", *(str(folder / w) if ".csv" in w else w for w in words), "--db", where
        )
        assert done.returncode == 0, done.stderr
    return where


def sessions() -> dict[int, list[tuple[int, int, int, int]]]:
    """Settled and not, dated and not, with players of every kind."""
    sweep = ("3N N =", "3N N =")
    return {
        1: finished(played(sweep, "rubber", players=(1, 2, 3, 4))),
        2: finished(played(sweep, "rubber", begun=0, players=(1, 0, 3, 99))),
        3: played(sweep[:1], players=(1, 2, 3, 4)),
        4: finished(played(("3N N = hcp=25",), "russian", players=(1, 2, 3, 4))),
        5: finished(played(("b1 4S N =",), "duplicate")),
        7: finished(played(("b1 4S N +1",), "duplicate", players=(1, 2, 3, 77))),
        6: finished(played(("4S E =", "4S E ="), "rubber", players=(1, 2, 1, 4))),
    }


DECISIONS = (
    ("settings", "set", "--name=Harbour", "--paper=letter", "--paper=", "--reason", "new printer"),
    ("stake", "0.5", "--default"), ("stake", "1", "--evening", EVENING),
    ("stake", "2", "--session", session_of(1)),
    ("replace", session_of(8), "--reason", "the tablet has it again"),
    ("replace", session_of(8), "--keep"),
    ("correct", session_of(1), "1", "3N N +1", "--reason", "slip"),
    ("leave-out", session_of(2), "--author", "Carla"), ("undo", "2"),
    ("release", "--evening", EVENING, "--reason", "all is in"),
    ("seat", session_of(3), "N", "Eva", "--reason", "wrong name"),
    ("players", "merge", "Fay", "Eva", "--reason", "spelling"), ("undo", "14"),
    ("rules", "set", "Tuesday", "chicago", "--option", "honours=off"),
    ("token", "new", "Club site", "--read-only"),
    ("knockout", "draw", "Cup", "played.csv", "--seed", "1"),
    ("knockout", "result", "Cup", "Ann", "900", "Cy", "100", "--reason", "paper"),
    ("knockout", "draw", "Open", "new.csv", "--seed", "1"),
    ("knockout", "draw", "Gone", "new.csv", "--seed", "2"),
    ("knockout", "result", "Gone", "--withdraw", "Cy"),
)  # fmt: skip


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_is_a_schema_that_lets_nothing_else_in(name):
    Draft202012Validator.check_schema(SCHEMAS[name])
    for node in nodes(SCHEMAS[name]):
        if "properties" in node and node.get("type") == "object":
            assert node["additionalProperties"] is False, node["properties"].keys()
            fields = node["properties"].values()
            assert all(field.keys() & {"description", "$ref"} for field in fields), node


ALONE = ("ledger", "ranking", "season", "settings", "decisions", "released", "players")
PRINTED = [
    *((name, (name,)) for name in ALONE), ("ledger", ("ledger", "--evening", EVENING)),
    ("ledger", ("ledger", "--player", "Ann")), ("stakes", ("stakes",)),
    ("replacements", ("replacements",)), ("knockout", ("knockout", "show", "Cup")),
    ("knockouts", ("knockout", "list")), ("sessions", ("list",)), ("duplicate", ("duplicate",)),
    ("player", ("players", "show", "Ann")), ("seats", ("seats", session_of(1))),
    ("house_rules", ("rules", "list")), ("tokens", ("token", "list")),
    ("tablets", ("tablet", "list")),
    ("security_log", ("security",)), ("waiting", ("waiting",)), ("codes", ("codes",)),
]  # fmt: skip
RARE = [
    ("ledger", ("ledger", "--evening", "none")),
    ("ledger", ("ledger", "--without", session_of(1))),
    ("season", ("season", "--by", "pair", "--best", "2", "--least", "2")),
    ("season", ("season", "--scoring", "butler-trimmed")),
    ("knockout", ("knockout", "show", "Open")),
    ("knockout", ("knockout", "show", "Gone")),
]


@pytest.mark.parametrize(
    ("name", "words"), [*PRINTED, *(pytest.param(*rare, marks=full) for rare in RARE)]
)
def test_what_is_printed_is_what_the_schema_says(path, name, words):
    done = scorepad("club", *words, "--json", "--db", path)
    assert valid(name, done.stdout)


def test_rule_sets_are_what_their_schema_says():
    for words in ((), *((name,) for name in NAMES)):
        assert valid("rule_sets", scorepad("rules", *words, "--json").stdout)


@pytest.mark.parametrize(
    "words", ["mitchell --pairs 30 --sections 2", "howell --pairs 9 --rounds 7"]
)
def test_movements_are_what_their_schema_says(tmp_path, words):
    printed = scorepad("movement", *words.split(), "--json").stdout
    valid("movement", printed)
    (tmp_path / "m.json").write_text(printed, encoding="utf-8")
    valid("movement", scorepad("movement", "check", tmp_path / "m.json", "--json").stdout)


@full
def test_a_sync_prints_what_its_schema_says(path, tmp_path):
    with plugged_in(tmp_path / "flash") as port:
        words = ("sync", port, tmp_path / "nothing", "--roster", "--json", "--db", path)
        done = scorepad(*words)
    told = valid("sync", done.stdout)
    assert [tablet["found"] for tablet in told["tablets"]] == [True, False]
    assert told["tablets"][0]["players"] == len(PLAYERS) and told["tablets"][1]["trouble"]
    tablets = SCHEMAS["sync"]["properties"]["tablets"]
    assert list(tablets["items"]["properties"]) == list(vars(Summary("")))


STAGES = [
    played(()), played(("pass",), begun=0), played(begun=(1 << 32) - 1, table=0),
    finished(played(("4S N =", "6N N ="), options={"settle": "100s"})),
]  # fmt: skip


def test_exports_of_all_rule_sets_and_stages_are_what_their_schema_says_and_keep_their_names():
    exports = valid("export", as_json(club_sessions()))
    assert [export["rules"] for export in exports] == list(GAMES)
    assert [player["name"] for player in exports[0]["players"]] == list(HOSTILE)
    for events in STAGES:
        valid("export", as_json([club_session(events, (None,) * 4)]))
    assert valid("export", as_json([])) == []


def test_the_lists_of_the_schemas_are_those_of_the_program():
    assert SCHEMAS["export"]["$defs"]["session"]["properties"]["rules"]["enum"] == list(NAMES)
    why = SCHEMAS["ledger"]["properties"]["left_out"]["items"]["properties"]["why"]["enum"]
    never = {name for name in NAMES if name not in having(in_points)}
    decided = {ledger.BY_DECISION, ledger.NOT_WANTED}
    assert set(why) == {"open", "damaged", twice.WHY, *never, *decided}
    assert tuple(SCHEMAS["knockout"]["properties"]["best"]["properties"]) == tuple(BEST_OF)
    kinds = SCHEMAS["security_log"]["items"]["properties"]["kind"]["enum"]
    assert kinds == [kind.code for kind in Kind]
    guest = SCHEMAS["ledger"]["$defs"]["party"]["oneOf"][1]["properties"]["seat"]["enum"]
    assert guest == list(SEATS)


@full
def test_events_are_what_their_schemas_say(path, tmp_path):
    database = tmp_path / "events.db"
    shutil.copy(path, database)
    words = ("--movement", "howell --pairs 8 --rounds 5 --boards 2", "--author", "Dora")
    for command in (
        ("new", "Cup", *words, "--movement", "mitchell --tables 5 --boards 2", "--json"),
        ("pair", "Cup", "3", "Ann", "guest:Tom", "--json"),
        ("pair", "Cup", "3", "guest", "Ben", "--round", "2", "--json"),
        ("leave", "Cup", "3", "--round", "4", "--reason", "ill", "--json"),
        ("show", "Cup", "--json"),
    ):
        event = valid("event", scorepad("event", *command, "--db", database).stdout)
        for section in event["sections"]:
            valid("movement", json.dumps(section))
    assert event["tables"][0]["planned"] == 8 and event["pairs"][2]["left_from_round"] == 4
    assert len(valid("events", scorepad("event", "list", "--json", "--db", database).stdout)) == 1
