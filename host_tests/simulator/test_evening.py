"""The evening that plays itself, in real time."""

import json

import pytest

from scorepad.web.demo import demonstration
from support.commands import scorepad
from support.waiting import wait_until

pytestmark = pytest.mark.full

EARLIER = 3  # rubbers, a week ago
BOARDS = 15  # of each pair in five rounds


def run_json(where: str, *command: str) -> object:
    """Return what `scorepad club COMMAND --json` prints."""
    return json.loads(scorepad("club", *command, "--json", "--db", where).stdout)


def list_sessions(where: str, rules: str) -> list[tuple[int, str]]:
    listed = run_json(where, "list", "--rules", rules)
    return [(each["deals"], each["state"]) for each in listed]


def test_an_event_is_played_to_its_end_beside_rubbers() -> None:
    with demonstration(0.05) as (club, ports):
        where = club.name
        for command in (["ranking"], ["ledger"], ["knockout", "list"]):
            found = run_json(where, *command)
            assert found if isinstance(found, list) else any(found.values())

        def is_played() -> bool:
            scorepad(
                "sync", *ports, "--db", where
            )  # which may find that a session changes too fast
            return list_sessions(where, "duplicate") == [(BOARDS, "complete")] * 3

        wait_until(is_played)
        assert sum(state == "complete" for _, state in list_sessions(where, "rubber")) > EARLIER
        assert scorepad("club", "duplicate", "--db", where).returncode == 0
