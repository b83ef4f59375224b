"""JSON exports are what their published schema says, as an independent validator sees it."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

import scorepad.exports
from firmware.scoring.rules import NAMES
from scorepad.exports.sessions import as_json
from support.club.club_sessions import complete, played
from support.club.exported import GAMES, HOSTILE, club_session, club_sessions

SCHEMA = json.loads(
    (Path(scorepad.exports.__file__).with_name("schemas") / "export.schema.json").read_text(
        encoding="utf-8"
    )
)
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["session"]["properties"]["rules"]["enum"] == list(NAMES)


def test_all_rule_sets_in_one_file_validate_and_keep_their_names():
    exports = json.loads(as_json(club_sessions()))
    VALIDATOR.validate(exports)
    assert [export["rules"] for export in exports] == list(GAMES)
    assert [player["name"] for player in exports[0]["players"]] == list(HOSTILE)


@pytest.mark.parametrize(
    "events",
    [
        played(()),
        played(("pass",), begun=0),
        played(begun=(1 << 32) - 1, table=0),
        complete(played(("4S N =", "6N N ="), options={"settle": "100s"})),
    ],
)
def test_every_stage_of_a_game_validates(events):
    VALIDATOR.validate(json.loads(as_json([club_session(events, (None,) * 4)])))


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("rules", "whist"), ("started", "yesterday"), ("totals", {"NS": 1.5, "EW": 0}), ("more", 1)],
)
def test_the_schema_refuses_what_is_none(field, wrong):
    (session,) = json.loads(as_json(club_sessions("international")))
    with pytest.raises(ValidationError):
        VALIDATOR.validate([{**session, field: wrong}])
    del session["id"]
    with pytest.raises(ValidationError):
        VALIDATOR.validate([session])


def test_no_session_is_an_empty_list():
    VALIDATOR.validate(json.loads(as_json([])))
