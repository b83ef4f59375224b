"""What the club decides about a session counts everywhere, and the records stay as they are."""

import json
import re
from typing import Any

import pytest

from firmware.session import DEAL, VOID
from scorepad.club import decision_list
from scorepad.club.records.store import Club
from support.club.club_sessions import BEGUN, TABLET, finished, played, raw, session_of, take_all
from support.databases import change, dump, enrol, filled_by, select
from support.in_process import Commands

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

ONE, OPEN, BOARDS, CHICAGO = map(session_of, (1, 2, 3, 4))
TABLE = (1, 2, 3, 4)
RUBBER = ("2H N +1", "3N E =", "4S E =")  # N-S 90, E-W 100 + 120 + 700
GAMES = {
    1: finished(played(RUBBER, "rubber", players=TABLE)),
    2: played(RUBBER[:2], "rubber", players=TABLE, begun=BEGUN + 60),
    3: finished(played(("b1 4S N =", "b2 3N E -1"), "duplicate", players=TABLE)),
    4: finished(played(("2H N =", "3N E ="), "chicago", players=TABLE, begun=BEGUN + 90)),
}


def make(where: str) -> None:
    """Four sessions of Ann and Cy against Bo and Di."""
    take_all(where, GAMES)
    enrol(where, ("Ann", "Bo", "Cy", "Di"))


database = filled_by(make)


def points(commands: Commands) -> dict[str, int]:
    return {one["name"]: one["points"] for one in commands.told("ledger")["players"]}


def ranking(commands: Commands) -> dict[str, int]:
    return {one["name"]: one["ranking"] for one in commands.told("ranking")}


def listed(commands: Commands) -> dict[str, Any]:
    return {one["id"]: one for one in commands.told("list")}


def records(commands: Commands) -> Any:
    return select(commands.database, "SELECT * FROM records ORDER BY session, sequence")


def north_south(commands: Commands) -> list[str]:
    """Who sat N-S at boards 1 and 2."""
    travellers = commands.told("duplicate")["travellers"]
    return [one["results"][0]["pairs"]["NS"]["pair"] for one in travellers]


def send(commands: Commands, number: int, *more: tuple[int, int, int, int]) -> None:
    with Club(commands.database) as opened:
        opened.take(TABLET, number, raw(number, [*GAMES[number], *more]), "port")


def derived(commands: Commands) -> list[str]:
    """All rows but the decisions and the versions of subjects."""
    every = dump(commands.database)
    return sorted(line for line in every if not re.search("decisions|versions", line))


def decisions(commands: Commands, *words: str) -> dict[str, Any]:
    return {str(one["number"]): one for one in commands.told("decisions", *words)}


# A deal


@pytest.mark.each_database
def test_a_corrected_deal_counts_everywhere_and_the_records_stay(commands):
    before, kept = ranking(commands), records(commands)
    chicago = 60 - (100 + 500)  # 2H made, against 3NT by the dealer's side, which is vulnerable
    assert points(commands)["Ann"] == (90 - 920) + chicago
    said = commands.run("correct", ONE, "1", "2H N =", "--reason", "slip", "--author", "Carla")
    assert said == f"Session {ONE}: deal 1: 2♥ N +1 -> 2♥ N = (decision 1).\n"
    assert listed(commands)[ONE]["totals"] == {"NS": 60, "EW": 920}
    said = "deal 1: 2♥ N +1 -> 2♥ N = (decision 1 by Carla: slip)"
    assert said in listed(commands)[ONE]["note"]
    assert f"* {said}." in commands.run("show", ONE)
    assert "*" not in commands.run("show", ONE, "--original")
    assert said in " ".join(commands.run("ledger").split())
    assert [one["session"] for one in commands.told("ledger")["decided"]] == [ONE]
    assert "Carla" not in commands.run("export", ONE, "--format", "html")
    assert points(commands)["Ann"] == (60 - 920) + chicago
    assert ranking(commands) != before
    assert records(commands) == kept
    assert commands.told("show", ONE)["totals"] == {"NS": 60, "EW": 920}
    assert commands.told("show", ONE, "--original")["totals"] == {"NS": 90, "EW": 920}


