"""The log of decisions: what counts, what undoes what, and what nobody can read any more."""

import json
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.club import kinds, log
from scorepad.club.database.rows import Rows
from scorepad.club.log import Decision, Entry, Names, Signature, Subject, Undo
from scorepad.club.records.store import Club
from scorepad.club.sessions import correcting
from scorepad.errors import UserError
from support.club.club_sessions import played, session_of, take_all
from support.databases import enrol, filled_by
from support.imported import ROOT, imports, name_of

ONE = session_of(1)
BY = Signature("Carla", "slip")
TWO_BOARDS = played(("b1 4S N =", "b2 3N E ="), "duplicate", players=(1, 2, 3, 4))


def make(where: str) -> None:
    take_all(where, {1: TWO_BOARDS})
    enrol(where, ("Ann", "Bo", "Cy", "Di"))


database = filled_by(make)


class Walk(Subject):
    """Where somebody stands who takes steps, never below 0."""

    def __init__(self, entries: Any):
        self.at = 0
        super().__init__(entries)


@dataclass(frozen=True)
class Step(Decision[Walk]):
    """A step."""

    by: int

    def apply(self, state: Walk) -> None:
        if state.at + self.by < 0:
            raise UserError("below")
        state.at += self.by


def walk(steps: list[int]) -> int:
    """Where somebody stands after these steps."""
    at = 0
    for step in steps:
        at += step if at + step >= 0 else 0
    return at


moves = st.one_of(
    st.tuples(st.just("step"), st.integers(-3, 3)), st.tuples(st.just("undo"), st.integers(1, 12))
)


@given(st.lists(moves, max_size=12))
def test_the_state_is_the_fold_of_what_stands(made):
    entries, standing = list[Entry](), dict[int, bool]()
    undone = dict[int, int]()
    for number, (what, value) in enumerate(made, 1):
        decision: Decision[Any] = Step(value)
        if what == "undo":
            if not standing.get(value):
                continue
            decision, undone[number] = Undo(value, "walk:1"), value
            standing[value] = False
            back = value
            while back in undone:  # what an undone undoing took back stands again
                back = undone[back]
                standing[back] = not standing[back]
        standing[number] = True
        entries.append(Entry(number, BY.made, "", "", decision))
    steps = [each for each in entries if isinstance(each.decision, Step) and standing[each.number]]
    there = Walk(entries)
    assert [each.number for each in there.counting] == [each.number for each in steps]
    assert there.at == walk([each.decision.by for each in steps])
    assert {each.number for each in log.find_counting(entries)} == {
        number for number, stands in standing.items() if stands
    }


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


VALUES: dict[Any, Any] = {int: 1, str: "x", bool: True}


def test_every_kind_is_known_and_survives_its_body(club):
    club_files = (ROOT / "tools/scorepad/club").rglob("*.py")
    having = {name_of(path) for path in club_files if ', kind="' in path.read_text()}
    having = {name.removeprefix("tools.") for name in having}
    assert having - {"scorepad.club.log"} == {*imports(Path(kinds.__file__).read_text())}

    def read(rows: Rows) -> None:
        made = [kind for kind in log._kinds.values() if kind.__module__ in having]
        assert made
        for kind in made:
            decision: Any = kind(**{each.name: VALUES[each.type] for each in fields(kind)})
            body = json.dumps(asdict(decision))
            row = 2, "2026-11-20T20:00:00.000000+00:00", "", "", kind.kind, decision.subject, body
            assert log._read(*row).decision == decision, kind
            assert decision.describe(Names(rows)), kind

    club.read(read)
