"""Games: how they begin, end, and follow one another."""

from pathlib import Path

from firmware.opening import opening
from firmware.scoring.deal import WEST
from firmware.scoring.rules import NAMES
from firmware.session import END, fold
from firmware.ui.words import say
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import NEW_GAME, finish, logs, menu


def test_right_and_left_turn_to_every_game(tablet: Tablet) -> None:
    tablet.press("OK")
    for key, names in (("RIGHT", NAMES[1:] + NAMES[:1]), ("LEFT", NAMES[::-1])):
        for name in names:
            tablet.press(key)
            text = tablet.look().text
            assert text[text.index("Game") + 1] == say(name)


def test_options_are_turned_and_kept_in_the_log(tmp_path: Path) -> None:
    """Down the whole list: each option to its next value, results are accepted."""
    path = tmp_path / "t.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press("OK")
        tablet.press(*["DOWN", "RIGHT"] * 7, "OK", "LEFT", "OK")
    options = {
        "honours": "off",
        "undertricks": "1935",
        "insult": "flat50",
        "unfinished": "exclusive",
        "unfinished_part": 50,
        "settle": "100s",
    }
    (log,) = logs(path)
    started = log[0][3]
    assert log == opening("rubber", options, 1, WEST, started, (), True)


def test_the_first_dealer_is_cut(playing: Tablet) -> None:
    finish(playing)
    playing.press("OK", "OK", "OK", "RIGHT")
    assert "East" in playing.look().text
    playing.press("OK")
    playing.press("DOWN", "OK", "OK")
    playing.reset()
    playing.press("BACK", "OK")
    assert playing.look().text[0] == "Deal 2"


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
