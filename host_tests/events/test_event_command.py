"""`scorepad event` as a director meets it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from support.club.planned import NAMES
from support.commands import scorepad
from support.databases import enrol, filled_by, select
from support.depth import full
from support.in_process import Commands, make_commands

pytestmark = pytest.mark.slow

NEW = ("new", "Tuesday", "--date", "2026-01-17", "--movement", "mitchell --tables 3 --boards 2")
CSV = "Nr;Name 1;Partner;Club\n1;Ann;Bob;\n2;Cleo;Dan;X\n3;Eva;Finn;\n4;Grete;Hugo;\n5;Ida;Jan;\n"


database = filled_by(lambda where: enrol(where, NAMES))  # twelve, with no event yet
event = make_commands("event")


@pytest.fixture
def tuesday(event: Commands) -> Commands:
    """An event for six pairs at three tables, without names."""
    event.run(*NEW)
    return event


def shown(event: Commands, name: str = "Tuesday") -> dict[str, Any]:
    return event.told("show", name)


def players(made: dict[str, Any], pair: int) -> list[tuple[int, int, str]]:
    listed = made["pairs"][pair - 1]["players"]
    return [(one["from_round"], one["id"], one["name"]) for one in listed]


def test_a_club_may_begin_with_an_event_and_its_other_commands_say_so(tmp_path, capsysbinary):
    mistyped = Commands(str(tmp_path / "club.db"), capsysbinary, ("event",))
    for words in (("list",), ("drop", "Tuesday"), ("movement", "Tuesday", *NEW[-2:])):
        status, _, why = mistyped.ended(*words)
        assert status == 2 and "`event new`" in why
    assert not list(tmp_path.iterdir())
    status, out, said = mistyped.ended(*NEW)
    assert status == 0 and mistyped.database in said and out.startswith("Tuesday, 2026-01-17")


def test_an_event_is_planned_and_shown(event, tmp_path):
    file = tmp_path / "pairs.csv"
    file.write_text(CSV, encoding="utf-8")
    signed = ("--author", "Dora", "--reason", "league")
    _, said, noted = event.ended(*NEW, "--pairs", str(file), *signed)
    assert "passed over: the column 'Club'" in noted
    assert event.run("show", "tuesday").startswith(said)
    made = shown(event)
    assert (made["author"], made["reason"], made["compare"]) == ("Dora", "league", "across")
    (section,) = made["sections"]
    printed = scorepad("movement", "mitchell", "--tables", "3", "--boards", "2", "--json")
    assert section == json.loads(printed.stdout)
    assert players(made, 2) == [(1, 3, "Cleo"), (1, 4, "Dan")]
    assert players(made, 6) == []


def test_sections_are_numbered_on_and_keep_their_movements(event, tmp_path):
    words = ("--movement", "howell --pairs 8 --rounds 5 --boards 2")
    words += ("--movement", "mitchell --tables 5 --boards 2", "--compare", "sections")
    event.run("new", "Cup", "--scoring", "butler", *words)
    made = shown(event, "Cup")
    names = [one["name"] for one in made["sections"]]
    assert names == ["Section A: reduced Howell", "Section B: Mitchell"]
    assert [pair["section"] for pair in made["pairs"]] == ["A"] * 8 + ["B"] * 10
    assert [table["table"] for table in made["tables"]] == list(range(1, 10))
    file = tmp_path / "cup.json"
    file.write_text(json.dumps({"sections": made["sections"]}), encoding="utf-8")
    event.run("new", "Again", "--movement", str(file))
    again = shown(event, "Again")
    assert again["sections"][1]["name"] == "Section B: from cup.json"
    for one, other in zip(made["sections"], again["sections"], strict=True):
        assert (one["schedule"], one["shares"]) == (other["schedule"], other["shares"])


@pytest.mark.each_database
def test_pairs_come_late_change_and_leave(tuesday):
    tuesday.run("pair", "Tuesday", "6", "Kim", "guest:Tom Ray")
    said = tuesday.run("pair", "Tuesday", "6", "id=12", "guest", "--round", "2", "--reason", "ill")
    assert said == "Tuesday, 2026-01-17: pair 6 Kim & Tom Ray; round 2: Leo & guest.\n"
    tuesday.run("leave", "Tuesday", "6", "--round", "3")
    (pair,) = [pair for pair in shown(tuesday)["pairs"] if pair["pair"] == 6]
    assert pair["players"] == [
        {"from_round": 1, "id": 11, "name": "Kim", "number": ""},
        {"from_round": 1, "id": 0, "name": "Tom Ray", "number": ""},
        {"from_round": 2, "id": 12, "name": "Leo", "number": ""},
        {"from_round": 2, "id": 0, "name": "", "number": ""},
    ]
    assert (pair["left_from_round"], pair["results_stay"]) == (3, True)
    tuesday.run("leave", "Tuesday", "6", "--round", "2")
    assert not shown(tuesday)["pairs"][5]["results_stay"]
    tuesday.run("leave", "Tuesday", "6", "--back", "--author", "Dora")
    assert shown(tuesday)["pairs"][5]["left_from_round"] is None
    rows = select(tuesday.database, "SELECT kind, author FROM decisions ORDER BY number")
    assert [row[0] for row in rows[3:]] == [*["pair leaves"] * 2, *["undo"] * 2]
    assert rows[6][1] == "Dora" and rows[3][1]


def test_of_several_of_one_name_the_latest_is_meant(tuesday):
    later = ("new", "Tuesday", "--date", "2026-01-24", "--movement", "howell --pairs 4")
    tuesday.run(*later)
    assert shown(tuesday)["date"] == "2026-01-24"
    assert shown(tuesday, "TUESDAY 2026-01-17")["id"] == 1
    assert shown(tuesday, "id=2")["date"] == "2026-01-24"
    assert tuesday.run("list").splitlines()[-1] == "2026-01-24  Tuesday  matchpoints"
    listed = tuesday.told("list")
    assert [(one["id"], one["date"]) for one in listed] == [(1, "2026-01-17"), (2, "2026-01-24")]


def test_what_is_dropped_is_gone_and_its_name_is_free(tuesday):
    tuesday.run("drop", "Tuesday", "--reason", "wrong movement")
    assert "  scorepad event new " in tuesday.refused("show", "Tuesday")
    tuesday.run(*NEW)
    assert shown(tuesday)["id"] == 3
    dropped = "SELECT reason FROM decisions WHERE kind = 'drop event'"
    assert select(tuesday.database, dropped) == [("wrong movement",)]


def test_without_an_event_the_club_says_how_to_make_one(event):
    assert "`scorepad event new NAME " in event.run("list")
    assert event.told("list") == []
    for words in ("show", "send"):
        assert "no event" in event.refused(words)
    event.run("new", "Now", "--movement", "howell --pairs 4")
    assert event.run("show").startswith("Now, 20")
    event.run("new", "Then", "--movement", "howell --pairs 4")
    assert "several events" in event.refused("show")


MOVEMENTS = [
    (["nowhere.csv"], "nowhere.csv"), (["mitchell --pairs many"], "Pairs many"),
    (["howell --pairs 8 --cards pairs"], "no --cards"),
    (["howell --pears 8"], "no --pears"),
    (["howell --pairs 8 --relay"], "howell"),
    (['check "our file.csv'], "quotation"), ([""], "missing"),
    (["howell --pairs 8", "mitchell --tables 5"], "numbers of rounds"),
    (["howell --pairs 4 --boards 1"] * 27, "27 sections"),
    (["mitchell --pairs 100 --rounds 9 --boards 1"] * 2, "200 pairs"),
]  # fmt: skip


def test_a_movement_that_cannot_be_had_or_has_a_fault_is_no_event(event, tmp_path):
    for movements, said in MOVEMENTS:
        words = [word for one in movements for word in ("--movement", one)]
        assert said in event.refused("new", "Tuesday", *words)
    file = tmp_path / "ours.csv"  # movement/test_reading.py tries every fault
    file.write_text("round,table,ns,ew,first board,last board\n1,1,1,2,1,2\n1,2,1,3,3,4\n")
    assert f"{file}:3: pair 1 " in event.refused("new", "Tuesday", "--movement", str(file))


PAIRS = [
    ("1,Ann,Bob\n1,Cleo,Dan", "3: pair 1 is there already, at {file}:2"),
    ("1,Ann,Bob\n2,Cleo,Ann", "3: Tuesday, {date}, round 1: Ann would have two seats, in pair 1"),
    ("1,Ann,Ann", "2: Tuesday, {date}, round 1: Ann "),
    ("7,Ann,Bob", "2: Tuesday, {date} has no pair 7; "),
    ("0,Ann,Bob", "2: Tuesday, {date} has no pair 0; "),
    ("one,Ann,Bob", "2: Tuesday, {date} has no pair one; "),
    ("1,Ann,Bob\n2,Cleo,Zed", "3: The club has no player 'Zed'"), ("1,Ann,", "2: a row has"),
    ("", " there is no pair"),
]  # fmt: skip


def test_pairs_with_a_fault_are_refused_with_their_line(tuesday, tmp_path):
    file = tmp_path / "pairs.csv"
    for rows, said in PAIRS:
        file.write_text(f"pair,first,second\n{rows}\n", encoding="utf-8")
        refused = tuesday.refused("pair", "Tuesday", "--file", str(file))
        assert refused.startswith(f"{file}:" + said.format(file=file, date="2026-01-17"))
    refused = tuesday.refused(*NEW, "--date", "2026-02-01", "--pairs", str(file))
    assert refused.startswith(f"{file}:" + said)


REFUSED = [
    (NEW, "'Tuesday' on 2026-01-17 already"),
    ((*NEW[:1], "tuesday", *NEW[2:]), "'Tuesday' on 2026-01-17 already"),
    (("new", " ", *NEW[2:]), "no name"),
    (("new", "x" * 101, *NEW[2:]), "no name"),
    ((*NEW[:3], "17.1.2026", *NEW[4:]), "'17.1.2026' is no date"),
    ((*NEW[:3], "1999-12-31", *NEW[4:]), "2000 to 2099"),
    (("show", "Wednesday"), "'Wednesday'; there are 'Tuesday'"),
    (("pair", "Tuesday"), "both its players, or a file"),
    (("pair", "Tuesday", "1", "--file", "x.csv"), "or a file"),
    (("pair", "Tuesday", "1", "Ann", "Bob", "--round", "4"), "no round 4; it has 3"),
    (("pair", "Tuesday", "1", "Ann", "guest:" + "x" * 101), "no name of a guest"),
    (("pair", "Tuesday", "1", "Ann", "Zed"), "guest:NAME"),
    (("leave", "Tuesday", "9", "--round", "2"), "no pair 9"),
    (("leave", "Tuesday", "1", "--round", "9"), "no round 9"),
    (("leave", "Tuesday", "1", "--back"), "has not left"),
]


def test_what_cannot_be_is_refused_and_nothing_is_kept(tuesday):
    for words, said in REFUSED:
        assert said in tuesday.refused(*words), words
    tuesday.run("leave", "Tuesday", "1", "--round", "2")
    assert "round 2" in tuesday.refused("leave", "Tuesday", "1", "--round", "2")


def test_who_plays_in_another_pair_by_now_cannot_be_back(tuesday):
    """Neither in all rounds, nor in some more than before, nor by an undoing."""
    tuesday.run("pair", "Tuesday", "1", "Ann", "Bob")
    assert "Ann" in tuesday.refused("pair", "Tuesday", "6", "Ann", "Kim", "--round", "3")
    tuesday.run("leave", "Tuesday", "1", "--round", "2")
    tuesday.run("pair", "Tuesday", "6", "Ann", "Kim", "--round", "2")
    assert "pair 1" in tuesday.refused("pair", "Tuesday", "6", "Ann", "Kim")
    for words in (("--back",), ("--round", "3")):
        assert "pair 6" in tuesday.refused("leave", "Tuesday", "1", *words)
    club = replace(tuesday, group=("club",))
    assert "pair 6" in club.refused("undo", "3")
    tuesday.run("leave", "Tuesday", "6", "--round", "2")
    club.run("undo", "3")
    assert "pair 1" in club.refused("undo", "5")
    tuesday.run("leave", "Tuesday", "1", "--round", "1")


@full
@pytest.mark.parametrize(("one", "pairs"), [("Bob", (1, 1)), ("Kim", (1, 6))])
def test_two_who_are_to_play_in_one_round_are_not_one_person(tuesday, one, pairs):
    tuesday.run("pair", "Tuesday", "1", "Ann", "Bob")
    tuesday.run("pair", "Tuesday", "6", "Kim", "Leo")
    club = replace(tuesday, group=("club",))
    said = f"in pair {pairs[0]} and in pair {pairs[1]}"
    assert said in club.refused("players", "merge", one, "Ann")
    tuesday.run("drop", "Tuesday")
    club.run("players", "merge", one, "Ann")
    club.run("undo", "5")
    club.run("undo", "4")
    assert said in club.refused("undo", "6")


@full
def test_another_movement_keeps_the_pairs(tuesday):
    tuesday.run("pair", "Tuesday", "6", "Kim", "Leo")
    tuesday.run("leave", "Tuesday", "1", "--round", "3")
    more = ("--movement", "mitchell --pairs 7 --rounds 3 --boards 2", "--reason", "one more")
    tuesday.run("movement", "Tuesday", *more)
    made = shown(tuesday)
    assert (len(made["pairs"]), len(made["tables"])) == (7, 4)
    assert (players(made, 6)[0][1], made["pairs"][0]["left_from_round"]) == (11, 3)
    reason = "SELECT reason FROM decisions WHERE kind = 'replace movement'"
    assert select(tuesday.database, reason) == [("one more",)]
    few = ("movement", "Tuesday", "--movement", "howell --pairs 4")
    assert "pair 6" in tuesday.refused(*few)
    tuesday.run("pair", "Tuesday", "7", "Ann", "Bob")
    club = replace(tuesday, group=("club",))
    assert "Decision 5 would not fit" in club.refused("undo", "4")  # the movement has no pair 7
    for number in ("5", "4", "2"):
        club.run("undo", number)
    assert [pair["players"] for pair in shown(tuesday)["pairs"]] == [[]] * 6
