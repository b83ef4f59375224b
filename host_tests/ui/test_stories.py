"""Whole evenings, one for each kind of game: keys in; the final sheet and every frame out."""

from pathlib import Path
from typing import Any

import pytest

from firmware.scoring.rules import NAMES
from firmware.session import Session, fold
from scorepad.exports.scored import as_dict
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Robot
from support.depth import FULL, sampled, some
from support.tablet.story_book import Filmed, story
from support.tablet.tablets import RUNTIMES, logs

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
