"""What the director does: PIN, settings, the games on the tablet, tests, players from the PC."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dev.link.both_ends import hear
from firmware import selftest, session
from firmware.link.codec import frame
from firmware.opening import opening
from firmware.scoring import deal as d
from firmware.scoring.deal import NORTH, pack
from firmware.storage.outline import mark, summed
from firmware.storage.space import free, sessions_left
from firmware.storage.store import Store
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.cable import Cable
from scorepad.tablet.cable import Refused as RefusedByTablet
from scorepad.tablet.listed import send_roster
from support.depth import full
from support.link.ptys import plugged_in
from support.tablet.directing import PIN, call, enter, leave, marked_row, open_menu
from support.tablet.tablets import (
    EACH_RUNTIME,
    FINISH,
    NEW_GAME,
    finish,
    littlefs,
    logs,
    menu,
    names,
    shown,
    store_in,
)

PLAYERS = [(11, "Anna"), (12, "Zoë Müller"), (13, "O'Hara"), (14, "山田"), (0xFFFFFFFF, "Wim")]


def go(tablet: Tablet, item: str) -> None:
    assert tablet.look().screen == "director"
    for _ in range(13):
        if marked(tablet) == item:
            tablet.press("OK")
            return
        tablet.press("DOWN")
    raise AssertionError(f"no {item}")


def marked(tablet: Tablet) -> str:
    """The row of a list under the bar: the first one, one before the last, or the middle one."""
    text = [word for word in tablet.look().text[1:-4] if not re.fullmatch(r"[0-9]+", word)]
    rows = [word for word in text if word not in ("English", "Deutsch", "Français")]
    return rows[marked_row(tablet)]


@pytest.fixture
def director(tablet: Tablet) -> Tablet:
    """The director's menu of a tablet whose PIN was chosen just now."""
    open_menu(tablet)
    return tablet


def evening(store: Store, fetched: bool = True, rules: str = "rubber", deals: int = 12) -> int:
    """A rubber that was not finished: part-scores, then nobody bids."""
    log = opening(rules, {}, 1, NORTH, 0)
    for number in range(1, deals + 1):
        deal = pack(1, d.CLUBS, 0, number % 2, 7) if number <= 8 else d.PASSED_OUT
        log.append((session.DEAL, 0, number, deal))
    log += [(session.CLOSE, 0, deals, 0), (session.END, 0, deals, 0)]
    number = store.create(log)
    if fetched:
        mark(store, number, summed(store, number)[1])
    return number


# The PIN


def test_a_new_tablet_asks_for_a_pin_twice(tablet: Tablet) -> None:
    call(tablet)
    assert shown(tablet).startswith("pin: 0 | New PIN | choose")
    enter(tablet, "1234")
    assert "again" in tablet.look().text
    enter(tablet, "1243")
    assert "not same" in tablet.look().text
    enter(tablet, "1234")
    enter(tablet, "1234")
    assert tablet.look().screen == "director"
    leave(tablet)
    tablet.power_cut()
    call(tablet)
    assert "New PIN" not in tablet.look().text
    enter(tablet, "1243")
    assert "wrong!" in tablet.look().text
    enter(tablet, "1234")
    assert tablet.look().screen == "director"


def test_only_the_digit_that_is_being_entered_can_be_read(director: Tablet) -> None:
    leave(director)
    call(director)
    pictures = set()
    for digit in "0123456789":
        tries = director.look()
        director.press("OK")
        assert [word for word in director.look().text if word.isdigit()] == ["0"]
        pictures.add(director.look().sha256)
        director.press("LEFT", "UP")
        assert tries.text[0] == digit
    assert len(pictures) == 1


def test_three_wrong_pins_lock_and_a_reset_makes_the_growing_time_no_shorter(director):
    leave(director)
    call(director)
    for left in ("tries: 2", "tries: 1"):
        enter(director, "0000")
        assert left in director.look().text
    enter(director, "0000")
    assert director.look().text[1] == "0:30"
    enter(director, PIN)  # not even the right one
    assert director.look().text[0] == "Wrong PIN: wait"
    for end in (director.reset, director.power_cut):
        director.wait(20_000)
        end()
        call(director)
        assert director.look().text[1] in ("0:30", "0:29")
    director.wait(30_000)
    assert director.look().screen == "pin"
    enter(director, "0000")
    assert director.look().text[1] == "1:00"
    director.wait(10_000)
    assert director.look().text[1] in ("0:49", "0:50")
    director.wait(50_000)
    enter(director, PIN)
    assert director.look().screen == "director"


