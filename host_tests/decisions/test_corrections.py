"""What the club decides about a session counts everywhere, and the records stay as they are."""

import json
from typing import Any

import pytest

from firmware.session import DEAL, VOID
from scorepad.club.records.store import Club
from support.club.club_sessions import (
    BEGUN,
    TABLET,
    Event,
    complete,
    played,
    raw,
    session_of,
    stopped,
    take_all,
)
from support.databases import change, dump, enrol, filled_by, select
from support.in_process import Commands

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

ONE, OPEN, BOARDS, CHICAGO = map(session_of, (1, 2, 3, 4))
TABLE = (1, 2, 3, 4)
RUBBER = ("2H N +1", "3N E =", "4S E =")  # N-S 90, E-W 100 + 120 + 700
GAMES: dict[int, list[Event]] = {
    1: complete(played(RUBBER, "rubber", players=TABLE)),
    2: played(RUBBER[:2], "rubber", players=TABLE, begun=BEGUN + 60),
    3: stopped(played(("b1 4S N =", "b2 3N E -1"), "duplicate", players=TABLE)),
    4: stopped(played(("2H N =", "3N E ="), "chicago", players=TABLE, begun=BEGUN + 90)),
}


def make(where: str) -> None:
    """Four sessions of Ann and Cy against Bo and Di."""
    take_all(where, GAMES)
    enrol(where, ("Ann", "Bo", "Cy", "Di"))


filled = filled_by(make)


@pytest.fixture
def club(filled: str, commands: Commands) -> Commands:
    return commands


def told(club: Commands, *words: str) -> Any:
    return json.loads(club.run(*words, "--json"))


def points(club: Commands) -> dict[str, int]:
    return {one["name"]: one["points"] for one in told(club, "ledger")["players"]}


def ranking(club: Commands) -> dict[str, int]:
    return {one["name"]: one["ranking"] for one in told(club, "ranking")}


def listed(club: Commands) -> dict[str, Any]:
    return {one["id"]: one for one in told(club, "list")}


def records(club: Commands) -> Any:
    return select(club.database, "SELECT * FROM records ORDER BY session, sequence")


def north_south(club: Commands) -> list[str]:
    """Who sat N-S at boards 1 and 2."""
    travellers = told(club, "duplicate")["travellers"]
    return [one["results"][0]["pairs"]["NS"]["pair"] for one in travellers]


def send(club: Commands, number: int, *more: Event) -> None:
    with Club(club.database) as opened:
        opened.take(TABLET, number, raw(number, [*GAMES[number], *more]), "port")


def decisions(club: Commands, *words: str) -> dict[str, Any]:
    return {one["name"]: one for one in told(club, "decisions", *words)}


# A deal


@pytest.mark.each_database
def test_a_corrected_deal_counts_everywhere_and_the_records_stay(club):
    before, kept = ranking(club), records(club)
    chicago = 60 - (100 + 500)  # 2H made, against 3NT by the dealer's side, which is vulnerable
    assert points(club)["Ann"] == (90 - 920) + chicago
    said = club.run("correct", ONE, "1", "2H N =", "--reason", "slip", "--author", "Carla")
    assert said == f"Session {ONE}, deal 1: 2♥ N +1 -> 2♥ N = (decision 1).\n"
    assert listed(club)[ONE]["totals"] == {"NS": 60, "EW": 920}
    said = "deal 1: 2♥ N +1 -> 2♥ N = (decision 1 by Carla: slip)"
    assert said in listed(club)[ONE]["note"]
    assert f"* {said}." in club.run("show", ONE)
    assert "*" not in club.run("show", ONE, "--original")
    assert said in " ".join(club.run("ledger").split())
    assert [one["session"] for one in told(club, "ledger")["decided"]] == [ONE]
    assert "by Carla: slip" in club.run("export", ONE, "--format", "html")
    assert points(club)["Ann"] == (60 - 920) + chicago
    assert ranking(club) != before
    assert records(club) == kept
    assert told(club, "show", ONE)["totals"] == {"NS": 60, "EW": 920}
    assert told(club, "show", ONE, "--original")["totals"] == {"NS": 90, "EW": 920}


