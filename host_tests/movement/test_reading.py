"""Movements from files: what is right is taken, and what is wrong is named with file and line."""

import json
from pathlib import Path

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from scorepad.errors import UserError
from scorepad.movement import reading
from scorepad.movement.making import Wish, made
from scorepad.movement.model import CannotBeHad
from scorepad.reports.content.movement import for_programs
from support.commands import refused, scorepad

HEAD = "round,table,ns,ew,first board,last board"
LINES = [HEAD, "1,1,1,3,1,2", "1,2,2,4,3,4", "2,1,1,4,5,6", "2,2,2,3,7,8"]


def written(folder: Path, text: str, name: str = "ours.csv") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def spoiled(line: int, text: str) -> str:
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]])


def refusal(file: Path) -> str:
    """Without the folder; by the command line, which says it in one line."""
    return refused(scorepad("movement", "check", file)).removeprefix(f"{file.parent}/")


def test_csv_is_read(tmp_path):
    (movement,) = reading.read(str(written(tmp_path, "\n".join(LINES))))
    assert (movement.kind, movement.name, movement.winners) == ("file", "from ours.csv", 2)
    assert (movement.pairs, movement.tables) == ([1, 2, 3, 4], [1, 2])
    assert [meeting.boards for meeting in movement.schedule] == [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_columns_may_stand_in_any_order_and_semicolons_between_them(tmp_path):
    rows = [line.split(",")[::-1] for line in LINES]
    text = "\n".join(";".join(row) for row in rows).replace("first board", "First_Board")
    file = written(tmp_path, text)
    plain = written(tmp_path, "\n".join(LINES), "plain.csv")
    assert reading.read(str(file))[0].schedule == reading.read(str(plain))[0].schedule


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ours.csv: the first row names the columns: round, table, ns, ew, first board"),
        (HEAD, "ours.csv: there is no table and no round in it"),
        (spoiled(1, "round,table,ns,ew,boards"), "ours.csv:1: the first row names the columns"),
        (spoiled(1, HEAD + ",ns"), "ours.csv:1: the first row names the columns"),
        (spoiled(3, "1,2,2,4,3"), "ours.csv:3: 5 cells where the first row has 6"),
        (spoiled(3, "1,2,2,4,3,100"), "ours.csv:3: last board 100: it is a whole number from 1 t"),
        (spoiled(3, "1,2,2,4,0,4"), "ours.csv:3: first board 0: it is a whole number from 1 to 9"),
        (spoiled(3, "1,2,2,4,4,3"), "ours.csv:3: boards 4 to 3: the first is not above the last"),
        (spoiled(3, "1,2,2,199,3,4"), "ours.csv:3: ew 199: it is a whole number from 1 to 198; a"),
        (spoiled(3, "1,2,2,,3,4"), "ours.csv:3: ew nothing: it is a whole number from 1 to 198; "),
        (
            spoiled(3, "1,2,-2,4,3,4"),
            "ours.csv:3: ns -2: it is a whole number from 1 to 198; a pa",
        ),
        (spoiled(3, "1,٢,2,4,3,4"), "ours.csv:3: table ٢: it is a whole number from 1 to 99"),
        (spoiled(3, "100,2,2,4,3,4"), "ours.csv:3: round 100: it is a whole number from 1 to 99"),
        (spoiled(3, f"{'9' * 9999},2,2,4,3,4"), "ours.csv:3: round 99999999"),
        (spoiled(3, "1,2.0,2,4,3,4"), "ours.csv:3: table 2.0: it is a whole number from 1 to 99"),
        (spoiled(3, '1,"\x1b[2J",2,4,3,4'), "ours.csv:3: table \ufffd[2J: it is a whole number"),
        (spoiled(3, '1,2,2,4,3,"4'), "ours.csv:3: this is not CSV: unexpected end of data"),
        ("\n".join([*LINES[:3], "3,1,1,4,5,6"]), "ours.csv:4: round 3 follows, and no round 2; r"),
        (spoiled(3, "1,1,2,4,3,4"), "ours.csv:3: table 1 has two lines in round 1; a table has t"),
        (spoiled(3, "1,2,1,4,3,4"), "ours.csv:3: pair 1 sits at tables 1 and 2 in round 1; nobod"),
        (spoiled(3, "1,2,4,4,3,4"), "ours.csv:3: pair 4 sits both ways at table 2 in round 1; no"),
        (spoiled(3, "1,2,2,4,3,5"), "ours.csv:3: 3 boards, where the first line has 2; all play"),
        (spoiled(4, "2,1,1,4,1,2"), "ours.csv:4: pair 1 has board 1 in rounds 1 and 2; no pair p"),
        (
            "\n".join([*LINES[:3], "2,1,1,3,5,6", "2,2,2,4,7,8"]),
            "ours.csv:4: pairs 1 and 3 meet in rounds 1 and 2; no two pa",
        ),
        (spoiled(3, "1,2,2,4,1,2"), "ours.csv:3: board 1 is at tables 1 and 2 in round 1; tables"),
    ],
)
def test_what_is_wrong_in_csv_is_named(tmp_path, text, said):
    assert said in refusal(written(tmp_path, text))


def test_a_pair_sits_out_once(tmp_path):
    rounds = ["1,1,1,2,1,1", "2,1,3,4,2,2", "3,1,1,3,3,3"]
    said = refusal(written(tmp_path, "\n".join([HEAD, *rounds])))
    assert "ours.csv:4: pair 2 sits out rounds 2 and 3; a pair sits out once at most" in said


def test_the_first_of_several_faults_is_named_and_how_many_there_are(tmp_path):
    text = "\n".join([HEAD, "1,1,1,3,1,2", "1,2,1,3,1,2"])
    assert "(the first of 9 faults)" in refusal(written(tmp_path, text))