def test_a_try_that_cannot_be_counted_is_none(director: Tablet) -> None:
    leave(director)
    call(director)
    director.flash(False)
    enter(director, PIN)
    assert director.look().screen == "trouble"
    director.flash(True)
    director.press("OK")
    enter(director, PIN)
    assert director.look().screen == "director"


def test_another_pin_takes_its_place(director: Tablet) -> None:
    go(director, "Change PIN")
    enter(director, "7777")
    enter(director, "7777")
    leave(director)
    call(director)
    enter(director, PIN)
    assert director.look().screen == "pin"
    enter(director, "7777")
    assert director.look().screen == "director"


def test_the_menu_leads_away_from_the_director(director: Tablet) -> None:
    """Whoever finds the tablet so is asked for the PIN."""
    go(director, "Contrast")
    director.press("DOWN")
    director.hold("BACK")
    assert director.look().screen == "menu"
    director.press("BACK")
    assert director.look().screen == "home"
    call(director)
    assert director.look().screen == "pin"


# Changing a deal after the end


@pytest.mark.parametrize("finished", [False, True])
def test_after_the_end_a_deal_is_changed_with_the_pin(playing: Tablet, finished: bool) -> None:
    finish(playing)
    if finished:
        playing.press(*FINISH)
        assert playing.look().screen == "home"
    menu(playing, "deals")
    playing.press("UP", "OK", "OK")
    enter(playing, PIN)
    enter(playing, PIN)
    assert shown(playing).startswith("change: 3NT N = | 1")
    playing.press("OK", "DOWN", "OK", "UP", "OK")
    if finished:
        assert playing.look().screen == "home"
    else:
        assert playing.look().screen == "end"
        playing.press(*FINISH)
    assert "930" in playing.look().text
    playing.power_cut()
    assert "930" in playing.look().text
    menu(playing, "deals")
    playing.press("OK", "OK")
    assert playing.look().screen == "pin"


# Settings


SETTINGS = [
    ("Table number", ("DOWN",), "1"), ("Table number", ("RIGHT",) * 12, "99"),
    ("Contrast", ("DOWN",) * 20, "1"), ("Contrast", ("UP", "RIGHT"), "6"),
    ("Sleep after (min)", ("UP", "UP"), "12"), ("Language", ("UP",), "Deutsch"),
]  # fmt: skip


def test_settings_are_kept(director: Tablet) -> None:
    for item, keys, value in SETTINGS:
        go(director, item)
        director.press(*keys)
        assert value in director.look().text, item
        director.press("OK")
        assert director.look().screen == "director"
    director.power_cut()
    call(director)
    enter(director, PIN)
    assert {"99", "6", "12", "Deutsch"} <= set(everything(director))


def everything(tablet: Tablet) -> list[str]:
    seen = []
    for _ in range(12):
        seen += tablet.look().text
        tablet.press("DOWN")
    return seen


def test_a_setting_that_is_not_saved_or_cannot_be_is_taken_back(director: Tablet) -> None:
    go(director, "Table number")
    director.press("RIGHT", "BACK")
    assert "1" in director.look().text
    go(director, "Table number")
    director.press("RIGHT")
    director.flash(False)
    director.press("OK")
    assert director.look().screen == "trouble"
    director.flash(True)
    director.press("OK", "BACK")
    leave(director)
    assert "Table 1" in director.look().text


def test_the_clock_is_set_with_the_keys(path: Path) -> None:
    now = datetime(2026, 11, 20, 19, 15, tzinfo=UTC)
    with Tablet(Flash(path), now=lambda: now) as tablet:
        open_menu(tablet)
        go(tablet, "Clock")
        tablet.wait(50)
        tablet.press("UP", "UP", "RIGHT", *["UP"] * 2, "RIGHT", *["UP"] * 11, "LEFT", "UP")
        numbers = [word for word in tablet.look().text if word.isdigit()]
        assert numbers[:3] == ["2028", "02", "29"]
        tablet.press("OK")
        leave(tablet)
        tablet.press(*NEW_GAME)
    ((start, *_), *_) = logs(path)
    assert start[3] // (24 * 60) == 10286  # days from 2000-01-01 to 2028-02-29


