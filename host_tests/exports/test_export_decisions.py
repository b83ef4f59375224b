"""What the club has decided is in every export, in the words of its format."""

import csv
import io
import json
from xml.etree import ElementTree

import pytest
from endplay.parsers import pbn

from support.club import mitchell
from support.databases import enrol, filled_by
from support.depth import full
from support.in_process import Commands

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

FIRST = "02005c0e9a01-1"  # boards 1 and 2, Ann & Bob against Ida & Jan
SECOND = "02005c0e9a02-1"  # boards 3 and 4
LATER = "02005c0e9a01-2"  # boards 3 and 4, Ann & Bob once more


def make(where: str) -> None:
    """The evening that was worked by hand, about which nothing is decided."""
    mitchell.make(where)
    enrol(where, ["Quinn"], len(mitchell.NAMES) + 1)


database = filled_by(make)


def event(commands: Commands) -> ElementTree.Element:
    words = ("export", "--evening", "2026-01-17", "--format", "usebio")
    return ElementTree.fromstring(commands.run(*words))


def every_line(event: ElementTree.Element, board: int) -> list[dict[str, str | None]]:
    (found,) = [tag for tag in event.iter("BOARD") if tag.findtext("BOARD_NUMBER") == str(board)]
    return [{e.tag: e.text for e in line} for line in found.findall("TRAVELLER_LINE")]


def lines(event: ElementTree.Element, board: int) -> dict[str | None, dict[str, str | None]]:
    """The same by the number of the pair N-S."""
    return {line["NS_PAIR_NUMBER"]: line for line in every_line(event, board)}


def test_usebio_has_artificial_scores_and_boards_of_a_decision_alone(commands):
    commands.run("adjust", FIRST, "1", "A+", "A-")
    # Against 630, 150 and -100: with 600 N-S have 4, with -100 they have 1.
    commands.run("adjust", FIRST, "2", "50% 3N S =, 50% 3N S -1")
    commands.run("adjust", SECOND, "1", "33.33%", "100%")
    commands.run("adjust", SECOND, "2", "5%", "0%")
    commands.run("adjust-board", "12", "Ann", "Ida", "A", "none")
    commands.run("seat", LATER, "S", "Quinn", "--deals", "2")
    evening = event(commands)
    line = lines(evening, 1)["1"]
    assert (line["SCORE"], line["CONTRACT"], line["TRICKS"]) == ("A6040", None, None)
    assert (line["NS_MATCH_POINTS"], line["EW_MATCH_POINTS"]) == ("3.60", "2.40")
    line = lines(evening, 2)["1"]
    assert (line["NS_MATCH_POINTS"], line["EW_MATCH_POINTS"]) == ("2.50", "3.50")
    assert (line["SCORE"], line["CONTRACT"]) == ("A4258", None)
    scores = [line["SCORE"] or "" for board in (3, 4) for line in every_line(evening, board)]
    assert [score for score in scores if "A" in score] == ["A3399", "A0500"]
    line = lines(evening, 12)["1"]
    assert (line["NS_MATCH_POINTS"], line["EW_MATCH_POINTS"]) == ("3", None)
    names = [[e.text for e in pair.iter("PLAYER_NAME")] for pair in evening.iter("PAIR")]
    assert ["Ann", "Quinn"] in names


def test_an_assigned_result_is_as_if_it_were_played(commands):
    commands.run("adjust", FIRST, "1", "4S N +1")
    line = lines(event(commands), 1)["1"]
    assert (line["CONTRACT"], line["TRICKS"], line["SCORE"]) == ("4S", "11", "450")
    game = commands.run("export", FIRST, "--format", "pbn").split("\r\n\r\n")[0]
    assert '[Result "11"]\r\n[AdjustedScore "4S N +1"]\r\n[Score "NS 450"]' in game
    assert game.endswith("  1 4S    N 11    450   -450")
    commands.run("adjust", FIRST, "1", "4S N +1", "4S N =")
    game = commands.run("export", FIRST, "--format", "pbn").split("\r\n\r\n")[0]
    assert '[Contract ""]' in game and game.endswith("  1 -     -  -      -      -")


