"""The event that was worked by hand: it is played once, and each test has a copy."""

import pytest

from support.club.planned import tuesday
from support.databases import filled_by
from support.in_process import Commands, make_commands

played = filled_by(tuesday)
new = make_commands()  # of a club that has nothing yet


@pytest.fixture
def run(played: str, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
    """`scorepad ... --db DATABASE`, after that event was played."""
    return Commands(played, capsysbinary, ())
