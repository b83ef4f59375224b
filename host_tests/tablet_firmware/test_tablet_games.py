"""Games: how they begin, end, and follow one another."""

from pathlib import Path

from firmware.opening import opening
from firmware.scoring.deal import WEST
from firmware.scoring.rules import NAMES
from firmware.session import END, fold
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import NEW_GAME, finish, logs, menu


def test_a_rubber_that_is_over_waits_to_be_finished(playing: Tablet) -> None:
    finish(playing)
    text = playing.look().text
    assert text[:5] == ["N-S win by 900", "N-S", "900", "E-W", "0"]
    assert text[-2] == "finish"
    playing.press("UP")
    assert playing.look().screen == "sheet"
    playing.press("BACK")
    playing.wait(1000)
    playing.press("OK")
    text = playing.look().text
    assert playing.look().screen == "home"
    assert text[text.index("N-S") + 1] == "900"
    assert text[-2] == "new game"


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


def test_players_may_stop_in_the_middle(playing: Tablet) -> None:
    playing.press("UP", "RIGHT", "OK", "OK")
    menu(playing, "stop")
    playing.press("BACK")
    assert playing.look().screen == "menu"
    playing.press("OK", "OK")
    assert playing.look().text[0] == "N-S win by 400"
    playing.press("OK")  # too soon to be meant
    assert playing.look().screen == "end"
    playing.wait(1000)
    playing.press("OK")
    assert playing.look().screen == "home"
