"""New game offers the club's own rules after the rule sets, and plays what they say."""

from pathlib import Path

import pytest

from firmware.scoring.rules import NAMES
from firmware.session import END, fold
from scorepad.simulator.tablet import Tablet
from support.tablet.house_rules import CUP, OURS, RULE_SETS, TUESDAY, game, give, offered
from support.tablet.tablets import FINISH, NEW_GAME, logs


def test_house_rules_come_after_the_rule_sets(tablet: Tablet) -> None:
    tablet.press("OK")
    assert offered(tablet) == RULE_SETS
    give(tablet, OURS, TUESDAY)
    assert offered(tablet) == [*RULE_SETS, "Nos règles", "Tuesday"]
    tablet.press("LEFT")
    assert game(tablet) == "Tuesday"
    give(tablet, CUP)  # the third press is meant for a place that is no longer there
    tablet.press("RIGHT")
    assert game(tablet) in RULE_SETS
    give(tablet)
    assert sorted(offered(tablet)) == sorted(RULE_SETS)


def test_the_next_game_is_theirs_again_by_three_presses(tablet: Tablet, path: Path) -> None:
    give(tablet, OURS, CUP)
    tablet.press("OK", "LEFT", "OK", "OK")
    for again in (lambda: None, tablet.reset, tablet.power_cut):
        for _ in range(2):
            tablet.press("DOWN", "OK", "OK", "RIGHT")  # the other side accepts
        assert tablet.look().screen == "end"
        tablet.press(*FINISH)
        again()
        tablet.press("OK")
        assert game(tablet) == "Cup"
        tablet.press("OK", "OK")
        assert tablet.look().screen == "compass"
    played = fold(logs(path)[-1])
    assert len(logs(path)) == 4
    assert (played.rules, played.options, played.accept) == ("nz-match", {"deals": 2}, True)


@pytest.mark.parametrize("presses", [("DOWN", "RIGHT"), ("UP",) * 5 + ("RIGHT",)])
def test_with_an_option_turned_it_is_the_rule_set(tablet, presses):
    """An option, and whether results are accepted."""
    give(tablet, TUESDAY)
    tablet.press("OK", "LEFT")
    assert game(tablet) == "Tuesday"
    tablet.press(*presses)
    back = "UP" if presses[0] == "DOWN" else "DOWN"
    tablet.press(*[back] * (len(presses) - 1))
    assert game(tablet) == "Chicago"
    tablet.press("RIGHT")
    assert game(tablet) == "Chicago server"


def test_rules_that_the_club_has_changed_are_not_shown_for_the_old_ones(tablet: Tablet) -> None:
    give(tablet, TUESDAY)
    tablet.press("OK", "LEFT", "OK", "BACK")
    assert game(tablet) == "Tuesday"
    give(tablet, ("Tuesday", "chicago", "00"))
    tablet.press("OK", "BACK")
    assert game(tablet) == "Chicago"
    give(tablet, ("Tuesday", "chicago", "00"), ("Wednesday", *TUESDAY[1:]))
    tablet.press("RIGHT", "LEFT", "OK", "BACK")
    assert game(tablet) == "Chicago"  # chosen as the rule set, with its defaults


def test_players_who_cut_again_set_up_the_next_game(tablet: Tablet, path: Path) -> None:
    tablet.press(*NEW_GAME, *["UP", "RIGHT", "OK", "OK"] * 2)
    assert tablet.look().screen == "end"
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
