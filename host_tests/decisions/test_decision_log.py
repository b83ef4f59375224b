"""The log of decisions: what counts, what undoes what, and what nobody can read any more."""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, fields
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorepad.club import log
from scorepad.club.database.rows import Rows
from scorepad.club.log import Decision, Entry, Names, Signature, Subject, Undo
from support.imported import ROOT, name_of

BY = Signature("Carla", "slip")


class Walk(Subject):
    """The steps that somebody has taken."""

    def __init__(self, entries: Any):
        self.taken = list[int]()
        super().__init__(entries)


@dataclass(frozen=True)
class Step(Decision[Walk]):
    """A step."""

    subject = "walk:1"

    def apply(self, state: Walk) -> None:
        state.taken.append(state.applying.number)


class Plan(Step):
    """What is not undone, but dropped."""

    instead = "event drop"


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
    entries += (Entry(98, BY.made, "", "", Plan()), Entry(99, BY.made, "", "", Undo(98, "walk:1")))
    standing |= {98, 99}
    others = [Entry(99 + each, BY.made, "", "", Undo(each, "walk:2")) for each in range(1, 13)]
    entries += others  # of another subject
    standing |= {each.number for each in others}
    there = Walk(entries)
    assert {each.number for each in entries} - log.find_undone(entries).keys() == standing
    assert (
        there.taken
        == [each.number for each in there.counting]
        == sorted(standing & {*range(1, 99)} - undone.keys())
    )


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
