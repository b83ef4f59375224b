"""What a tablet offers under New game."""

from firmware.scoring.rules import NAMES
from firmware.ui import words
from scorepad.simulator.tablet import Tablet

RULE_SETS = [words.say(name) for name in NAMES]


def game(tablet: Tablet) -> str:
    """What New game offers in its first row."""
    look = tablet.look()
    assert look.screen == "setup"
    return look.text[2]


def offered(tablet: Tablet) -> list[str]:
    """All that New game offers, from what it shows to the right, once round."""
    found = [game(tablet)]
    tablet.press("RIGHT")
    while game(tablet) != found[0]:
        found.append(game(tablet))
        tablet.press("RIGHT")
        assert len(found) < 50
    return found
