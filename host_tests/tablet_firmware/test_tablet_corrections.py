"""Deals that were entered wrong: entered again, or not counted; through the screens."""

from pathlib import Path

import pytest

from firmware import session as log
from firmware.opening import opening
from firmware.scoring.notation import parse
from firmware.session import fold
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry, Robot
from scorepad.simulator.tablet import Tablet
from support.depth import sampled, some
from support.tablet.house_rules import asked
from support.tablet.tablets import (
    NEW_GAME,
    THREE_SPADES_BY_SOUTH,
    finish,
    logs,
    menu,
    shown,
)

FIRST_OF_TWO = ("UP", "OK", "OK", "OK")  # in the list of deals, why, change, to be entered again


def deals(*lines: str) -> list[Entry]:
    """The events of some deals, from the first on."""
    parsed = [parse(line) for line in lines]
    return [(log.DEAL, place, number, deal) for number, (deal, place) in enumerate(parsed, 1)]


def change(kind: int, number: int, line: str = "pass") -> Entry:
    deal, place = parse(line)
    return kind, place, number, deal


@pytest.fixture
def twice(playing: Tablet) -> Tablet:
    """Three spades by South, made twice: a game for N-S is 10 points away after each."""
    playing.press(*THREE_SPADES_BY_SOUTH, "OK", "OK")
    return playing


def follow(path: Path, rules: str, events: list[Entry]) -> None:
    """Plays a log by pressing keys; what is on flash then says the same."""
    head = opening(rules, {}, 1, 0, 0)
    session = fold([*head, *events])
    with Tablet(Flash(path)) as tablet:
        robot = Robot(tablet, session)
        robot.start()
        robot.follow(events)
    (written,) = logs(path)
    assert written[-len(events) :] == events
    assert fold(written).sheet.totals == session.sheet.totals


@sampled
def test_deals_are_entered_again_in_every_kind_of_game(tmp_path: Path) -> None:
    hcp = deals("4S N = hcp=25", "pass", "3N E -2 hcp=11", "2H W = hcp=20")
    pirate = deals("4S N/E =", "3O E/S -1", "pass", "2N W/S +1")
    boards = deals("b7 4S N =", "b8 pass", "b3 3N E -2", "b4 2Hx W =")
    plain = deals("4S N =", "pass", "3N E -2", "2Hx W =")
    games = {
        "rubber": [*plain, change(log.CORRECT, 3, "2N E ="), change(log.VOID, 1)],
        "international": [*plain, change(log.CORRECT, 1), change(log.CORRECT, 2, "1C S +6")],
        "polish": [*plain, change(log.VOID, 4), change(log.CORRECT, 1, "4S W -10")],
        "nz-match": [*plain, change(log.CORRECT, 4, "2Hxx W =")],
        "chicago": [*plain, change(log.CORRECT, 2, "7Nxx N ="), change(log.VOID, 2)],
        "chicago-server": [*plain, change(log.CORRECT, 1, "3S N +1")],
        "russian": [*hcp, change(log.CORRECT, 3, "3N E -2 hcp=29"), change(log.CORRECT, 1)],
        "duplicate": [
            *boards,
            change(log.CORRECT, 1, "b9 4S N +1"),
            change(log.CORRECT, 4, "b4 pass"),
        ],
        "pirate": [*pirate, change(log.CORRECT, 2, "3O E/W +1"), change(log.VOID, 1)],
    }
    for rules in some(games, 4):
        follow(tmp_path / f"{rules}.flash", rules, games[rules])


def test_a_void_deal_keeps_its_number_and_can_be_entered_again(twice: Tablet) -> None:
    menu(twice, "deals")
    twice.press("OK", "OK", "DOWN", "OK")
    assert twice.look().screen == "void"
    assert {"Deal 2", "passed out"} <= set(twice.look().text)
    twice.press("BACK", "OK", "OK")
    assert twice.look().text[0] == "Deal 3"
    menu(twice, "deals")
    assert "2 not counted" in twice.look().text
    twice.press("OK", "OK")
    assert shown(twice).startswith("change: not counted | 2 | Enter again | ◀")
    twice.press("OK", "LEFT", "OK", "OK")
    assert twice.look().text[0] == "Deal 3"
    menu(twice, "deals")
    assert "2 not counted" not in twice.look().text


@pytest.mark.parametrize("by_menu", [False, True], ids=["back", "menu"])
def test_a_correction_that_is_left_leaves_the_next_deal(by_menu: bool, tmp_path: Path) -> None:
    """From the screen after so many of the keys that enter the first deal again."""
    path = tmp_path / "t.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH, "OK", "OK")
        for steps in range(6):
            menu(tablet, "deals")
            tablet.press(*FIRST_OF_TWO, *("LEFT", "UP", "OK", "RIGHT", "DOWN")[:steps])
            if by_menu:
                tablet.hold("BACK")
            while tablet.look().screen != "menu":
                tablet.press("BACK")
            tablet.press("BACK")
            assert tablet.look().text[0] == "Deal 3", steps
        tablet.press("UP", "OK", "OK")
    (written,) = logs(path)
    assert written[-3:] == deals("3S S =", "pass", "3S N =")