# The games on the tablet


def test_the_games_are_listed_and_the_fetched_ones_erased(path: Path) -> None:
    with store_in(path) as store:
        evening(store)
        evening(store, fetched=False, rules="polish")
        evening(store, rules="international")
        evening(store)  # on the home screen
    with Tablet(Flash(path)) as tablet:
        open_menu(tablet)
        go(tablet, "Games")
        assert shown(tablet).startswith(
            "sessions: Games 4 | fetched | 4 Rubber | 12 ✓ | 3 International"
        )
        tablet.press("DOWN", "DOWN")
        assert tablet.look().text[:2] == ["Games 4", "not fetched"]
        assert "2 Polish" in tablet.look().text
        tablet.press("BACK")
        go(tablet, "Erase fetched")
        tablet.press("RIGHT")
        tablet.wait(100)
        assert tablet.look().text[0] == "Erased: 2"
        tablet.press("BACK")
        go(tablet, "About")
        assert shown(tablet).startswith("about: About | Games | 2 | Room for | 398")
    with littlefs(path) as files:
        left = names(files) - {"settings", "pin"}
    pages = {f"000/{session}.0{page}" for session in (2, 4) for page in (0, 1, 2, 3)}
    assert left == {*pages, "000/4.ok"}


def test_damage_is_found_and_named(path: Path) -> None:
    with store_in(path) as store:
        for _ in range(3):
            evening(store)
        page = bytearray(store.read("000/2.02"))
        page[26] ^= 4
        store.write("000/2.02", bytes(page))
    with Tablet(Flash(path)) as tablet:
        open_menu(tablet)
        go(tablet, "Check store")
        tablet.wait(200)
        assert tablet.look().text[1:4:2] == ["3/3", "game 2: record 11"], tablet.look().text
        tablet.press("BACK")
        go(tablet, "Games")
        tablet.press("DOWN")
        assert "damaged" in tablet.look().text


def test_a_full_tablet_begins_no_game_and_loses_none(path: Path) -> None:
    """400 games, the limit: none fetched, then the oldest but one."""
    with store_in(path) as store:
        for _ in range(400):
            evening(store, fetched=False, deals=1)
        assert sessions_left(store) == 0
        crc = summed(store, 2)[1]
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME)
        assert tablet.look().screen == "trouble"
        tablet.press("OK")
        assert tablet.look().screen == "dealer"
        tablet.reset()
        assert hear(tablet, frame(f"?1 done 2 {crc:08x}")) == frame("!1 ok")
        tablet.wait(6000)
        assert tablet.look().screen == "dealer"  # as before the reset
        tablet.press("OK")
        assert shown(tablet).startswith("compass: Deal 1")
    with store_in(path) as store:
        present = list(store.numbers())
    assert present == [1, *range(3, 402)]


def test_a_flash_that_is_full_of_other_things_begins_no_game(path: Path) -> None:
    with store_in(path) as store:
        evening(store)
        evening(store)
        with store.files().open("stranger", "wb") as file:
            file.write(bytes(free(store) - 65 * 1024))
        assert sessions_left(store) == 0
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME)
        assert "Tablet full" in tablet.look().text
    with littlefs(path) as files:
        assert "000/2.00" in names(files)


# Tests of the hardware


@pytest.mark.parametrize("runtime", EACH_RUNTIME)
def test_the_tablet_tests_itself(runtime: str) -> None:
    with Tablet(Flash(), runtime) as tablet:
        open_menu(tablet)
        go(tablet, "Self test")
        tablet.wait(100)
        found = everything(tablet)
        for test in ("Scoring", "Store", "Screen"):
            assert found[found.index(test) + 1] == "OK"
        assert found[found.index("Memory") + 1].endswith(" KB")
        assert found[found.index("Keys") + 1] in ("1/5", "2/5")
        tablet.press("LEFT", "RIGHT", "OK", "UP")
        assert "5/5" in everything(tablet)
        tablet.press("BACK")
        assert tablet.look().screen == "director"
        tablet.flash(False)
        tablet.press("OK")
        tablet.wait(100)
        found = everything(tablet)
        assert found[found.index("Store") + 1] == "FAILED 5"