def test_a_wrong_board_keeps_its_result_and_has_the_vulnerability_of_its_own(commands):
    commands.run("correct", BOARDS, "1", "--board", "4")  # both vulnerable there
    (first, _) = commands.told("show", BOARDS)["deals"]
    assert (first["deal"], first["score"]["NS"]) == ("b4 4S N =", 620)
    assert "b2" in commands.refused("correct", BOARDS, "1", "--board", "2")


REFUSED = (
    (("correct", ONE, "2", "3N E -1"), "complete"),
    (("correct", ONE, "1", "3N E ="), "the rubber is over"), (("void", ONE, "3"), "complete"),
    (("correct", ONE, "1", "2H N +1"), "2H N +1"), (("correct", ONE, "1", "8H N +1"), "1 to 7"),
    (("correct", ONE, "1", "2H N = hon=N3"), "4 or 5"),
    (("correct", ONE, "4", "pass"), "3 deals"), (("correct", ONE, "0", "pass"), "from 1 to"),
    (("correct", ONE, "1", "--board", "4"), "boards"), (("correct", ONE, "1"), "deal"),
    (("correct", "77", "1", "pass"), "'77'"), (("swap", ONE, "1-2"), "together"),
    (("swap", BOARDS, "2-3"), "2 deals"), (("swap", BOARDS, "x"), "'x'"),
    (("adjust", ONE, "1", "A+"), "together"), (("adjust", BOARDS, "1", "A++"), "'A++'"),
    (("adjust", BOARDS, "1", "60"), "60%"), (("adjust", BOARDS, "1", "A600"), "at most 100%"),
    (("adjust", BOARDS, "1", "A1000"), "'A1000'"),
    (("adjust", BOARDS, "1", "b3 4S N ="), "board"),
    (("adjust", BOARDS, "1", "60% 4S N =, 30% pass"), "90%"),
    (("adjust", BOARDS, "1", "101%"), "100%"),
    (("adjust", BOARDS, "1", "1/0 pass, 1/2 pass"), "'1/0 pass'"), (("undo", "7"), "decision 7"),
    (("undo", "players-1"), "number"), (("leave-out", ONE, "--back"), "not left out"),
    (("seat", ONE, "N", "Bo", "--deals", "1"), "together"),
    (("seat", BOARDS, "NS", "4", "--deals", "1"), "event"),
    (("seat", BOARDS, "NS", "Bo", "--deals", "1"), "number"),
)  # fmt: skip


def test_what_cannot_be_is_refused_and_nothing_is_half_done(commands):
    for words, why in REFUSED:
        assert why in commands.refused(*words), words
    assert commands.run("correct", ONE, "1", "4S N =")


# A whole session


def test_a_session_that_is_left_out_counts_nowhere(commands):
    ranked = ranking(commands)
    without = {one["name"]: one["ranking"] for one in commands.told("ranking", "--without", ONE)}
    left = commands.told("ledger", "--without", ONE)
    assert {"session": ONE, "why": "this once"} in left["left_out"]
    assert {one["name"]: one["points"] for one in left["players"]}["Ann"] == 60 - 600
    commands.run("leave-out", ONE, "--reason", "a lesson")
    assert listed(commands)[ONE]["state"] == "left out"
    assert {"session": ONE, "why": "by decision"} in commands.told("ledger")["left_out"]
    assert points(commands)["Ann"] == 60 - 600
    assert ranking(commands) == without != ranked
    exported = json.loads(commands.run("export", "--all", "--format", "json"))
    assert ONE not in {one["id"] for one in exported}
    assert "a lesson" in commands.refused("export", ONE, "--format", "json")
    assert "complete" not in commands.run("show", ONE).splitlines()[1]
    commands.run("leave-out", ONE, "--back")
    assert (listed(commands)[ONE]["state"], ranking(commands)) == ("complete", ranked)
    assert commands.told("duplicate")["sessions"]
    commands.run("leave-out", BOARDS)
    assert commands.ended("duplicate")[0] == 2  # no evening of duplicate is left


# Seats


