"""Every screen as a picture: the hash of its pixels, the same on both runtimes.

When a screen is meant to change, `pytest host_tests/ui/test_screens.py --accept-screens` takes the
new hashes; look at the pictures of `make screenshots` first.
"""

import json
import re
from pathlib import Path

import pytest

from firmware.desk import Desk
from firmware.evening import Evening
from firmware.game import Game
from firmware.ui.flow import FLOW, STEPS
from firmware.ui.ways import WAYS
from scorepad.simulator import script
from scorepad.simulator.faces.picture import save_png
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Shot, Tablet
from support.commands import ROOT
from support.tablet.tablets import RUNTIMES

STORY = ROOT / "docs" / "examples" / "screens.keys"
ACCEPTED = Path(__file__).parent / "screens.json"
SCREENS = {
    name
    for path in (ROOT / "firmware" / "ui").rglob("*.py")
    for name in re.findall(r'^    name = "(\w+)"$', path.read_text(encoding="utf-8"), re.M)
}
VARYING = {"clock"}  # a picture that shows what time it is


def shots(runtime: str) -> dict[str, Shot]:
    taken: dict[str, Shot] = {}
    steps = script.parse(STORY.read_text(encoding="utf-8"), str(STORY))
    with Tablet(Flash(), runtime) as tablet:
        script.play(steps, tablet, taken.__setitem__)
    return taken


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_screens_look_as_they_were_accepted(
    runtime: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
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
    shown = {shot.screen for shot in shots("unix").values()}
    assert shown == SCREENS


def test_the_flow_leads_from_screens_to_screens() -> None:
    """Every row begins with a screen and its steps are known; every screen but home is come to."""
    ways = dict(line.split("=") for line in (FLOW + WAYS).split("\n") if line)
    steps = {step for way in ways.values() for step in way.split()}
    entry = set(STEPS)
    assert {key.split()[0] for key in ways} - {"deal"} <= SCREENS
    assert all(hasattr(Game, step[1:]) for step in steps if step[0] == "+")
    assert all(hasattr(Desk, step[1:]) for step in steps if step[0] == "!")
    assert all(hasattr(Evening, step[1:]) for step in steps if step[0] == "@")
    laid = {step for step in steps if step[0] not in "+!@"} - {"stand", "back", "next"}
    assert laid | entry | {"accept", "end", "menu", "trouble", "seats", "moves"} == SCREENS


def test_both_runtimes_send_the_same_bytes() -> None:
    unix, cpython = (shots(runtime) for runtime in RUNTIMES)
    for name in unix.keys() - VARYING:
        shot = unix[name]
        assert (shot.text, shot.presses, shot.i2c_bytes) == (
            cpython[name].text,
            cpython[name].presses,
            cpython[name].i2c_bytes,
        ), name
