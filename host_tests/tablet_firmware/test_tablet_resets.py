"""On every screen of the story (docs/examples/screens.keys): a reset and a power cut lose nothing,
and a key that is pressed too often does nothing else."""

import zlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from firmware import session as log
from firmware.scoring.deal import level
from firmware.ui.words import say
from scorepad.simulator import script
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import KEYS, PRESS_MS, Shot, Tablet
from support.commands import ROOT
from support.depth import sampled, some
from support.tablet.tablets import logs

STEPS = script.parse((ROOT / "docs/examples/screens.keys").read_text(encoding="utf-8"), "")
NAMES = [*script.shots(STEPS)]
GUARDED = {  # a reset leads back to before the PIN, or to where the game stands
    *("pin", "director", "overrule", "setting", "clock", "sessions", "erase", "selftest"),
    *("buttons", "panel", "check", "about", "trouble"),
}
STANDS = {"home", "compass", "board", "end", "seats", "moves"}  # where a game is after a power cut
QUESTIONS = {log.VOID, log.CLOSE, log.END, log.UNPLAYED}  # what is saved if one is answered


class Kept(NamedTuple):
    """A tablet at a shot: its flash (packed) and the chip's memory at the last screen that a reset
    brings back, and what was done from there."""

    shot: Shot
    flash: bytes
    memory: bytes
    steps: list[script.Step]


def play(tablet: Tablet, *steps: script.Step) -> None:
    script.play([*steps], tablet, lambda _name, _shot: None)


@cache
def kept() -> dict[str, Kept]:
    """The tablet at every shot."""
    found, path = dict[str, Kept](), (new := Flash()).path
    with Tablet(new) as tablet:
        flash, memory, steps = zlib.compress(path.read_bytes()), b"", list[script.Step]()
        for step in STEPS:
            play(tablet, step)
            if step.verb != "shot":
                steps = [*steps, step]
                continue
            shot = tablet.look()
            if shot.screen not in GUARDED:
                flash, memory = zlib.compress(path.read_bytes(), 1), tablet._process.memory
                steps = []
            found[step.name] = Kept(shot, flash, memory, steps)
    return found


def taken_up(at: Kept, path: Path) -> Tablet:
    """The tablet as it was at a shot, after a reset there."""
    path.write_bytes(zlib.decompress(at.flash))
    tablet = Tablet(Flash(path))
    tablet._process.memory = at.memory
    tablet.reset()
    play(tablet, *at.steps)
    return tablet


@sampled
@pytest.mark.parametrize("name", some(NAMES, 4))
def test_on_any_screen_nothing_is_lost_that_was_confirmed(name: str, path: Path) -> None:
    at = kept()[name]
    before = at.shot
    with taken_up(at, path) as tablet:
        after, saved = tablet.look(), logs(path)
        assert after.screen == before.screen
        if before.screen not in GUARDED and say("saved") not in before.text:  # it is said once
            assert after.text == before.text
        tablet.power_cut()
        back = tablet.look()
        assert back.screen in STANDS
        assert logs(path) == saved
        if before.screen in STANDS - {"compass", "home"}:
            assert (back.screen, back.text) == (before.screen, before.text)
        if before.screen == "compass" and saved[-1][-1][0] != log.DEALER:  # a board is confirmed
            assert (back.screen, back.text[0]) == ("compass", before.text[0])
        tablet.power_cut()
        assert (tablet.look().text, logs(path)) == (back.text, saved)


def tap(tablet: Tablet, key: str, times: int) -> None:
    """Nearly as fast as a finger can."""
    for _ in range(times):
        tablet.wait(PRESS_MS, key)
        tablet.wait(2 * PRESS_MS)


@sampled
@pytest.mark.parametrize("name", some(NAMES, 12))
def test_a_key_pressed_too_often_does_what_it_does_once(name: str, path: Path) -> None:
    """Five times fast it saves nothing more, and behind what OK has led to nothing follows. OK
    alone answers no question, however slowly: no deal is passed out or void, no session ends."""
    for key in KEYS:
        with taken_up(kept()[name], path) as tablet:
            before, answers = logs(path), key == "RIGHT" and "yes" in " ".join(tablet.look().text)
            tap(tablet, key, 1)
            once, screen = logs(path), tablet.look().screen
            tap(tablet, key, 4)
            assert logs(path) == once, (key, tablet.look())
            if key == "OK" or answers:
                assert tablet.look().screen == screen
            if key == "OK":
                tablet.press(*["OK"] * 8)
                count = [*map(len, before), 0]
                new = [e for n, events in enumerate(logs(path)) for e in events[count[n] :]]
                assert not QUESTIONS & {kind for kind, *_ in new}
                assert all(level(e[3]) for e in new if e[0] in (log.DEAL, log.CORRECT))
