"""Random walks: presses without sense, in every kind of game, lead to no trouble and lose nothing.

WALK=100000 pytest host_tests/tablet_firmware/test_tablet_walk.py   the long ones, 5 minutes a game
"""

import os
import random
from pathlib import Path

import pytest

from firmware.opening import opening
from firmware.scoring.rules import NAMES
from firmware.session import CORRECT, DEAL, fold
from firmware.ui.words import say
from scorepad.simulator.process import SimulationError
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import KEYS, Shot, Tablet
from support.depth import FULL, SEED, sampled, some
from support.tablet.tablets import NAMES_TABLE, logs, with_board_words

PRESSES = int(os.environ.get("WALK", "2000" if FULL else "150"))
ENTRY = {"result", "accept", "passed", "hcp"}  # from these a deal is saved
SAVED = {"compass", "board", "end", "home"}  # and this is where it stands then
DEEPEST = 12  # screens upon home
LEGITIMATE = ("not possible", "full")  # what a walk itself brings about
LEAK = NAMES_TABLE + 4096  # bytes: less than this is names, which MicroPython keeps


class Walk:
    """Someone who presses keys at random and never chooses another game than `rules`."""

    def __init__(self, tablet: Tablet, rules: str, seed: int):
        self._tablet = tablet
        self._session = fold(opening(rules, {}, 1, 0, 0))
        self._chance = random.Random(seed)
        self.saved = 0
        self.screens: set[str] = set()

    def go(self, presses: int) -> int:
        """That many presses, or until the tablet is full; how many."""
        shot = self._tablet.look()
        for step in range(presses):
            self._check(shot)
            if shot.screen == "home" and say("new game") in shot.text:
                if not self._started():
                    return step
            elif step % 400 == 399:
                self._home()
            elif self._chance.random() < 0.04:
                self._tablet.hold("BACK")
            else:
                shot = self._press(shot)
                continue
            shot = self._tablet.look()
        return presses

    def _started(self) -> bool:
        """Starts a game; whether there was room for it."""
        try:
            Robot(self._tablet, self._session).start()
        except SimulationError:
            if say("full") not in self._tablet.look().text:
                raise
            return False
        return True

    def _press(self, before: Shot) -> Shot:
        """A random key; what is there after it."""
        keys = ("UP", "DOWN", "OK", "BACK") if before.screen == "setup" else KEYS
        key = self._chance.choice((*keys, "OK", "OK", "OK"))
        self._tablet.press(key)
        after = self._tablet.look()
        if key in ("OK", "RIGHT") and before.screen in ENTRY and after.screen in SAVED:
            self.saved += 1
        return after

    def heap_at_home(self) -> int:
        """Bytes in use on the home screen, which is the same wherever the walk had led."""
        self._home()
        return self._tablet.count().heap_used

    def _check(self, shot: Shot) -> None:
        self.screens.add(shot.screen)
        if shot.screen == "trouble":
            titles = {say(head) for head in LEGITIMATE}
            assert titles & set(shot.text), shot.text

    def _home(self) -> None:
        for _ in range(DEEPEST):
            if self._tablet.look().screen == "home":
                return
            self._tablet.press("BACK")
        assert self._tablet.look().screen == "home"


def saved(path: Path) -> int:
    """How many deals and corrections are in the logs, each of which can be scored."""
    count = 0
    for log in logs(path):
        fold(log)
        count += sum(event[0] in (DEAL, CORRECT) for event in log)
    return count


@sampled
@pytest.mark.parametrize("rules", NAMES if "WALK" in os.environ else some(NAMES, 5))
def test_random_presses_lead_to_no_trouble_and_lose_no_deal(rules: str, tmp_path: Path) -> None:
    left = PRESSES
    for seed in range(SEED * 1000 + NAMES.index(rules), (SEED + 1) * 1000, len(NAMES)):
        left -= one_tablet(tmp_path / f"{seed}.flash", rules, seed, left)
        if not left:
            break
    assert not left


def one_tablet(path: Path, rules: str, seed: int, presses: int) -> int:
    """A walk on a new tablet, until it is full; how many presses."""
    with with_board_words(path) as tablet:
        walk = Walk(tablet, rules, seed)
        made = walk.go((presses + 1) // 2)
        half = walk.heap_at_home()
        before = logs(path)
        made += walk.go(presses - made)
        end = walk.heap_at_home()
    after = logs(path)
    assert saved(path) == walk.saved
    assert [log[: len(old)] for log, old in zip(after, before, strict=False)] == before
    assert end - half < LEAK
    assert presses < max(PRESSES, 2000) or (
        walk.saved and walk.screens >= {"compass", "contract", "result", "menu", "deals"}
    )
    return made