def test_the_pc_has_the_tablet_test_itself(path: Path) -> None:
    with Tablet(Flash(path)) as tablet, plugged_in(tablet) as port, Cable(port) as cable:
        found = [cable.ask(f"test {number}") for number in range(len(selftest.NAMES))]
        assert found[:-1] == ["scoring"] * 7 + ["store", "panel"]
        assert re.fullmatch(r"memory \d+ KB", found[-1])
        assert cable.ask(f"test {len(found)}") == "-"
        tablet.panel(False)
        tablet.flash(False)
        for number, why in ((8, "panel: 19"), (7, "store: 5")):
            with pytest.raises(RefusedByTablet, match=why):
                cable.ask(f"test {number}")
    with littlefs(path) as files:
        assert names(files) == set()


# The players


def test_the_pc_sends_the_players_and_the_log_has_who_sat_where(tablet, path):
    with plugged_in(tablet) as port, Cable(port) as cable:
        assert send_roster(cable, PLAYERS) == 5
    tablet.press("OK", "UP")
    assert "West" in tablet.look().text
    tablet.press("RIGHT", "UP")
    assert "Wim" in tablet.look().text
    tablet.press("OK", "UP", "UP", "RIGHT", "DOWN", "DOWN", "OK")
    assert "Zoë Müller" in tablet.look().text
    tablet.press("OK", "OK")
    assert tablet.look().screen == "compass"
    (log,) = logs(path)
    seats = [event for event in log if event[0] == session.PLAYER]
    assert seats == [(session.PLAYER, 1, 0, 12), (session.PLAYER, 3, 0, 0xFFFFFFFF)]


def test_a_player_sits_in_one_seat_and_may_leave_the_roster(tablet: Tablet) -> None:
    def send(players: list[tuple[int, str]]) -> None:
        with plugged_in(tablet) as port, Cable(port) as cable:
            send_roster(cable, players)
        tablet.wait(300)

    send(PLAYERS)
    tablet.press("OK", "UP", "RIGHT", "DOWN", "OK")  # West
    tablet.press("UP", "RIGHT", "DOWN", "OK")  # South
    assert tablet.look().text.count(PLAYERS[0][1]) == 1
    tablet.press("UP", "RIGHT", "DOWN", "DOWN", "DOWN")
    send(PLAYERS[:1])  # while another is marked: it seats nobody else
    tablet.press("OK")
    assert tablet.look().screen == "setup"
    assert PLAYERS[0][1] in tablet.look().text
    send([])
    tablet.press("UP", "DOWN")
    assert f"#{PLAYERS[0][0]}" in tablet.look().text


def test_a_setting_that_is_tried_is_not_kept_with_the_table(director: Tablet) -> None:
    go(director, "Contrast")
    director.press("LEFT", "LEFT")
    director.serial_write(frame("?1 table 7"))
    director.wait(300)
    director.press("BACK")
    assert "7" in director.look().text
    director.power_cut()
    call(director)
    enter(director, PIN)
    text = director.look().text
    assert text[text.index("Contrast") + 1] == "16"


@full
def test_over_another_pin_what_was_tried_is_not_kept(playing: Tablet) -> None:
    """A deal of a rubber that is over was to be changed; the director's menu lies over its PIN."""
    finish(playing)
    playing.press("OK", "OK", "UP", "OK", "OK")
    assert playing.look().screen == "pin"
    playing.hold("BACK")
    playing.press("UP", "OK")
    enter(playing, PIN)
    enter(playing, PIN)
    assert playing.look().screen == "director"
    playing.press("OK", "UP", "UP", "BACK")  # table 3 is tried and taken back
    playing.press("DOWN", "OK", "DOWN", "OK")  # another contrast is saved
    playing.press("DOWN", "OK", "UP")  # another language is tried
    playing.wait(11 * 60_000)  # and sleep takes it back
    playing.press("OK")
    assert playing.look().screen == "menu"
    assert "choose" in playing.look().text
    playing.wait(300)  # a key that comes sooner was meant for the screen that slept
    playing.press("BACK")
    assert playing.look().screen == "pin"
    assert "New PIN" not in shown(playing)
    enter(playing, PIN)
    assert playing.look().screen == "change"
    playing.power_cut()
    while playing.look().screen != "home":
        playing.press("BACK")
    assert "Table 1" in playing.look().text
