"""The evening that plays itself."""

import json
import time

from scorepad import cli
from scorepad.cli import output
from scorepad.cli.open_club import using
from scorepad.web.demo import demonstration

PATIENCE_S = 120
EARLIER = 3  # rubbers, a week ago
BOARDS = 15  # of each pair in five rounds


def played(rules: str) -> list[tuple[int, str]]:
    """Deals and state of each session."""
    with output.taking() as taken:
        assert cli.main(["club", "list", "--rules", rules, "--json"]) == 0
    return [(one["deals"], one["state"]) for one in json.loads(taken.saved)]


def listed(command: str) -> list[object]:
    """What a newcomer finds before anything has come in."""
    with output.taking() as taken:
        assert cli.main(["club", *command.split(), "--json"]) == 0
    found = json.loads(taken.saved)
    return found if isinstance(found, list) else next(v for v in found.values() if v)


def test_an_event_is_played_to_its_end_beside_rubbers() -> None:
    end = time.monotonic() + PATIENCE_S
    with demonstration(0.05) as (club, ports), using(club):
        assert all(map(listed, ("ranking", "ledger", "knockout list")))
        while played("duplicate") != [(BOARDS, "complete")] * 3:
            assert time.monotonic() < end, played("duplicate")
            cli.main(["sync", *ports])  # which may find that a session changes too fast
        assert sum(state == "complete" for _, state in played("rubber")) > EARLIER
        assert cli.main(["club", "duplicate"]) == 0
