"""Every screen as a picture: its hash, the same on both runtimes, and room for its texts.

When a screen is meant to change, `pytest host_tests/ui/test_screens.py --accept-screens` takes the
new hashes; look at the pictures of `make screenshots` first.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from firmware.director_tools import DirectorTools
from firmware.event_play import EventAtTable
from firmware.game import Game
from firmware.scoring.rules import NAMES
from firmware.session import Session, fold
from firmware.ui import entering
from firmware.ui.flow import FLOW, STEPS
from firmware.ui.menu_flow import MENU_FLOW
from firmware.ui.screen import Screen
from firmware.ui.screen_stack import TOGETHER
from scorepad.exports.scored import as_dict
from scorepad.simulator import script
from scorepad.simulator.faces.picture import save_png
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Shot, Tablet
from support.commands import ROOT
from support.depth import FULL, sampled, some
from support.tablet.faults import faults
from support.tablet.story_book import Filmed, story
from support.tablet.tablets import EACH_RUNTIME, RUNTIMES, logs, store_in
from support.tablet.watched import EVENING

STORY = ROOT / "docs" / "examples" / "screens.keys"
ACCEPTED = Path(__file__).parent / "screens.json"
SCREENS = {
    name
    for path in (ROOT / "firmware" / "ui").rglob("*.py")
    for name in re.findall(r'^    name = "(\w+)"$', path.read_text(encoding="utf-8"), re.M)
}
VARYING = {"clock"}  # in docs/pictures and on a page it shows another time


def take_shots(tablet: Tablet) -> dict[str, Shot]:
    """Play the story of all screens on a new tablet, which is switched off then."""
    taken: dict[str, Shot] = {}
    with tablet:
        steps = script.parse(STORY.read_text(encoding="utf-8"), str(STORY))
        script.play(steps, tablet, taken.__setitem__)
    return taken


@cache
def shots(runtime: str) -> dict[str, Shot]:
    """Return the pictures of the story in English."""
    return take_shots(Tablet(Flash(), runtime, now=lambda: EVENING))


@pytest.mark.parametrize("runtime", EACH_RUNTIME)
def test_screens_look_as_they_were_accepted(runtime, request, tmp_path):
    taken = shots(runtime)
    hashes = {name: shot.sha256 for name, shot in taken.items() if name not in VARYING}
    if request.config.getoption("--accept-screens"):
        ACCEPTED.write_text(json.dumps(hashes, indent=1) + "\n")
    accepted = json.loads(ACCEPTED.read_text())
    changed = [name for name in hashes if hashes[name] != accepted.get(name)]
    for name in changed:
        save_png(tmp_path / f"{name}.png", taken[name].pixels)
    assert not changed, f"these look different now, see {tmp_path}"
    assert set(accepted) == set(hashes), "accepted screens that the story no longer shows"


def test_the_story_shows_every_screen() -> None:
    assert {shot.screen for shot in shots("unix").values()} == SCREENS


def test_every_screen_has_room_for_its_texts_in_english() -> None:
    assert {name: wrong for name, shot in shots("unix").items() if (wrong := faults(shot))} == {}


@pytest.mark.parametrize(
    "language",
    [pytest.param(1, id="german", marks=pytest.mark.full), pytest.param(2, id="french")],
)
def test_every_screen_has_room_for_its_texts(language: int, path: Path) -> None:
    with store_in(path) as store:
        store.settings.use("language", language)
        store.settings.save()
    taken = take_shots(Tablet(Flash(path), now=lambda: EVENING))
    assert len(taken) == len(shots("unix"))
    assert {name: wrong for name, shot in taken.items() if (wrong := faults(shot))} == {}


def test_the_screens_of_deals_are_those_of_their_file() -> None:
    screens = [each for each in vars(entering).values() if isinstance(each, type)]
    assert all(issubclass(each, Screen) for each in screens)
    assert sorted(each.__name__ for each in screens) == [name.capitalize() for name in TOGETHER]


def test_the_flow_leads_from_screens_to_screens() -> None:
    """Every row begins with a screen and its steps are known; every screen but home is come to."""
    ways = dict(line.split("=") for line in (FLOW + MENU_FLOW).split("\n") if line)
    steps = {step for way in ways.values() for step in way.split()}
    entry = set(STEPS)
    assert {key.split()[0] for key in ways} - {"deal"} <= SCREENS
    assert all(hasattr(Game, step[1:]) for step in steps if step[0] == "+")
    assert all(hasattr(DirectorTools, step[1:]) for step in steps if step[0] == "!")
    assert all(hasattr(EventAtTable, step[1:]) for step in steps if step[0] == "@")
    laid = {step for step in steps if step[0] not in "+!@"} - {"stand", "back", "next"}
    assert laid | entry | {"accept", "end", "menu", "trouble", "seats", "moves"} == SCREENS


# ---- whole evenings, one for each kind of game: keys in; the final sheet and every frame out

KINDS = ("rubber", "duplicate", "pirate")  # a sheet on paper, boards, four accounts
SAME = ("rules", "options", "accounts", "deals", "totals", "winner", "complete")


def report(session: Session) -> dict[str, Any]:
    """What `scorepad score --json` prints of it."""
    whole = as_dict(session)
    return {key: whole[key] for key in SAME}


def play(rules: str, path: Path, runtime: str) -> tuple[str, str, int]:
    """All frames, the last one, and how many presses it took; the log on flash is the story's."""
    sessions = story(rules)
    with Filmed(Flash(path), runtime) as tablet:
        for session in sessions:
            Robot(tablet, session).play()
        last = tablet.look()
    assert [report(fold(log)) for log in logs(path)] == [report(session) for session in sessions]
    return tablet.film.hexdigest(), last.sha256, last.presses


@sampled
@pytest.mark.parametrize("rules", NAMES if FULL else some(KINDS, 2))
def test_an_evening_is_on_flash_as_it_was_entered(rules: str, tmp_path: Path) -> None:
    """On both runtimes alike; in `make test`, and of other games, on MicroPython only."""
    both = 1 + (FULL and rules in KINDS)
    films = [play(rules, tmp_path / runtime, runtime) for runtime in RUNTIMES[:both]]
    assert films[0] == films[-1]
