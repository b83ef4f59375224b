"""Games: how they begin, end, and follow one another."""

from pathlib import Path

from firmware.opening import opening
from firmware.scoring.deal import WEST
from firmware.scoring.rules import NAMES
from firmware.session import END, fold
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import NEW_GAME, finish, logs


def test_the_next_game_is_the_same_once_more(tmp_path: Path) -> None:
    """Same rules, options and accepting; only the dealer is asked for."""
    path = tmp_path / "t.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press("OK", "DOWN", "DOWN", "RIGHT", *["DOWN"] * 5, "RIGHT", "OK", "OK")
        for _ in range(2):
            tablet.press("UP", "RIGHT", "OK", "OK", "OK")
        tablet.wait(1000)
        tablet.press("RIGHT")
        assert tablet.look().text[-2] == "next game"
        tablet.press("OK")
        assert tablet.look().screen == "dealer"
        tablet.press("LEFT", "OK")
        assert tablet.look().screen == "compass"
    first, second = logs(path)
    assert fold(first).complete
    options = {"undertricks": "1935"}
    assert second == opening("rubber", options, 1, WEST, second[0][3], (), True)


def test_players_who_cut_again_set_up_the_next_game(tmp_path: Path) -> None:
    path = tmp_path / "t.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME)
        finish(tablet)
        tablet.press("LEFT")
        assert tablet.look().text[-2] == "cut again"
        tablet.press("OK")
        assert tablet.look().screen == "setup"
        tablet.press("BACK")
        assert tablet.look().screen == "home"
        tablet.press("OK", "RIGHT", "OK", "OK")
    first, second = logs(path)
    assert first[-1][0] == END
    assert fold(second).rules == NAMES[1]
