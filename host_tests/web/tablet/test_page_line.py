"""The line of a page to the club, in Node.js with sockets and timers of the test."""

import json
import subprocess
from typing import Any

import pytest

from dev.fetching import get_micropython_wasm
from scorepad.web.tablet import bundle, joining
from support.commands import ROOT

CHECKS = ROOT / "host_tests" / "support" / "web" / "link_checks.mjs"
HELLO = '{"table":3}'


@pytest.fixture(scope="module")
def happened() -> Any:
    command = [get_micropython_wasm.parts().node, CHECKS, bundle.PAGE]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_only_a_page_that_may_not_come_in_stops_trying(happened: Any) -> None:
    for code in (1000, 1006, joining.AGAIN, joining.TOO_MUCH):
        assert happened["ended"][str(code)] == ["cut_off", 1], code
    for code in (joining.NO_HELLO, joining.NO_LINK):
        assert happened["ended"][str(code)] == ["unlinked", 0], code
    assert happened["ended"][str(joining.NOT_YOURS)] == ["not_yours", 0]


def test_pauses_grow_until_the_club_answers(happened: Any) -> None:
    assert happened["pauses"] == [500, 1000, 2000, 4000, 5000, 5000, 500]


def test_each_line_begins_with_the_hello_and_repeats_nothing(happened: Any) -> None:
    assert happened["cameBack"] == [[HELLO, "first"], [HELLO, "second"]]


def test_a_page_is_linked_when_the_club_says_something(happened: Any) -> None:
    assert happened["letIn"] == [[], ["linked", "cut_off"], [1, 2, 3]]


def test_a_link_that_was_ended_does_nothing_more(happened: Any) -> None:
    assert happened["over"] == [0, 0, ["cut_off"], [], True]
