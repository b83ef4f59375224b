"""A reset or a power cut on any screen: the tablet comes back where the game stands."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.session import DEALER
from firmware.ui.flow import FLOW
from firmware.ui.ways import WAYS
from firmware.ui.words import say
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.depth import FULL, sampled, some
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH, logs, menu

# Ways through a game, as keys; after each of them the power is cut.
BY_GAME = {
    "rubber": "DOWN UP OK UP OK OK OK UP OK OK UP OK OK",
    "duplicate": "UP OK DOWN OK OK OK LEFT OK DOWN OK OK OK OK",
    "russian": "DOWN OK RIGHT OK OK UP OK OK OK",
    "pirate": "DOWN UP OK OK UP LEFT OK OK",
}
BY_ITEM = {
    "sheet": "DOWN",
    "deals": "OK OK OK UP OK OK OK",
    "honours": "RIGHT OK",
    "stop": "OK DOWN BACK RIGHT OK",
    "home": "OK",
    "director": "UP OK",
}
SCREENS = {line.split()[0] for line in (FLOW + WAYS).splitlines() if line}
SCREENS -= {"deal", "director", "setting", "clock", "trouble"}  # for whom the PIN opens
SCREENS -= {"seats", "moves", "boards", "asked", "overrule", "ended"}  # test_tablet_event.py

Check = Callable[[Tablet, Path, set[str]], None]


def choose(tablet: Tablet, rules: str) -> None:
    """Starts a game of these rules by turning to them."""
    tablet.press("OK")
    while say(rules) not in tablet.look().text:
        tablet.press("RIGHT")
    tablet.press("OK", "OK")


def cut(tablet: Tablet, path: Path, seen: set[str]) -> None:
    """Here power cuts lose nothing; the walk goes on on the tablet that had none."""
    shot = tablet.look()
    seen.add(shot.screen)
    before = logs(path)
    copy = path.with_suffix(".copy")
    shutil.copy(path, copy)
    with Tablet(Flash(copy)) as again:
        back = again.look()
        assert back.screen in ("home", "compass", "board", "end"), back
        assert logs(copy) == before
        if shot.screen == "end":
            assert back.screen == "end"
            assert [t for t in back.text if t.isdigit()] == [t for t in shot.text if t.isdigit()]
        dealt = bool(before) and before[-1][-1][0] != DEALER  # before that no board is confirmed
        if dealt and shot.screen == "compass" and say("enter again").split()[0] not in shot.text:
            assert (back.screen, back.text[0]) == ("compass", shot.text[0])
        again.power_cut()
        assert again.look().text == back.text
        assert logs(copy) == before


def reset(tablet: Tablet, path: Path, seen: set[str]) -> None:
    """After a reset the same screen is there; the walk goes on from it."""
    before, saved = tablet.look(), logs(path)
    seen.add(before.screen)
    tablet.reset()
    after = tablet.look()
    if before.screen == "pin":  # the digits are nobody's to keep
        assert after.screen in {"menu", "why"}
        tablet.press("OK")
        assert tablet.look().screen == "pin"
        return
    assert after.screen == before.screen
    if say("saved") not in before.text:  # which is said once
        assert after.text == before.text
    assert logs(path) == saved


def follow(tablet: Tablet, path: Path, keys: str, check: Check, seen: set[str]) -> None:
    """Press the keys; check after each of them, in `make test` where a screen is new."""
    for key in ("", *keys.split()):
        tablet.press(*[key] if key else [])
        if FULL or tablet.look().screen not in seen:
            check(tablet, path, seen)


@sampled
@pytest.mark.parametrize("check", some([reset, cut], 2))
def test_on_any_screen_nothing_is_lost_that_was_confirmed(check: Check, tmp_path: Path) -> None:
    seen: set[str] = set()
    for rules, keys in BY_GAME.items():
        path = tmp_path / f"{rules}.flash"
        with Tablet(Flash(path)) as tablet:
            choose(tablet, rules)
            follow(tablet, path, keys, check, seen)
    for item, keys in BY_ITEM.items():
        path = tmp_path / f"{item}.flash"
        with Tablet(Flash(path)) as tablet:
            tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH, *THREE_SPADES_BY_SOUTH[:2])
            tablet.press("BACK", "BACK")
            tablet.hold("BACK")
            check(tablet, path, seen)
            tablet.press("BACK")
            menu(tablet, item)
            follow(tablet, path, keys, check, seen)
    path = tmp_path / "void.flash"
    with Tablet(Flash(path)) as tablet:
        follow(tablet, path, "OK UP RIGHT OK BACK OK OK DOWN OK OK OK", check, seen)
        menu(tablet, "deals")
        follow(tablet, path, "OK OK DOWN OK OK", check, seen)
    assert seen >= SCREENS, SCREENS - seen