def test_a_correction_that_is_impossible_changes_nothing(tmp_path: Path) -> None:
    """With 4 spades by East for the first deal the rubber would be over before the last two."""
    path = tmp_path / "t.flash"
    events = deals("2H N =", "3N E =", "2S N =", "3C W -1", "2S S =")
    with Tablet(Flash(path)) as tablet:
        robot = Robot(tablet, fold([*opening("rubber", {}, 1, 0, 0), *events]))
        robot.start()
        robot.follow(events)
        menu(tablet, "deals")
        tablet.press(*["UP"] * 4, "OK", "OK", "OK", "RIGHT", "UP", "UP", "RIGHT", "OK", "OK")
        assert tablet.look().screen == "trouble"
        assert tablet.look().text[0] == "Not possible"
        tablet.press("OK")
        assert tablet.look().screen == "result"
        assert "4♠ E" in tablet.look().text
        tablet.press("BACK", *["DOWN"] * 2, "OK", "OK")
        assert "+60" in tablet.look().text
    (written,) = logs(path)
    assert written[-6:] == [*events, change(log.CORRECT, 1, "2S E =")]


def test_the_boards_go_on_where_one_is_free(tmp_path: Path) -> None:
    """5, 6, 4: the next board is 7, not one that was played; one that is void is free again."""
    path = tmp_path / "t.flash"
    events = deals("b5 pass", "b6 pass", "b4 2H N =")
    with Tablet(Flash(path)) as tablet:
        robot = Robot(tablet, fold([*opening("duplicate", {}, 1, 0, 0), *events]))
        robot.start()
        robot.follow(events)
        assert "Board 7" in tablet.look().text
        tablet.press("BACK", "DOWN", "OK")
        assert tablet.look().screen == "board"
        assert "played before!" in tablet.look().text
        robot.follow([change(log.VOID, 2)])
        assert "Board 6" in tablet.look().text


def test_a_reset_during_a_correction_keeps_the_deal_that_waits(playing: Tablet) -> None:
    playing.press("UP", "OK", "DOWN", "OK", "LEFT", "UP", "OK", "DOWN", "RIGHT")
    waiting = playing.look().text
    assert waiting[:2] == ["-1", "4♠x W"]
    menu(playing, "deals")
    playing.press("OK", "OK", "OK")
    assert "again" in playing.look().text
    playing.reset()
    for _ in range(5):
        playing.press("BACK")
    assert playing.look().text == waiting


def changed(tablet: Tablet, words: str) -> str:
    """The answer to a correction of session 1, as it is listed now."""
    listed = asked(tablet, "list 0").split()[1]
    verb, _, rest = words.partition(" ")
    number, *_, crc = listed.split(":")
    return asked(tablet, f"{verb} {number} {crc} {rest}")


def test_the_pc_corrects_a_deal_of_the_open_session(tmp_path: Path) -> None:
    path = tmp_path / "t.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH, *THREE_SPADES_BY_SOUTH)
        tablet.press("UP", "RIGHT")  # a deal that is being entered
        deal, _ = parse("4S S =")
        answer = changed(tablet, f"change 1 0 {deal}")
        records, crc = answer.split()[1:]
        assert asked(tablet, "list 0").split(":")[2:] == [records, "o", crc]
        assert asked(tablet, "total 1") == "ok NS=210 EW=0"
        assert tablet.look().screen == "compass"
        assert changed(tablet, "strike 2").startswith("ok ")
        assert asked(tablet, "total 1") == "ok NS=120 EW=0"
        tablet.wait(600)
        tablet.press(*THREE_SPADES_BY_SOUTH)
    kinds = [event[0] for event in logs(path)[-1]]
    assert kinds[-3:] == [log.CORRECT, log.VOID, log.DEAL]


def test_corrections_that_the_tablet_refuses(tablet: Tablet) -> None:
    tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
    for words in ("change 1 00000000 1 0 0", "change 2 00000000 1 0 0", "strike 7 00000000 1"):
        assert asked(tablet, words).startswith("error "), words
    for bad in ("change 9 0 0", "change 1 7 0", f"change 1 0 {1 << 31}", "strike 2"):
        assert changed(tablet, bad).startswith("error "), bad
    assert asked(tablet, "total 1") == "ok NS=90 EW=0"
    assert tablet.look().screen == "compass"
    finish(tablet)
    tablet.press("OK")
    assert changed(tablet, f"change 1 0 {parse('3N S =')[0]}").startswith("error ")
