"""The texts in every language: the same ones, in letters that the fonts have.

Whether they fit is read off the tablet: test_screens.py and test_longest.py.
"""

import importlib
import sys
from types import ModuleType

import pytest

from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import _REASONS
from firmware.ui import english, french, german, text, words
from firmware.ui.fonts import small
from firmware.ui.screen import ROOM
from scorepad.tablet.letters import HAS

LANGUAGES = [english, german, french]
GAP = 4  # px between the two
SEATS = ("N", "E", "S", "W")


def texts(module: ModuleType) -> dict[str, str]:
    """The table of a language; each key is there once."""
    lines = (module.TEXT + "".join(module.RARE)).strip("\n").replace("\n\n", "\n").split("\n")
    pairs = [line.split("=", 1) for line in lines]
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


@pytest.mark.parametrize("module", LANGUAGES)
def test_every_language_has_the_same_texts_in_letters_that_the_fonts_have(module):
    """And what is different is said differently."""
    table = texts(module)
    assert list(table) == list(texts(english))
    for key, said in table.items():
        assert said and said == said.strip(), key
        assert set(said) <= HAS, key
    for keys in (SEATS, ("North", "East", "South", "West"), ("NS", "EW"), NAMES):
        assert len({table[key] for key in keys}) == len(keys)


def test_seats_are_called_as_at_a_bridge_table() -> None:
    seats = ["".join(texts(module)[seat] for seat in SEATS) for module in LANGUAGES]
    assert seats == ["NESW", "NOSW", "NESO"]


def test_only_what_is_spoken_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, name, yes in ((1, "german", "ja"), (2, "french", "oui"), (0, "english", "yes")):
        monkeypatch.delitem(sys.modules, f"firmware.ui.{name}")  # this file has loaded them all
        words.use(number)
        assert words.say("yes") == yes
        assert f"firmware.ui.{name}" not in sys.modules


def test_what_is_rarely_said_is_forgotten() -> None:
    kept = words._spoken
    assert words.say("menu") == "Menu"
    assert kept[2]
    words.forget()
    assert not kept[2]


@pytest.mark.parametrize("rules", NAMES)
def test_options_and_their_values_stand_in_one_row(rules: str, spoken: int) -> None:
    setup = importlib.import_module("firmware.ui.screens.setup")
    too_wide = []
    for name, values in rule_set(rules).choices:
        assert f"o {name}" in texts(english)
        for value in values:
            option, said = setup.option_text(name, value)
            named = {f"v {name} {value}", f"v {value}"} & set(texts(english))
            assert named or isinstance(value, int), (name, value)
            wide = text.width(small, option) + text.width(small, said)
            if wide + GAP > ROOM:
                too_wide.append(f"{option} {said}: {wide + GAP - ROOM} px")
    assert not too_wide


def test_every_reason_for_points_has_a_text() -> None:
    assert {f"r {reason}" for reason in _REASONS} <= set(texts(english))
