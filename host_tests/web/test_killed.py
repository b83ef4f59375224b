"""The server is killed at any step of a form: nothing is lost, half done, or done twice."""

import re
import shutil
import signal
import sys
from http.client import HTTPException
from pathlib import Path

import pytest

from scorepad.cli import main
from support import kills
from support.databases import dump, select
from support.depth import some
from support.waiting import wait_until
from support.web import evening
from support.web.forms import form_of
from support.web.full_club import EVENING, SHEET
from support.web.served import NO_PORT, Served, serving, serving_here, started

pytestmark = pytest.mark.full

_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")
_DRAWN = re.compile(r"(?<=\'\',)\d{5,10}(?=\);$)")
RECORDS = "SELECT session, sequence, raw FROM records ORDER BY 1, 2"
AFTER_ALL = 10_000  # steps: it is not killed before it has answered


Step = tuple[str, str, dict[str, str]]  # a page, a form of it, and what is typed into it
STEPS: list[Step] = [
    ("/settings", "club-settings-set", {"name": "Quay Club"}),
    ("/players", "club-players-add", {"name": "New Person"}),
    (f"/sessions/{SHEET}", "club-void", {"deal": "2", "reason": "a slip"}),
    (f"/sessions/{SHEET}", "club-seat", {"seat": "N", "player": "Bo Ek"}),
    ("/duplicate", "club-penalty", {"pair": "Ann Reid", "amount": "5%", "evening": EVENING}),
    ("/evening", "club-release", {"evening": EVENING, "back": "yes"}),
    ("/money", "club-stake-default", {"per_100": "2"}),
    ("/house-rules", "club-rules-remove", {"name": "Cup"}),
    ("/events/id=1", "event-leave", {"pair": "3", "round": "2"}),
    ("/decisions", "club-undo", {"number": "10"}),  # a deal that was corrected
]


def state(database: Path) -> list[str]:
    """All that there is, but when it was done, and which number an event has drawn."""
    return sorted(_DRAWN.sub("", _TIME.sub("then", line)) for line in dump(database))


def filled_in(served: Served, step: Step) -> dict[str, str]:
    page, form, values = step
    return {**form_of(served, page, form), **values}


def send(served: Served, step: Step, form: dict[str, str]) -> int:
    """The status of the answer; 0: there is none."""
    try:
        return served.post(step[0], form).status
    except (OSError, HTTPException):
        return 0


@pytest.mark.parametrize("step", some(STEPS, 3), ids=lambda step: step[1])
def test_a_form_is_carried_out_once(full_file: Path, tmp_path: Path, step: Step) -> None:
    whole = Path(shutil.copy(full_file, tmp_path / "whole.db"))
    before = state(whole)
    with serving_here(whole) as served:
        served.enter()
        assert send(served, step, filled_in(served, step)) == 303
    after = state(whole)
    assert before != after
    for moment in (0, 15, 30, AFTER_ALL):
        database = Path(shutil.copy(full_file, tmp_path / f"{moment}.db"))
        was, status = killed(database, step, moment)
        assert status == (303 if moment == AFTER_ALL else status)
        assert state(database) in (before, after)
        assert status == 0 or state(database) == after
        with serving_here(database) as served:
            served.enter()
            again = send(served, step, was)
        assert state(database) == after
        assert again in (303, 409, 422)


def killed(database: Path, step: Step, moment: int) -> tuple[dict[str, str], int]:
    """Kill a server at a step of the form; return what was sent, and the status of the answer."""
    command = [sys.executable, "-m", "support.kills", str(moment)]
    with started(command, NO_PORT, "--db", str(database), env=kills.environment()) as served:
        served.enter()
        was = filled_in(served, step)
        return was, send(served, step, was)


def test_sessions_come_once_however_often_the_server_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "club.db"
    with evening.played(tmp_path) as tablets, evening.plugged(tmp_path, tablets):
        for records in (0, 1):  # that have come when it is killed
            with serving(database, *evening.ports(tmp_path)) as served:
                wait_until(lambda records=records: len(select(database, RECORDS)) >= records)
                served.end(signal.SIGKILL)
        with serving_here(database, *evening.ports(tmp_path)) as served:
            served.enter()
            assert served.soon("/evening", lambda body: body.count("1 session is here") == 3)
        other = tmp_path / "other.db"  # which gets them in peace
        assert main(["sync", *evening.ports(tmp_path), "--db", str(other)]) == 0
    assert select(database, RECORDS) == select(other, RECORDS)
