"""The evening that plays itself, in real time."""

import json

import pytest
from scorepad.cli.open_club import using

from scorepad import cli
from scorepad.cli import output
from scorepad.web.demo import demonstration
from support.waiting import wait_until

pytestmark = pytest.mark.full

EARLIER = 3  # rubbers, a week ago
BOARDS = 15  # of each pair in five rounds


def run_json(*command: str) -> object:
    """Return what `scorepad club COMMAND --json` prints."""
    with output.taking() as taken:
        assert cli.main(["club", *command, "--json"]) == 0
    return json.loads(taken.saved)


def list_sessions(rules: str) -> list[tuple[int, str]]:
    return [(each["deals"], each["state"]) for each in run_json("list", "--rules", rules)]


def test_an_event_is_played_to_its_end_beside_rubbers() -> None:
    with demonstration(0.05) as (club, ports), using(club):
        for command in (["ranking"], ["ledger"], ["knockout", "list"]):
            found = run_json(*command)
            assert found if isinstance(found, list) else any(found.values())

        def is_played() -> bool:
            cli.main(["sync", *ports])  # which may find that a session changes too fast
            return list_sessions("duplicate") == [(BOARDS, "complete")] * 3

        wait_until(is_played)
        assert sum(state == "complete" for _, state in list_sessions("rubber")) > EARLIER
        assert cli.main(["club", "duplicate"]) == 0
