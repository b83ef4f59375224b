"""Movements from files: what is right is taken, and what is wrong is named with file and line."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from scorepad.errors import UserError
from scorepad.movement import reading
from scorepad.movement.making import Wish, build_movements
from scorepad.movement.model import NoSuchMovement
from scorepad.reports.content.events.movement import for_programs
from scorepad.upload import Upload
from support.commands import refused, scorepad

HEAD = "round,table,ns,ew,first board,last board"
LINES = [HEAD, "1,1,1,3,1,2", "1,2,2,4,3,4", "2,1,1,4,5,6", "2,2,2,3,7,8"]


def written(folder: Path, text: str, name: str = "ours.csv") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def spoiled(line: int, text: str) -> str:
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]])


def refusal(file: Path, **options: bool) -> str:
    """Return why a file is refused, without its folder."""
    with pytest.raises(UserError) as refused:
        reading.read_movements(Upload(str(file)), **options)
    return str(refused.value).removeprefix(f"{file.parent}/")


def test_csv_is_read(tmp_path):
    (movement,) = reading.read_movements(Upload(str(written(tmp_path, "\n".join(LINES)))))
    assert (movement.kind, movement.name, movement.winners) == ("file", "from ours.csv", 2)
    assert (movement.pairs, movement.tables) == ([1, 2, 3, 4], [1, 2])
    assert [meeting.boards for meeting in movement.schedule] == [(1, 2), (3, 4), (5, 6), (7, 8)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ": the first row names the columns"),
        (HEAD, ": there is no table"),
        (spoiled(1, "round,table,ns,ew,boards"), ":1: the first row"),
        (spoiled(1, HEAD + ",ns"), ":1: the first row"),
        (spoiled(3, "1,2,2,4,3"), ":3: 5 cells where the first row has 6"),
        (spoiled(3, "1,2,2,4,3,100"), ":3: last board 100: "),
        (spoiled(3, "1,2,2,4,0,4"), ":3: first board 0: "),
        (spoiled(3, "1,2,2,4,4,3"), ":3: boards 4 to 3: "),
        (spoiled(3, "1,2,2,199,3,4"), ":3: ew 199: "),
        (spoiled(3, "1,2,2,,3,4"), ":3: ew nothing: "),
        (spoiled(3, "1,2,-2,4,3,4"), ":3: ns -2: "),
        (spoiled(3, "1,٢,2,4,3,4"), ":3: table ٢: "),
        (spoiled(3, "100,2,2,4,3,4"), ":3: round 100: "),
        (spoiled(3, f"{'9' * 9999},2,2,4,3,4"), ":3: round 99999999"),
        (spoiled(3, "1,2.0,2,4,3,4"), ":3: table 2.0: "),
        (spoiled(3, '1,"\x1b[2J",2,4,3,4'), ":3: table \ufffd[2J: "),
        (spoiled(3, '1,2,2,4,3,"4'), ":3: this is not CSV"),
        ("\n".join([*LINES[:3], "3,1,1,4,5,6"]), ":4: round 3 follows"),
        (spoiled(3, "1,2,1,4,3,4"), ":3: pair 1 sits at"),  # what is a fault, test_checker.py says
    ],
)
def test_what_is_wrong_in_csv_is_named(tmp_path, text, said):
    assert refusal(written(tmp_path, text)).startswith(f"ours.csv{said}")


def test_the_first_of_several_faults_is_named_and_how_many_there_are(tmp_path):
    text = "\n".join([HEAD, "1,1,1,3,1,2", "1,2,1,3,1,2"])
    said = refusal(written(tmp_path, text))
    assert said.startswith("ours.csv:3: ") and said.endswith("(the first of 9 faults)")


def test_tables_share_boards_if_the_file_says_so(tmp_path):
    head, second = f"{HEAD},shares", "1,2,2,3,7,7,"
    file = written(tmp_path, f"{head}\n1,1,1,4,7,7,2\n{second}")
    (movement,) = reading.read_movements(Upload(str(file)))
    assert (movement.shares, movement.schedule[0].boards) == (((1, (1, 2)),), (7,))
    for table in "71":
        file = written(tmp_path, f"{head}\n1,1,1,4,7,7,{table}\n{second}")
        assert refusal(file).startswith(f"ours.csv:2: shares {table}: ")


def test_two_pairs_may_meet_again_if_the_command_says_so(tmp_path):
    file = written(tmp_path, "\n".join([HEAD, "1,1,1,2,1,2", "2,1,2,1,3,4"]))
    planned = ("event", "new", "Cup", "--db", tmp_path / "club.db", "--dry-run", "--movement")
    for command in (("movement", "check"), planned):
        assert re.match(rf"{file}:3: .* unless ", refused(scorepad(*command, file)))
        assert scorepad(*command, file, "--meet-again").returncode == 0


@given(
    st.integers(8, 40), st.sampled_from(["mitchell", "howell"]), st.integers(1, 3), st.booleans()
)
def test_what_is_printed_for_programs_is_read_back(tmp_path_factory, pairs, kind, many, relay):
    try:
        movements = build_movements(Wish(kind, pairs, sections=many, relay=relay))
    except NoSuchMovement:
        reject()
    file = written(tmp_path_factory.mktemp("json"), json.dumps(for_programs(movements), indent=1))
    again = reading.read_movements(Upload(str(file)))
    assert [(m.schedule, m.shares) for m in again] == [(m.schedule, m.shares) for m in movements]


def rows(**fields: object) -> list[dict[str, object]]:
    names = ("round", "table", "ns", "ew", "first_board", "last_board")
    listed = [dict(zip(names, map(int, line.split(",")), strict=True)) for line in LINES[1:]]
    listed[1] |= fields
    return listed  # type: ignore[return-value]


def test_columns_may_stand_in_any_order_with_semicolons_or_be_fields_of_json(tmp_path):
    turned = "\n".join(";".join(line.split(",")[::-1]) for line in LINES)
    (plain,) = reading.read_movements(Upload(str(written(tmp_path, "\n".join(LINES)))))
    for text in (turned.replace("first board", "First_Board"), json.dumps(rows())):
        (movement,) = reading.read_movements(Upload(str(written(tmp_path, text))))
        assert movement.schedule == plain.schedule


def meeting(*boards: int) -> dict[str, object]:
    return {"schedule": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "boards": boards}]}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([], ": there is no table"), ([7], ":2: a line has the fields"),
        (rows(more=1), ":10: a line has the fields"), (rows(ns=True), ":10: ns True: "),
        (rows(ns=2.0), ":10: ns 2.0: "), (rows(ns=None), ":10: ns None: "),
        (rows(last_board=100), ":10: last board 100: "), (rows(ns=1), ":10: pair 1 sits"),
        ({}, ": there is no schedule"), ({"schedule": 5}, ": there is no schedule"),
        ({"sections": {}}, ": there is no schedule"),
        ({"sections": [{"schedule": []}, 5]}, ": there is no schedule"),
        ({"schedule": rows(), "shares": 1}, ": shares is a list"),
        ({"schedule": rows(), "shares": [1]}, ": each of shares"),
        ({"schedule": rows(), "shares": [{"round": 1, "tables": [9]}]}, ": shares 9: "),
        ({"schedule": rows(), "shares": [{"tables": [1]}]}, ": round None: "),
        (meeting(), ":3: boards is a list"), (meeting(1, 3), ":3: boards 1, 3: "),
        ({"sections": [{"schedule": rows()}, {"schedule": rows()}]}, ": pair 1 is in two"),
        ('[{"round": 1,\n', ":2: this is not JSON"),
        ("[" * 100_000, ": no movement has such numbers"),
        (f"[{'9' * 5000}]", ": no movement has such numbers"),
        (r'{"name": "\"schedule\": [", "schedule": 7}', ": "),
    ],
)  # fmt: skip
def test_what_is_wrong_in_json_or_is_none_is_named(tmp_path, content, said):
    text = content if isinstance(content, str) else json.dumps(content, indent=1)
    assert refusal(written(tmp_path, text, "ours.json")).startswith(f"ours.json{said}")


def test_sections_play_the_same_rounds(tmp_path):
    first, second = (for_programs(build_movements(Wish("mitchell", 8, rounds=n))) for n in (2, 3))
    for meeting in second["schedule"]:
        meeting |= {name: meeting[name] + 8 for name in ("table", "ns", "ew")}
    file = written(tmp_path, json.dumps({"sections": [first, second]}))
    assert "numbers of rounds" in refusal(file)


def test_a_file_that_is_not_there_is_named(tmp_path):
    assert refusal(tmp_path / "none.csv").startswith("none.csv: ")
    (tmp_path / "ours.csv").write_bytes(b"\xff\xfe")
    assert refusal(tmp_path / "ours.csv").startswith("ours.csv:1: ")