def test_a_void_deal_does_not_count(club):
    club.run("void", CHICAGO, "2", "--reason", "dealt twice")
    assert listed(club)[CHICAGO]["totals"] == {"NS": 60, "EW": 0}
    assert listed(club)[CHICAGO]["deals"] == 1
    club.run("correct", CHICAGO, "2", "3N E -1")  # it counts again, as it was
    assert listed(club)[CHICAGO]["totals"] == {"NS": 60 + 100, "EW": 0}


def test_a_wrong_board_keeps_its_result_and_has_the_vulnerability_of_its_own(club):
    club.run("correct", BOARDS, "1", "--board", "4")  # both vulnerable there
    (first, _) = told(club, "show", BOARDS)["deals"]
    assert (first["deal"], first["score"]["NS"]) == ("b4 4S N =", 620)
    assert "b2" in club.refused("correct", BOARDS, "1", "--board", "2")


REFUSED = (
    (("correct", ONE, "2", "3N E -1"), "complete"),
    (("correct", ONE, "1", "3N E ="), "the rubber is over"),
    (("void", ONE, "3"), "complete"),
    (("correct", ONE, "1", "2H N +1"), "2H N +1"),
    (("correct", ONE, "1", "8H N +1"), "1 to 7"),
    (("correct", ONE, "1", "2H N = hon=N3"), "4 or 5"),
    (("correct", ONE, "4", "pass"), "3 deals"),
    (("correct", ONE, "0", "pass"), "from 1"),
    (("correct", ONE, "1", "--board", "4"), "boards"),
    (("correct", ONE, "1"), "deal"),
    (("correct", "77", "1", "pass"), "'77'"),
    (("swap", ONE, "1-2"), "together"),
    (("swap", BOARDS, "2-3"), "2 deals"),
    (("swap", BOARDS, "x"), "'x'"),
    (("adjust", ONE, "1", "A+"), "together"),
    (("adjust", BOARDS, "1", "A++"), "'A++'"),
    (("adjust", BOARDS, "1", "b3 4S N ="), "board"),
    (("adjust", BOARDS, "1", "60% 4S N =, 30% pass"), "90%"),
    (("adjust", BOARDS, "1", "101%"), "100%"),
    (("adjust", BOARDS, "1", "1/0 pass, 1/2 pass"), "'1/0 pass'"),
    (("undo", "7"), "'7'"),
    (("undo", "players-1"), "'players-1'"),
    (("leave-out", ONE, "--back"), "not left out"),
    (("seat", BOARDS, "--deals", "1"), "SEAT"),
    (("seat", ONE, "N", "Bo", "--deals", "1"), "together"),
    (("seat", BOARDS, "NS", "4", "--deals", "1"), "event"),
    (("seat", BOARDS, "NS", "Bo", "--deals", "1"), "number"),
)


def test_what_cannot_be_is_refused_and_nothing_is_half_done(club):
    for words, why in REFUSED:
        assert why in club.refused(*words), words
    assert club.run("correct", ONE, "1", "4S N =")


# A whole session


def test_a_session_that_is_left_out_counts_nowhere(club):
    ranked = ranking(club)
    without = {one["name"]: one["ranking"] for one in told(club, "ranking", "--without", ONE)}
    left = told(club, "ledger", "--without", ONE)
    assert {"session": ONE, "why": "this once"} in left["left_out"]
    assert {one["name"]: one["points"] for one in left["players"]}["Ann"] == 60 - 600
    club.run("leave-out", ONE, "--reason", "a lesson")
    assert listed(club)[ONE]["state"] == "left out"
    assert {"session": ONE, "why": "by decision"} in told(club, "ledger")["left_out"]
    assert points(club)["Ann"] == 60 - 600
    assert ranking(club) == without != ranked
    exported = json.loads(club.run("export", "--all", "--format", "json"))
    assert ONE not in {one["id"] for one in exported}
    assert "a lesson" in club.refused("export", ONE, "--format", "json")
    assert "complete" not in club.run("show", ONE).splitlines()[1]
    club.run("leave-out", ONE, "--back")
    assert (listed(club)[ONE]["state"], ranking(club)) == ("complete", ranked)
    assert told(club, "duplicate")["sessions"]
    club.run("leave-out", BOARDS)
    assert club.ended("duplicate")[0] == 2  # no evening of duplicate is left


