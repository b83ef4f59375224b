"""Which screens share a file."""

from firmware.ui import entering
from firmware.ui.screen import Screen
from firmware.ui.trail import TOGETHER


def test_the_screens_of_deals_are_those_of_their_file() -> None:
    screens = [each for each in vars(entering).values() if isinstance(each, type)]
    assert all(issubclass(each, Screen) for each in screens)
    assert sorted(each.__name__ for each in screens) == [name.capitalize() for name in TOGETHER]