def test_swapped_sides_win_what_the_others_had(commands):
    before = points(commands)
    commands.run("swap", ONE)
    commands.run("swap", CHICAGO)
    assert points(commands) == {name: -won for name, won in before.items()}
    seats = commands.told("seats", ONE)
    assert [seat["name"] for seat in seats["seats"]] == ["Bo", "Ann", "Di", "Cy"]
    assert [change["seat"] for change in seats["changes"]] == ["all"]
    commands.run("seat", ONE, "N", "guest")
    commands.run("swap", ONE)  # with whoever was put there since
    names = [seat["name"] for seat in commands.told("seats", ONE)["seats"]]
    assert names == ["Ann", None, "Cy", "Di"]


def test_nobody_sits_in_two_seats_of_a_deal(commands):
    enrol(commands.database, ("Eva",), 5)
    assert "Cy (id=3)" in commands.refused("seat", BOARDS, "N", "Cy", "--deals", "2")
    commands.run("swap", BOARDS, "1")
    assert north_south(commands) == ["Bo & Di", "Ann & Cy"]
    assert "Ann (id=1) sits E" in commands.refused("seat", BOARDS, "N", "Ann", "--deals", "1-2")
    for seat, player in (("S", "Eva"), ("N", "guest"), ("N", "Cy")):
        commands.run("seat", BOARDS, seat, player, "--deals", "2")
    assert north_south(commands)[1] == "Cy & Eva"
    assert "Cy (id=3) sits N" in commands.refused("undo", "2")
    commands.run("seat", ONE, "N", "guest")
    commands.run("seat", ONE, "S", "Ann")
    assert f"club seat {ONE} S guest" in commands.refused("undo", "5")


# Decisions and what undoes them


@pytest.mark.each_database
def test_what_is_undone_is_as_it_was_and_can_be_had_back(commands):
    commands.run("rebuild")
    before = derived(commands)
    commands.run("correct", ONE, "1", "2H N =")
    done = listed(commands), points(commands), ranking(commands)
    assert "decision 2" in commands.run("undo", "1", "--reason", "no")
    assert listed(commands)[ONE]["totals"] == {"NS": 90, "EW": 920}
    assert "undone already" in commands.refused("undo", "1")
    assert "decision 3" in commands.run("undo", "2")
    assert (listed(commands), points(commands), ranking(commands)) == done
    commands.run("undo", "3")
    assert derived(commands) == before


@pytest.mark.each_database
def test_all_decisions_are_listed_the_newest_last(commands):
    commands.run("players", "add", "Annie")
    commands.run("players", "merge", "Annie", "Ann", "--reason", "spelling")
    commands.run("seat", ONE, "N", "guest", "--author", "Bo")
    commands.run("stake", "1", "--default")
    commands.run("rules", "set", "Tuesday", "chicago")
    commands.run("correct", ONE, "1", "2H N =", "--author", "Carla")
    found = decisions(commands)
    assert list(found) == ["1", "2", "3", "4", "5"]
    assert [found[name]["author"] for name in ("2", "5")] == ["Bo", "Carla"]
    assert found["1"]["what"] == "Annie is Ann" and found["1"]["reason"] == "spelling"
    assert list(decisions(commands, "--session", ONE)) == ["2", "5"]
    for name in ("1", "2", "3", "4"):
        commands.run("undo", name)
    assert commands.told("seats", ONE)["seats"][0]["name"] == "Ann"
    assert {one["name"]: one["sessions"] for one in commands.told("players")}["Annie"] == 0
    assert commands.told("rules", "list") == []
    assert {one["per_100"] for one in commands.told("ledger")["sessions"]} == {0}
    undone = [found["undone_by"] for found in decisions(commands).values()]
    assert undone[:4] == [6, 7, 8, 9]


def test_two_entries_never_count_for_each_other(commands):
    for name in ("Eva", "Evi"):
        commands.run("players", "add", name)
    commands.run("players", "merge", "Eva", "Evi")
    commands.run("undo", "1")
    commands.run("players", "merge", "Evi", "Eva")
    refused = commands.refused("undo", "2")
    assert "each other" in refused and "club undo 3" in refused


