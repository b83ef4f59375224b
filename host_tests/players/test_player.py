"""One member at a time: added, changed and told, without a file."""

import json

import pytest

from scorepad.club.records.store import Club
from support.club.club_sessions import TABLET, complete, played, raw
from support.in_process import Commands


@pytest.fixture
def run(database: str, capsysbinary: pytest.CaptureFixture[bytes]):
    """Runs `scorepad club players ... --db DATABASE`: exit status, standard output and error."""
    return Commands(database, capsysbinary, ("club", "players")).ended


@pytest.fixture
def ann(run, database: str) -> None:
    """Ann, and Anne, who has played and is merged into her."""
    run("add", "Ann", "--number", "NZ 1", "--grade", "Open", "--rating", "900")
    run("add", "Anne", "--area", "Hutt")
    with Club(database) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(2, 0, 0, 0)))), "port")
    run("merge", "Anne", "Ann", "--reason", "spelling")


def entry(run, number: int) -> tuple:
    (one,) = (e for e in json.loads(run("--json")[1]) if e["id"] == number)
    return tuple(one[field] for field in ("name", "number", "grade", "rating", "area"))


def test_one_member_is_added_and_changed(run):
    assert run("add", " Zoe\u0308 ", "--number", "NZ 7") == (0, "Zoë (id=1) is new.\n", "")
    assert entry(run, 1) == ("Zoë", "NZ 7", "", 0, "")
    run("edit", "nz 7", "--name", "Zoë Lund", "--grade", "junior", "--rating", "850")
    assert entry(run, 1) == ("Zoë Lund", "NZ 7", "junior", 850, "")
    run("edit", "id=1", "--number", "", "--rating", "", "--area", "Hutt")
    assert entry(run, 1) == ("Zoë Lund", "", "junior", 0, "Hutt")


def test_a_second_one_of_a_name_needs_a_number(run, tmp_path):
    run("add", "John Smith")
    assert "--number" in run("add", "john smith")[2]
    file = tmp_path / "roster.csv"
    file.write_text("name,number\nJohn Smith,4711\nJohn Smith,4712\n")
    assert 'players edit id=1 --number "4711"' in run("import", str(file))[2]
    run("edit", "id=1", "--number", "4711")
    assert run("import", str(file))[1] == "Roster: 1 new, 0 changed, 1 same.\n"
    assert entry(run, 2) == ("John Smith", "4712", "", 0, "")


def test_what_cannot_be_is_refused(ann, commands):
    for arguments, why in (
        (("add", ""), "name"),
        (("add", "A\x1b"), "control character"),
        (("add", "Bo", "--grade", "expert"), "'expert'"),
        (("add", "Bo", "--rating", "-1"), "'-1'"),
        (("add", "Bo", "--number", "nz 1"), "Ann (id=1)"),
        (("add", "ann"), "Ann (id=1)"),
        (("edit", "Ann"), "--name, --number"),
        (("edit", "Ann", "--name", ""), "name"),
        (("edit", "An", "--area", "x"), "'An'"),
        (("show", "Bo"), "'Bo'"),
    ):
        assert why in commands.refused("players", *arguments), arguments


@pytest.mark.each_database
def test_a_merged_entry_is_told_with_the_one_that_counts(ann, run):
    told = json.loads(run("show", "Anne", "--json")[1])
    assert (told["id"], told["sessions"], told["area"]) == (1, 1, "Hutt")
    assert [(other["id"], other["same_as"]) for other in told["merged"]] == [(2, 1)]
    (decision,) = told["decisions"]
    assert (decision["what"], decision["why"]) == (
        "Anne (id=2) merged into Ann (id=1)",
        "spelling",
    )
    printed = run("show", "Ann")[1].splitlines()
    assert printed[2].split() == ["1", "Ann", "NZ", "1", "open", "900", "Hutt", "1"]
    assert printed[3].split() == ["2", "Anne", "Hutt", "is", "id=1"]
    assert printed[-1].endswith(": Anne (id=2) merged into Ann (id=1): spelling")
    run("split", "Anne")
    assert run("show", "Anne")[1].splitlines()[-1].endswith(": Anne (id=2) split again")
