"""Room on the heap: long evenings, long sessions, one game after another."""

from pathlib import Path

import pytest

from firmware.link.codec import frame
from firmware.opening import opening
from firmware.scoring.deal import NORTH, SOUTH, SPADES, UNDOUBLED, pack
from firmware.scoring.rules import NAMES
from firmware.session import DEAL
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import (
    NAMES_TABLE,
    NEW_GAME,
    THREE_SPADES_BY_SOUTH,
    shown,
    store_in,
    with_board_words,
)

EVERYTHING = 1 << 30
CODE = 5 * 1024  # bytes, at least
MOST = 98 * 1024  # bytes of 128 KB: the rest is room for garbage and the link


def test_the_sheet_of_a_very_long_session_is_shown(path: Path) -> None:
    with store_in(path) as store:
        down = pack(3, SPADES, UNDOUBLED, SOUTH, 8)
        dealt = [(DEAL, 0, number, down) for number in range(1, 201)]
        store.create([*opening("rubber", {}, 1, NORTH, 0), *dealt])
    with with_board_words(path) as tablet:
        assert shown(tablet).startswith("compass: Deal 201")
        tablet.hold("BACK")
        tablet.press("OK")
        assert tablet.look().screen == "sheet"
        tablet.hold("UP", 20_000)
        assert tablet.look().screen == "sheet"


def test_an_evening_fits_into_the_heap_with_room_to_spare() -> None:
    """In 128 KB in all, the modules that stand for a chip's among them.

    The least of the rounds counts: the collector is conservative, and some address on the stack
    may keep a screen's code once more.
    """
    used = list[int]()
    with with_board_words() as tablet:
        tablet.press(*NEW_GAME)
        for _ in range(12):
            tablet.press("OK", "OK", "RIGHT", "LEFT", "LEFT", "OK", "DOWN", "OK")
            tablet.hold("BACK")
            tablet.press("OK", "DOWN", "UP", "BACK", "BACK")
            assert tablet.look().screen == "compass"
            used.append(tablet.count().heap_used)
    assert min(used[6:]) < MOST


def ask(tablet: Tablet, *requests: str) -> None:
    for number, request in enumerate(requests):
        tablet.serial_write(frame(f"?{number} {request}"))
        tablet.wait(10)
        assert b" ok " in tablet.serial_read(), request


def test_only_the_game_that_is_played_stays_on_the_heap(path: Path) -> None:
    """The PC asks for the score of every kind of session; their rules go again when it is said."""
    with store_in(path) as store:
        for name in (*NAMES, "rubber"):
            store.create(opening(name, {}, 1, NORTH, 0))
    with with_board_words(path) as tablet:
        assert shown(tablet).startswith("compass: Deal 1")
        ask(tablet, "list 0", f"total {len(NAMES) + 1}")
        free = [tablet.count().heap_free]
        for _ in range(3):
            ask(tablet, "list 4", *[f"total {number}" for number in range(1, len(NAMES) + 1)])
            free.append(tablet.count().heap_free)
        assert free[0] - free[1] < NAMES_TABLE + 2048  # names, which MicroPython keeps
        assert free[1] == free[3]


def test_code_goes_when_another_screen_needs_room() -> None:
    """That of the link when a key is pressed, that of deals when home is shown."""
    with with_board_words() as tablet:
        tablet.press(*NEW_GAME)
        ask(tablet, "who")
        asked = tablet.count().heap_used
        tablet.press("DOWN")
        assert asked - tablet.count().heap_used > CODE
        tablet.press("BACK")
        playing = tablet.count().heap_used
        tablet.press("BACK")
        assert tablet.look().screen == "home"
        assert playing - tablet.count().heap_used > CODE


@pytest.mark.parametrize("left", [300, 1000, 2000])
def test_when_memory_is_short_a_page_says_so_and_nothing_is_lost(left: int) -> None:
    with Tablet(Flash()) as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH, *THREE_SPADES_BY_SOUTH)
        tablet.starve(left)
        for _ in range(4):
            tablet.press("UP")  # North declares
            tablet.hold("BACK")
        before = tablet.pixels()
        tablet.starve(EVERYTHING)  # a page that is there stays, and can be looked at
        tablet.press("UP")
        assert tablet.pixels() == before
        assert "MemoryError" in tablet.look().text
        tablet.press("OK")
        assert shown(tablet).startswith("compass: Deal 3 | N | N-S | W | E | vulnerable")