# Seats


def test_swapped_sides_win_what_the_others_had(club):
    before = points(club)
    club.run("swap", ONE)
    club.run("swap", CHICAGO)
    assert points(club) == {name: -won for name, won in before.items()}
    seats = told(club, "seat", ONE)
    assert [seat["name"] for seat in seats["seats"]] == ["Bo", "Ann", "Di", "Cy"]
    assert [change["seat"] for change in seats["changes"]] == ["all"]
    club.run("seat", ONE, "N", "guest")
    club.run("swap", ONE)  # with whoever was put there since
    assert [seat["name"] for seat in told(club, "seat", ONE)["seats"]] == ["Ann", None, "Cy", "Di"]


def test_some_deals_of_duplicate_were_played_the_other_way(club):
    club.run("swap", BOARDS, "2")
    assert north_south(club) == ["Ann & Cy", "Bo & Di"]
    club.run("swap", BOARDS)
    assert north_south(club) == ["Bo & Di", "Ann & Cy"]


@pytest.mark.each_database
def test_others_sat_at_some_deals(club):
    enrol(club.database, ("Eva",), 5)
    club.run("seat", BOARDS, "S", "Eva", "--deals", "2", "--reason", "late")
    assert north_south(club) == ["Ann & Cy", "Ann & Eva"]
    assert points(club)["Ann"] == (90 - 920) + (60 - 600)  # of other sessions


def test_nobody_sits_in_two_seats_of_a_deal(club):
    enrol(club.database, ("Eva",), 5)
    assert "Cy (id=3)" in club.refused("seat", BOARDS, "N", "Cy", "--deals", "2")
    club.run("swap", BOARDS, "1")
    assert "Ann (id=1) sits E" in club.refused("seat", BOARDS, "N", "Ann", "--deals", "1-2")
    for seat, player in (("S", "Eva"), ("N", "guest"), ("N", "Cy")):
        club.run("seat", BOARDS, seat, player, "--deals", "2")
    assert north_south(club)[1] == "Cy & Eva"


# Decisions and what undoes them


@pytest.mark.each_database
def test_what_is_undone_is_as_it_was_and_can_be_had_back(club):
    club.run("rebuild")
    before = sorted(line for line in dump(club.database) if "decisions" not in line)
    club.run("correct", ONE, "1", "2H N =")
    done = listed(club), points(club), ranking(club)
    assert "decision 2" in club.run("undo", "1", "--reason", "no")
    assert listed(club)[ONE]["totals"] == {"NS": 90, "EW": 920}
    assert "undo 2" in club.refused("undo", "1")
    assert "decision 3" in club.run("undo", "2")
    assert (listed(club), points(club), ranking(club)) == done
    club.run("undo", "3")
    assert sorted(line for line in dump(club.database) if "decisions" not in line) == before


@pytest.mark.each_database
def test_all_decisions_are_listed_the_newest_last(club):
    club.run("players", "add", "Annie")
    club.run("players", "merge", "Annie", "Ann", "--reason", "spelling")
    club.run("seat", ONE, "N", "guest")
    club.run("stake", "1", "--default")
    club.run("rules", "set", "Tuesday", "chicago")
    club.run("correct", ONE, "1", "2H N =", "--author", "Carla")
    found = decisions(club)
    assert list(found) == ["merge-1", "seat-1", "stake-1", "rules-1", "1"]
    assert [one["author"] for one in found.values()] == [None] * 4 + ["Carla"]
    assert found["merge-1"]["what"] == "Annie is Ann" and found["merge-1"]["reason"] == "spelling"
    assert list(decisions(club, "--session", ONE)) == ["seat-1", "1"]
    for name in ("merge-1", "seat-1", "stake-1", "rules-1"):
        club.run("undo", name)
    assert told(club, "seat", ONE)["seats"][0]["name"] == "Ann"
    assert {one["name"]: one["sessions"] for one in told(club, "players")}["Annie"] == 0
    assert told(club, "rules", "list") == []
    assert {one["per_100"] for one in told(club, "ledger")["sessions"]} == {0}
    assert [found["undone_by"] for found in decisions(club).values()][:4] == ["2", "3", "4", "5"]


