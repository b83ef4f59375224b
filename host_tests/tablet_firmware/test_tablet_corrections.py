"""Deals that were entered wrong: entered again, or not counted; through the screens."""

from pathlib import Path

import pytest

from firmware import session as log
from firmware.scoring.notation import parse
from firmware.session import fold
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry
from scorepad.simulator.tablet import Tablet
from support.depth import sampled, some
from support.tablet.house_rules import asked
from support.tablet.tablets import (
    NEW_GAME,
    THREE_SPADES_BY_SOUTH,
    deals,
    enter_game,
    logs,
    menu,
    shown,
)

FIRST_OF_TWO = ("UP", "OK", "OK", "OK")  # in the list of deals, why, change, to be entered again


def change(kind: int, number: int, line: str = "pass") -> Entry:
    deal, place = parse(line)
    return kind, place, number, deal


def follow(path: Path, rules: str, events: list[Entry]) -> None:
    """Plays a log by pressing keys; what is on flash then says the same."""
    with Tablet(Flash(path)) as tablet:
        enter_game(tablet, rules, events)
    (written,) = logs(path)
    assert (fold(written).rules, written[-len(events) :]) == (rules, events)


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
        "chicago": [*plain, change(log.VOID, 2), change(log.CORRECT, 2, "7Nxx N =")],
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


def test_a_void_deal_keeps_its_number_and_can_be_entered_again(playing: Tablet) -> None:
    playing.press(*THREE_SPADES_BY_SOUTH, "OK", "RIGHT")
    menu(playing, "deals")
    playing.press("OK", "OK", "DOWN", "OK")
    assert playing.look().screen == "void"
    assert {"Deal 2", "passed out"} <= set(playing.look().text)
    playing.press("BACK", "OK", "RIGHT")
    assert playing.look().text[0] == "Deal 3"
    menu(playing, "deals")
    assert "2 not counted" in playing.look().text
    playing.press("OK", "OK")
    assert shown(playing).startswith("change: not counted | 2 | Enter again | ◀")
    playing.press("OK", "LEFT", "OK", "OK")
    assert playing.look().text[0] == "Deal 3"
    menu(playing, "deals")
    assert "2 not counted" not in playing.look().text


@pytest.mark.parametrize("by_menu", [False, True], ids=["back", "menu"])
def test_a_correction_that_is_left_leaves_the_next_deal(by_menu, tablet, path):
    """From the screen after so many of the keys that enter the first deal again."""
    tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH, "OK", "RIGHT")
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


def test_a_correction_that_is_impossible_changes_nothing(tablet: Tablet, path: Path) -> None:
    """With 4 spades by East for the first deal the rubber would be over before the last two."""
    events = deals("2H N =", "3N E =", "2S N =", "3C W -1", "2S S =")
    enter_game(tablet, "rubber", events)
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


def test_the_boards_go_on_where_one_is_free(tablet: Tablet) -> None:
    """5, 6, 4: the next board is 7, not one that was played; one that is void is free again."""
    robot = enter_game(tablet, "duplicate", deals("b5 pass", "b6 pass", "b4 2H N ="))
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


def test_the_pc_corrects_a_deal_of_the_open_session(tablet: Tablet, path: Path) -> None:
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
