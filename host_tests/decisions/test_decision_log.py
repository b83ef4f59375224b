"""The log of decisions: what counts, what undoes what, and what nobody can read any more."""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.club import log
from scorepad.club.database.rows import Rows
from scorepad.club.log import Decision, Entry, Names, Signature, Subject, Undo
from scorepad.club.records.store import Club
from scorepad.club.sessions import correcting
from scorepad.errors import UserError
from support.club.club_sessions import played, session_of, take_all
from support.databases import enrol, filled_by
from support.imported import ROOT, name_of

ONE = session_of(1)
BY = Signature("Carla", "slip")
TWO_BOARDS = played(("b1 4S N =", "b2 3N E ="), "duplicate", players=(1, 2, 3, 4))


def make(where: str) -> None:
    take_all(where, {1: TWO_BOARDS})
    enrol(where, ("Ann", "Bo", "Cy", "Di"))


database = filled_by(make)


class Walk(Subject):
    """The steps that somebody has taken."""

    def __init__(self, entries: Any):
        self.taken = list[int]()
        super().__init__(entries)


@dataclass(frozen=True)
class Step(Decision[Walk]):
    """A step."""

    def apply(self, state: Walk) -> None:
        state.taken.append(state.applying.number)


@given(st.lists(st.integers(0, 12), max_size=12))
def test_the_state_is_the_fold_of_what_stands(made):
    entries, standing, undone = list[Entry](), set[int](), dict[int, int]()
    for number, target in enumerate(made, 1):
        if target and target not in standing:
            continue
        entries.append(
            Entry(number, BY.made, "", "", Undo(target, "walk:1") if target else Step())
        )
        standing.add(number)
        undone |= {number: target} if target else {}
        back = target
        while back:  # what an undone undoing took back stands again
            standing ^= {back}
            back = undone.get(back, 0)
    there = Walk(entries)
    assert {each.number for each in log.find_counting(entries)} == standing
    assert (
        there.taken == [each.number for each in there.counting] == sorted(standing - undone.keys())
    )


def decide(club: Club, work: Any, *how: Any) -> str:
    return str(club.write(lambda rows: work(rows, ONE, *how, BY)))


@pytest.mark.each_database
def test_an_undoing_is_undone_unless_something_else_was_decided_since(club):
    decide(club, correcting.correct, 1, None, 4)
    undo = partial(log.undo, by=BY)
    club.write(partial(undo, number=1))
    decide(club, correcting.correct, 2, None, 4)
    with pytest.raises(UserError) as blocked:
        club.write(partial(undo, number=2))
    (remedy,) = blocked.value.remedies
    assert (remedy.operation, remedy.given["number"]) == ("club undo", 3)
    club.write(partial(undo, number=3))
    club.write(partial(undo, number=2))
    assert list(club.session(ONE).session.places) == [4, 2]


VALUES: dict[Any, Any] = {int: 1, str: "x", bool: True, dict[str, str | int]: {}}
MEANT: dict[str, Any] = {  # fields that cannot have any value
    **{"date": "2026-11-20", "evening": "2026-11-20", "scoring": "butler", "setting": "name"},
    **{"sections": [], "pairs": [], "groups": [[1]], "score": "A+", "amount": "-10%"},
}
KNOWN = (
    "from scorepad.club import kinds, log; "
    "print(*[each.__module__ for each in log._kinds.values()])"
)


def test_every_kind_is_known_and_survives_its_body(club):
    club_files = (ROOT / "tools/scorepad/club").rglob("*.py")
    having = {name_of(path) for path in club_files if ', kind="' in path.read_text()}
    having = {name.removeprefix("tools.") for name in having}
    known = subprocess.run([sys.executable, "-c", KNOWN], stdout=-1, text=True, check=True).stdout
    assert having == {*known.split()}

    def read(rows: Rows) -> None:
        for kind in (kind for kind in log._kinds.values() if kind.__module__ in having):
            values = {one.name: MEANT.get(one.name, VALUES.get(one.type)) for one in fields(kind)}
            decision: Any = kind(**values)
            body = json.dumps(asdict(decision))
            row = 2, "2026-11-20T20:00:00.000000+00:00", "", "", kind.kind, decision.subject, body
            assert log.read_entry(row).decision == decision, kind
            assert isinstance(decision.describe(Names(rows)), str), kind

    club.read(read)
