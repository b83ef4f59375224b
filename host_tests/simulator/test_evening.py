"""The evening that plays itself."""

import json
import time

from scorepad import cli
from scorepad.cli import output
from scorepad.cli.open_club import using
from scorepad.web.demo import demonstration

PATIENCE_S = 120
BOARDS = 15  # of each pair in five rounds


def played(rules: str) -> list[tuple[int, str]]:
    """Deals and state of each session."""
    with output.taking() as taken:
        assert cli.main(["club", "list", "--rules", rules, "--json"]) == 0
    return [(one["deals"], one["state"]) for one in json.loads(taken.saved)]


def test_an_event_is_played_to_its_end_beside_rubbers() -> None:
    end = time.monotonic() + PATIENCE_S
    with demonstration(0.05) as (club, ports), using(club):
        while played("duplicate") != [(BOARDS, "complete")] * 3:
            assert time.monotonic() < end, played("duplicate")
            cli.main(["sync", *ports])  # which may find that a session changes too fast
        assert any(state == "complete" for _, state in played("rubber"))
        assert cli.main(["club", "duplicate"]) == 0