def test_pbn_has_no_contract_and_says_what_was_given(commands):
    commands.run("adjust", FIRST, "1", "A+", "A-")
    commands.run("adjust", FIRST, "2", "55.5%", "none")
    text = commands.run("export", FIRST, SECOND, "--format", "pbn")
    first, *_ = pbn.loads(text)
    assert first.info["AdjustedScore"] == "A+ | A-"
    game = text.split("\r\n\r\n")[0]
    assert '[Contract ""]' in game and "[Score " not in game
    assert game.endswith('  1 -     -  -  "60%"  "40%"')
    assert '\n  1 -     -  - "55.5%"      -\r\n' in text


EVENING = ("export", "--evening", "2026-01-17", "--format")


@full
def test_a_board_of_two_pairs_that_they_have_played_is_in_every_file(commands):
    commands.run("adjust-board", "1", "Ida", "Ann", "A-", "45%")
    commands.run("undo", "1")
    commands.run("adjust-board", "1", "Ida", "Ann", "A-", "45%", "--author", "Carla")
    said = "board 1, Ida & Jan against Ann & Bob: adjust A- | 45%"
    for words in (EVENING, ("export", FIRST, "--format")):
        games = commands.run(*words, "pbn")
        assert '[AdjustedScore "45% | A-"]' in games and '  1 -     -  -  "45%"  "40%"' in games
        rows = list(csv.DictReader(io.StringIO(commands.run(*words, "csv"))))
        assert [row["decided"] for row in rows if row["decided"]] == [said]
        sessions = {session["id"]: session for session in json.loads(commands.run(*words, "json"))}
        (decision,) = sessions.pop(FIRST)["decisions"]
        assert (decision["number"], decision["deals"]) == (3, [1, 1])
        assert decision["what"] == said
        assert not any(session["decisions"] for session in sessions.values())
    assert "against" not in commands.run("export", FIRST, "--format", "html")
    games = commands.run("export", LATER, "--format", "pbn")
    assert "AdjustedScore" not in games and '[Board "3"]' in games


def test_a_board_of_two_pairs_that_nobody_has_played_is_in_every_file(commands):
    commands.run("adjust-board", "12", "Ann", "Kim", "A+", "none", "--author", "Carla")
    last = pbn.loads(commands.run(*EVENING, "pbn"))[-1]
    pairs = last.info["PairNS"], last.info["PairEW"]
    assert (last.board_num, *pairs) == (12, "Ann & Bob", "Kim & Leo")
    assert commands.run(*EVENING, "pbn").endswith('\n  - -     -  -  "60%"      -\r\n')
    row = list(csv.DictReader(io.StringIO(commands.run(*EVENING, "csv")[1:])))[-1]
    said = "board 12, Ann & Bob against Kim & Leo: adjust A+ | none"
    fields = ("session", "board", "dealer", "vulnerable", "decided")
    assert [row[name] for name in fields] == ["", "12", "W", "NS", said]
    found = {
        session["id"]: (decision["deals"], decision["what"])
        for session in json.loads(commands.run(*EVENING, "json"))
        for decision in session["decisions"]
    }
    theirs = [f"02005c0e9a01-{number}" for number in (1, 2, 3, 4)]
    assert set(theirs) < set(found) and set(found.values()) == {(None, said)}
    assert len(found) == 7  # of the eight sessions in which one of them sat, one was both


def test_csv_and_json_say_what_was_decided(commands):
    commands.run("correct", FIRST, "1", "4S N +2", "--reason", "slip", "--author", "Carla")
    said = "deal 1: board 1, 4♠ N = -> board 1, 4♠ N +2"
    rows = list(csv.DictReader(io.StringIO(commands.run("export", FIRST, "--format", "csv")[1:])))
    assert [row["decided"] for row in rows] == [said, ""]
    assert rows[0]["tricks"] == "12"
    (session,) = json.loads(commands.run("export", FIRST, "--format", "json"))
    (decision,) = session["decisions"]
    assert (decision["what"], decision["deals"], decision["author"]) == (said, [1, 1], "Carla")
    original = commands.told("show", FIRST, "--original")
    assert (original["decisions"], original["deals"][0]["deal"]) == ([], "b1 4S N =")
