"""The other panels on an emulated Pico with our image: one is found, one is named in it."""

from collections.abc import Callable

import pytest

from dev.emulators import pico
from dev.emulators.pico_twins import shows
from dev.fetching import get_rp2040
from dev.images import pico as images
from scorepad.simulator.flash import Flash
from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.tablet import Tablet

pytestmark = pytest.mark.full

On = Callable[..., pico.Pico]


def flash(panel: str = "") -> bytes:
    """Of a new Pico with an image for this panel; skips where it cannot be made."""
    try:
        return pico.flash(images.image(panel))
    except get_rp2040.NoPico as problem:
        pytest.skip(str(problem))


def shows_the_home_screen(board: pico.Pico) -> bool:
    with Tablet(Flash()) as tablet:
        tablet.wait(100)
        assert any(tablet.pixels())
        return shows(board, tablet)


@pytest.mark.parametrize(("panel", "named"), [("sh1106", ""), ("ssd1309", "ssd1309")])
def test_it_shows_the_home_screen(panel: str, named: str, switched_on: On) -> None:
    board = switched_on(flash(named), panel)
    board.started()
    assert shows_the_home_screen(board)


def test_an_ssd1309_that_is_not_named_is_sent_what_it_does_not_have(switched_on: On) -> None:
    """Or the test above would say nothing."""
    with pytest.raises(ChipError, match="VCOMH"):
        switched_on(flash(), "ssd1309").started()