def test_an_undoing_that_would_break_a_later_decision_is_refused(club):
    club.run("correct", BOARDS, "1", "--board", "4")
    club.run("correct", BOARDS, "2", "--board", "1")
    assert "b1" in club.refused("undo", "1")
    club.run("undo", "2")
    club.run("undo", "1")
    played_now = [deal["deal"] for deal in told(club, "show", BOARDS)["deals"]]
    assert played_now == ["b1 4S N =", "b2 3N E -1"]


def test_two_entries_never_count_for_each_other(club):
    for name in ("Eva", "Evi"):
        club.run("players", "add", name)
    club.run("players", "merge", "Eva", "Evi")
    club.run("players", "split", "Eva")
    club.run("players", "merge", "Evi", "Eva")
    assert "each other" in club.refused("undo", "merge-2")


def test_a_damaged_copy_that_was_replaced_stays_replaced(club):
    good = raw(5, complete(played(RUBBER, "rubber", begun=BEGUN + 200)))
    with Club(club.database) as opened:
        opened.take(TABLET, 5, b"?" + good[1:], "port")
        club.run("replace", session_of(5))
        opened.take(TABLET, 5, good, "port")
    assert "the damaged copy was replaced" in club.refused("undo", "replace-1")


# Tablet and club


def test_what_the_club_has_decided_counts_whatever_the_tablet_says_later(club):
    club.run("correct", OPEN, "1", "2H N =")
    assert decisions(club)["1"]["note"] is None
    send(club, 2, (VOID, 0, 1, 0))
    assert listed(club)[OPEN]["totals"]["NS"] == 60
    note = decisions(club)["1"]["note"]
    assert "void" in note
    assert note in listed(club)[OPEN]["note"]
    club.run("undo", "1")
    assert listed(club)[OPEN]["totals"]["NS"] == 0


def test_what_the_tablet_said_before_is_no_disagreement(club):
    send(club, 2, (VOID, 0, 1, 0))
    club.run("correct", OPEN, "1", "2H N =")
    assert decisions(club)["1"]["note"] is None
    assert listed(club)[OPEN]["totals"]["NS"] == 60


def test_what_the_tablet_says_too_is_no_disagreement(club):
    club.run("void", OPEN, "1")
    send(club, 2, (VOID, 0, 1, 0))
    assert decisions(club)["1"]["note"] == "the tablet has it too"
    assert listed(club)[OPEN]["deals"] == 1


def test_a_decision_that_does_not_fit_a_longer_log_is_told_and_does_not_count(club):
    club.run("correct", OPEN, "1", "4S E =")  # E-W have a game, and with the next deal the rubber
    send(club, 2, (DEAL, 0, 3, 0))  # the tablet, which does not know that, goes on with a pass
    assert "no deal belongs here" in decisions(club)["1"]["note"]
    assert listed(club)[OPEN]["totals"] == {"NS": 90, "EW": 100}


UNREADABLE = (
    *(("correct", "", "8S N ="), ("correct", "", ""), ("adjust", "", "B+")),
    *(("adjust", "", "200% pass"), ("seat", "N", "somebody"), ("seat", "Q", "1")),
    *(("seat", "NS", "4"), ("invented", "", "by a newer program")),
)


def test_what_nobody_can_read_is_told_and_counts_for_nothing(club):
    before = told(club, "duplicate")["travellers"]
    words = (
        "INSERT INTO decisions (id, made, author, reason, kind, session, deal, last, records, "
        "evening, event, board, who, said, was) VALUES "
        "(?, ?, '', '', ?, ?, 1, 1, 9, '', 0, 0, ?, ?, '')"
    )
    for number, (kind, who, said) in enumerate(UNREADABLE, 1):
        when = "2026-11-20 20:00:00.000000"
        change(club.database, words, number, when, kind, BOARDS, who, said)
    club.run("rebuild")
    assert told(club, "duplicate")["travellers"] == before
    notes = [bool(one["note"]) for one in decisions(club).values()]
    assert notes == [kind != "invented" for kind, _, _ in UNREADABLE]
    assert club.run("show", BOARDS) and club.run("list")
