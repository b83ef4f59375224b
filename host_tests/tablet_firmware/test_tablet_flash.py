"""What is on flash: saved, damaged, cut off, and found again after a reset."""

from pathlib import Path

import pytest

from firmware.link.incoming_roster import pack
from firmware.storage.roster import SIZE
from scorepad.simulator.flash import FLASH_SIZE, NVS, Flash
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import (
    EACH_RUNTIME,
    FINISH,
    NEW_GAME,
    THREE_SPADES_BY_SOUTH,
    finish,
    littlefs,
    names,
    shown,
    store_in,
    with_board_words,
)


def test_a_deal_that_cannot_be_saved_stays_on_the_screen(playing: Tablet) -> None:
    playing.press("DOWN", "OK", "UP")
    playing.flash(False)
    playing.press("OK")
    assert playing.look().screen == "trouble"
    playing.press("OK")
    assert playing.look().text[:3] == ["+1", "3♠ S", "120"]
    playing.press("OK")
    assert playing.look().screen == "trouble"
    playing.flash(True)
    playing.press("OK", "OK")
    assert "+120" in playing.look().text
    playing.power_cut()
    assert playing.look().text[0] == "Deal 2"


def test_a_damaged_record_is_named_and_nothing_is_scored_from_it(path: Path) -> None:
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
    with littlefs(path) as files:
        with files.open("000/1.00", "rb") as page:
            records = bytearray(page.read())
        records[-5] ^= 0x01
        with files.open("000/1.00", "wb") as page:
            page.write(records)
    with Tablet(Flash(path)) as tablet:
        assert "game 1" in shown(tablet)
        assert tablet.look().screen == "trouble"
        tablet.press("OK")
        assert tablet.look().screen == "home"
        tablet.press(*NEW_GAME)
        assert tablet.look().screen == "compass"
    with littlefs(path) as files:
        assert names(files) == {"000/1.00", "000/2.00"}


def test_a_player_whose_record_has_rotted_cannot_be_chosen(path: Path) -> None:
    with Tablet(Flash(path)) as tablet:
        assert tablet.look().screen == "home"
    records = bytearray(b"".join(pack(number, b"Player %d" % number) for number in (12, 13, 14)))
    records[SIZE] ^= 1 << 4  # the id of the second one
    with littlefs(path) as files, files.open("roster", "wb") as file:
        file.write(records)
    with Tablet(Flash(path)) as tablet:
        tablet.press("OK", "UP", "RIGHT")
        tablet.press("DOWN", "DOWN")
        assert tablet.look().text[1:4] == ["Player 12", "guest", "Player 14"]
        tablet.press("OK")
        assert "guest" in tablet.look().text
        tablet.press("RIGHT", "UP", "OK")
        assert "Player 14" in tablet.look().text


def test_flash_that_was_used_anywhere_is_not_formatted(path: Path) -> None:
    Flash(path).close()
    blank = path.read_bytes()
    for used in (40, 4096 * 2 - 1, 300 * 4096, 511 * 4096 + 32, 512 * 4096 - 1):
        image = bytearray(blank)
        image[used] = 0
        path.write_bytes(image)
        with Tablet(Flash(path)) as tablet:
            assert "flash unreadable" in tablet.look().text, used
        assert path.read_bytes() == bytes(image), used


def after_another(path: Path, tablet: Tablet) -> list[int]:
    """The sessions on a flash file after one more was played, with a power cut in between."""
    with tablet:
        tablet.press(*NEW_GAME)
        tablet.power_cut()
        assert tablet.look().text[0] == "Deal 1"
        finish(tablet)
        tablet.press(*FINISH)
    with store_in(path) as store:
        return list(store.numbers())


@pytest.mark.parametrize("runtime", EACH_RUNTIME)
def test_the_numbers_go_on_when_the_whole_partition_is_gone(path: Path, runtime: str) -> None:
    assert after_another(path, Tablet(Flash(path), runtime)) == [1]
    path.write_bytes(b"\xff" * FLASH_SIZE + path.read_bytes()[FLASH_SIZE:])
    assert after_another(path, Tablet(Flash(path), runtime)) == [2]


def test_what_a_power_cut_left_of_a_list_or_a_self_test_is_removed(path: Path) -> None:
    with store_in(path) as store:
        for name in ("roster.new", "rules.new", "event.new", "test", "event"):
            store.write(name, b"part")
    with Tablet(Flash(path)) as tablet:
        assert tablet.look().screen == "home"
    with littlefs(path) as files:
        assert names(files) == {"event"}


def test_numbers_that_are_too_great_for_nvs_are_played_all_the_same(path: Path) -> None:
    assert after_another(path, Tablet(Flash(path))) == [1]
    path.write_bytes(path.read_bytes()[:NVS] + (2**30 - 1).to_bytes(4, "little"))
    for number in range(2**30, 2**30 + 2):
        assert after_another(path, with_board_words(path))[-1] == number
