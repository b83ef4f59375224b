"""The score as players read it on the tablet: sheets, lists of deals, why, ties."""

from pathlib import Path

import pytest

from firmware.session import CLOSE
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import NEW_GAME, deals, enter_game, menu


def played(rules: str, *events: Entry, **options: str | int) -> Tablet:
    """A tablet on which this was entered."""
    tablet = Tablet(Flash())
    enter_game(tablet, rules, [*events], **options)
    return tablet


def content(tablet: Tablet) -> list[str]:
    """What stands above the bottom line."""
    text = tablet.look().text
    return text[: text.index("◀")]


def test_the_sheet_of_pirate_bridge_has_four_columns_with_totals() -> None:
    with played("pirate", *deals("2H N/E =", "3S S/W -1")) as tablet:
        menu(tablet, "sheet")
        totals = ["66", "66", "0", "0"]
        assert content(tablet) == ["N", "E", "S", "W", "50", "16", "16", *totals]


def test_a_premium_for_an_unfinished_rubber_is_on_the_sheet_and_explained() -> None:
    events = [*deals("3N N ="), (CLOSE, 0, 1, 0)]
    with played("rubber", *events) as tablet:
        tablet.press("OK")
        assert content(tablet) == ["N-S", "400", "E-W", "0", "300", "100"]
        tablet.press("OK", "DOWN")
        assert content(tablet) == ["At the end", "1 NS 100", "100:0", "+ NS 300", "400:0"]
        tablet.press("OK")
        assert content(tablet) == ["At the end", "+", "one game", "N-S 300"]
        tablet.press("OK")
        assert tablet.look().screen == "why"


@pytest.mark.parametrize(
    ("rules", "lines", "rows"),
    [
        ("duplicate", ("b7 4S N =", "b3 2Hx W -1"), ["7 NS 620", "+620", "3 NS 200", "+820"]),
        ("nz-match", ("4S N =", "3N E ="), ["1 NS 120", "120:0", "2 EW 100", "120:100"]),
        ("chicago", ("4S N =", "3N E ="), ["1 NS 420", "420:0", "2 EW 600", "420:600"]),
        ("chicago-server", ("4S N =", "pass"), ["1 NS 420", "420:0", "2 pass", "420:0"]),
        ("russian", ("4S N = hcp=20", "pass"), ["1 NS 9", "+9", "2 pass", "+9"]),
    ],
)
def test_other_games_have_a_row_for_each_deal(rules, lines, rows):
    with played(rules, *deals(*lines)) as tablet:
        tablet.hold("BACK")
        assert "Score sheet" not in tablet.look().text
        tablet.press("BACK")
        menu(tablet, "deals")
        assert content(tablet)[1:] == rows


def test_a_premium_that_is_withdrawn_is_a_loss() -> None:
    tying = deals("1C N =", "1H N =", "2D N -3", "pass", "pass")
    with played("nz-match", *tying, deals=4) as tablet:
        menu(tablet, "deals")
        assert content(tablet)[-2:] == ["5 NS -100", "50:150"]


def tie_is_said(tablet: Tablet) -> bool:
    return {"Tie: two", "more deals"} <= set(tablet.look().text)


def test_a_tie_in_a_match_is_said_before_the_two_deals_that_follow() -> None:
    with played("nz-match", *deals("pass"), deals=2) as tablet:
        assert not tie_is_said(tablet)
        for tied in (True, False, True):
            tablet.press("OK", "RIGHT")
            assert tie_is_said(tablet) == tied
        tablet.reset()
        assert tie_is_said(tablet)
        tablet.press("UP", "OK", "OK")
        assert not tie_is_said(tablet)


def test_many_deals_are_listed_and_scrolled(tmp_path: Path) -> None:
    with Tablet(Flash(tmp_path / "t.flash")) as tablet:
        tablet.press("OK", *["RIGHT"] * 3, *NEW_GAME[1:])
        for _ in range(16):
            tablet.press("UP", "OK", "OK")
        menu(tablet, "deals")
        assert "16 NS 790" in tablet.look().text
        tablet.press(*["LEFT"] * 4)
        assert content(tablet)[1:3] == ["1 NS 90", "90:0"]