def test_a_damaged_copy_that_was_replaced_stays_replaced(commands):
    good = raw(5, finished(played(RUBBER, "rubber", begun=BEGUN + 200)))
    with Club(commands.database) as opened:
        opened.take(TABLET, 5, b"?" + good[1:], "port")
        for words in (("replace", session_of(5)), ("undo", "1"), ("undo", "2")):
            commands.run(*words)
        opened.take(TABLET, 5, good, "port")
        assert not any(each.undoable for each in opened.read(decision_list.list_decisions))
    for number in ("1", "3"):
        assert "the damaged copy was replaced" in commands.refused("undo", number)


# Tablet and club


def test_what_the_club_has_decided_counts_whatever_the_tablet_says_later(commands):
    commands.run("correct", OPEN, "1", "2H N =")
    assert decisions(commands)["1"]["note"] is None
    send(commands, 2, (VOID, 0, 1, 0))
    assert listed(commands)[OPEN]["totals"]["NS"] == 60
    note = decisions(commands)["1"]["note"]
    assert "void" in note
    assert note in listed(commands)[OPEN]["note"]
    commands.run("undo", "1")
    assert listed(commands)[OPEN]["totals"]["NS"] == 0


def test_what_the_tablet_said_before_is_no_disagreement(commands):
    send(commands, 2, (VOID, 0, 1, 0))
    commands.run("correct", OPEN, "1", "2H N =")
    assert decisions(commands)["1"]["note"] is None
    assert listed(commands)[OPEN]["totals"]["NS"] == 60


def test_a_decision_that_does_not_fit_a_longer_log_is_told_and_does_not_count(commands):
    # E-W have a game then, and with the next deal the rubber
    commands.run("correct", OPEN, "1", "4S E =")
    send(commands, 2, (DEAL, 0, 3, 0))  # the tablet, which does not know that, goes on with a pass
    assert "no deal belongs here" in decisions(commands)["1"]["note"]
    assert listed(commands)[OPEN]["totals"] == {"NS": 90, "EW": 100}


CORRECTED = {"deal": 1, "was": "", "records": 9, "now": "8S N ="}
ADJUSTED, SEATED = {"deal": 1, "was": "", "now": "B+"}, {"first": 1, "last": 1}
PLAYER = {**SEATED, "seat": "N", "player": 1, "name": "Ann"}
UNREADABLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("correct deal", CORRECTED), ("correct deal", CORRECTED | {"now": "\x1b"}),
    ("correct deal", CORRECTED | {"now": "pass", "deal": -(10**30)}),
    ("correct deal", CORRECTED | {"now": "pass", "records": -(10**30)}),
    ("correct deal", CORRECTED | {"now": 7}), ("correct deal", ADJUSTED),
    ("adjust deal", ADJUSTED), ("adjust deal", ADJUSTED | {"now": "200% pass"}),
    ("seat player", PLAYER | {"seat": "Q"}), ("seat player", PLAYER | {"player": -1}),
    ("seat player", PLAYER | {"player": 10**30}), ("seat player", SEATED),
    ("seat pair", SEATED | {"side": "N", "pair": 4}), ("invented", {}),
)  # fmt: skip


def test_what_nobody_can_read_is_told_and_counts_for_nothing(commands):
    before, subjects = commands.told("duplicate")["travellers"], (BOARDS, session_of(9), "x")
    words, when = "INSERT INTO decisions VALUES (?, ?, '', '', ?, ?, ?)", "2026-11-20T20:00"
    for number, (kind, body) in enumerate(UNREADABLE * len(subjects)):
        session = subjects[number // len(UNREADABLE)]
        about = kind, f"session:{session}", json.dumps({"session": session} | body)
        change(commands.database, words, number + 1, f"{when}:00.000000+00:00", *about)
    commands.run("rebuild")
    assert commands.told("duplicate")["travellers"] == before
    found = decisions(commands)
    assert len(found) == len(UNREADABLE) * len(subjects)
    assert all(one["note"] for one in found.values())
    assert commands.run("show", BOARDS) and commands.run("list")