def test_tables_share_boards_if_the_file_says_so(tmp_path):
    lines = [f"{HEAD},shares", "1,1,1,4,1,2,2", "1,2,2,3,1,2,"]
    (movement,) = reading.read(str(written(tmp_path, "\n".join(lines))))
    assert movement.shares == ((1, (1, 2)),)
    lines[1] = "1,1,1,4,1,2,7"
    said = refusal(written(tmp_path, "\n".join(lines)))
    assert said == "ours.csv:2: shares 7: round 1 has no table 7"
    lines[1] = "1,1,1,4,1,2,1"
    said = refusal(written(tmp_path, "\n".join(lines)))
    assert said == "ours.csv:2: shares 1: that is table 1 itself"


def test_two_pairs_may_meet_again_if_the_command_says_so(tmp_path):
    file = written(tmp_path, "\n".join([HEAD, "1,1,1,2,1,2", "2,1,2,1,3,4"]))
    assert "--meet-again" in refusal(file)
    assert scorepad("movement", "check", file, "--meet-again").returncode == 0


@given(
    st.integers(8, 40),
    st.sampled_from(["mitchell", "howell"]),
    st.integers(1, 3),
    st.booleans(),
)
def test_what_is_printed_for_programs_is_read_back(tmp_path_factory, pairs, kind, many, relay):
    try:
        movements = made(Wish(kind, pairs, sections=many, relay=relay))
    except CannotBeHad:
        reject()
    file = written(tmp_path_factory.mktemp("json"), json.dumps(for_programs(movements), indent=1))
    again = reading.read(str(file))
    assert [one.schedule for one in again] == [one.schedule for one in movements]
    assert [one.shares for one in again] == [one.shares for one in movements]


def rows(**fields: object) -> list[dict[str, object]]:
    names = ("round", "table", "ns", "ew", "first_board", "last_board")
    listed = [dict(zip(names, map(int, line.split(",")), strict=True)) for line in LINES[1:]]
    listed[1] |= fields
    return listed  # type: ignore[return-value]


def test_json_with_the_fields_of_csv_is_read(tmp_path):
    file = written(tmp_path, json.dumps(rows()), "ours.json")
    plain = written(tmp_path, "\n".join(LINES))
    assert reading.read(str(file))[0].schedule == reading.read(str(plain))[0].schedule


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([], "ours.json: there is no table and no round in it"),
        ([7], "ours.json:2: a line has the fields round, table, ns, ew and either boards or"),
        (rows(more=1), "ours.json:10: a line has the fields round"),
        (rows(ns=True), "ours.json:10: ns True: it is a whole number from 1 to 198"),
        (rows(ns=2.0), "ours.json:10: ns 2.0: it is a whole number"),
        (rows(ns=None), "ours.json:10: ns None: it is a whole number"),
        (rows(last_board=100), "ours.json:10: last board 100: it is a whole number from 1 to 99"),
        (rows(ns=1), "ours.json:10: pair 1 sits at tables 1 and 2 in round 1; nobody sits"),
        ({}, "ours.json: there is no schedule in it"),
        ({"schedule": 5}, "ours.json: there is no schedule in it"),
        ({"sections": {}}, "ours.json: there is no schedule in it"),
        ({"sections": [{"schedule": []}, 5]}, "ours.json: there is no schedule in it"),
        ({"schedule": rows(), "shares": 1}, "ours.json: shares is a list"),
        ({"schedule": rows(), "shares": [1]}, "ours.json: each of shares has the fields"),
        (
            {"schedule": rows(), "shares": [{"round": 1, "tables": [9]}]},
            "ours.json: shares 9: round 1 has no table 9",
        ),
        (
            {"schedule": rows(), "shares": [{"tables": [1]}]},
            "ours.json: round None: it is a whole number",
        ),
        (
            {"schedule": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "boards": []}]},
            "ours.json:3: boards is a list of numbers, and has one at least",
        ),
        (
            {"schedule": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "boards": [1, 3]}]},
            "ours.json:3: boards 1, 3: those of a round follow one another, as 1-3",
        ),
        (
            {"sections": [{"schedule": rows()}, {"schedule": rows()}]},
            "ours.json: pair 1 is in two sections; each number is in one",
        ),
    ],
)
def test_what_is_wrong_in_json_is_named(tmp_path, content, said):
    assert said in refusal(written(tmp_path, json.dumps(content, indent=1), "ours.json"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"round": 1,\n', "ours.json:2: this is not JSON"),
        ("[" * 100_000, "ours.json: no movement has such numbers or so many brackets"),
        (f"[{'9' * 5000}]", "ours.json: no movement has such numbers or so many brackets"),
        (r'{"name": "\"schedule\": [", "schedule": 7}', "ours.json: "),
    ],
)
def test_json_that_is_none_is_refused(tmp_path, text, said):
    assert said in refusal(written(tmp_path, text, "ours.json"))


def test_sections_play_the_same_rounds(tmp_path):
    first, second = (for_programs(made(Wish("mitchell", 8, rounds=n))) for n in (2, 3))
    for meeting in second["schedule"]:
        meeting |= {name: meeting[name] + 8 for name in ("table", "ns", "ew")}
    file = written(tmp_path, json.dumps({"sections": [first, second]}))
    assert "the sections have different numbers of rounds" in refusal(file)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UserError, match="cannot be read"):
        reading.read(str(tmp_path / "none.csv"))
    (tmp_path / "ours.csv").write_bytes(b"\xff\xfe")
    assert "ours.csv:1: this is not UTF-8" in refusal(tmp_path / "ours.csv")
