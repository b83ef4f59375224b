"""Whole sessions of every rule set, with undo, correction and void at any point.

Beside the session stands a plain list of the deals that a reader of the log thinks are left. After
every step the session must be what a fresh sheet is that was given just these deals, and what the
log says when it is read again, from the bytes that are on flash too. Whether an event is taken
follows from the fresh sheet as well: it is refused if the deals could not have been played.
"""

import json
import random
from pathlib import Path
from typing import Any

import interpreters
from hypothesis import event as note
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from firmware import record
from firmware import session as log
from firmware.scoring import deal as d
from firmware.scoring.deal import BadDeal
from firmware.scoring.notation import VUL_NONE
from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import Sheet
from firmware.session import Session, fold, opening

KEY = record.session_key(b"tablet", 7)
ANTISYMMETRIC = ("duplicate", "russian")

Event = tuple[int, int, int, int]
Played = tuple[int, int] | None  # deal and place; None: void


@st.composite
def places(draw, rules: str) -> int:
    """Where a deal is played: a few boards, so that one comes twice."""
    if rules != "duplicate":
        return 0
    return draw(st.one_of(st.integers(1, 24), st.integers(VUL_NONE, VUL_NONE + 3)))


@st.composite
def claims(draw, rules: str, strain: int) -> int:
    """Honours that can be held, or nearly."""
    seat = draw(st.integers(0, 3))
    if rules == "pirate":
        held = draw(st.sampled_from([(2, 1), (3, 0), (2, 2), (3, 1), (4, 0)]))
        return d.pack_honours(seat, *held)
    return d.pack_honours(seat, 4 if strain == d.NO_TRUMP else draw(st.integers(4, 5)))


@st.composite
def deals(draw, rules: str) -> int:
    """A deal as the rule set asks for it; usually near the contract, so that games are won."""
    hcp = draw(st.integers(0, d.MAX_HCP)) if rules == "russian" else -1
    if draw(st.integers(0, 9)) == 0:
        return d.with_hcp(d.PASSED_OUT, hcp) if hcp >= 0 and draw(st.booleans()) else d.PASSED_OUT
    level = draw(st.one_of(st.integers(2, 4), st.integers(1, 7)))
    strain = draw(st.integers(d.CLUBS, d.NULLO if rules == "pirate" else d.NO_TRUMP))
    over = draw(st.one_of(st.integers(0, 1), st.integers(-6 - level, 7 - level)))
    taken = d.tricks_for(level, strain, min(over, 7 - level))
    acceptor = draw(st.integers(1, 3)) if rules == "pirate" else 0
    stake, declarer = draw(st.sampled_from((0, 0, 1, 2))), draw(st.integers(0, 3))
    deal = d.pack(level, strain, stake, declarer, taken, acceptor)
    if strain != d.NULLO and draw(st.integers(0, 3)) == 0:
        deal = d.with_honours(deal, draw(claims(rules, strain)))
    return d.with_hcp(deal, hcp) if hcp >= 0 else deal


def state(sheet: Sheet) -> tuple[Any, ...]:
    """All that a sheet says."""
    kept = (list(sheet.totals), list(sheet.games), list(sheet.part_scores))
    stands = (sheet.dealt, sheet.dealer, sheet.vulnerable, sheet.complete, sheet.rubber)
    return *kept, *stands, sheet.lines, sheet.winner, sheet.margin


class Sessions(RuleBasedStateMachine):
    """One session; the rules are what can happen to it."""

    @initialize(data=st.data(), rules=st.sampled_from(NAMES), dealer=st.integers(0, 3))
    def start(self, data: st.DataObject, rules: str, dealer: int) -> None:
        choices = {name: st.sampled_from(list(values)) for name, values in rule_set(rules).choices}
        if "deals" in choices:
            choices["deals"] = st.integers(1, 6)  # so that matches end, and tie
        self.options = data.draw(st.fixed_dictionaries({}, optional=choices))
        self.rules, self.dealer = rules, dealer
        self.events: list[Event] = opening(rules, self.options, 3, dealer, 0)
        self.session = fold(self.events)
        self.left: list[Played] = []
        self.closed = self.ended = False

    def fresh(self, left: list[Played], closed: bool) -> tuple[Sheet, list[Any]]:
        """A sheet that was given these deals only, and the postings of each. Raises BadDeal."""
        sheet = rule_set(self.rules)(dict(self.options), self.dealer)
        rows: list[Any] = []
        for number, played in enumerate(left, 1):
            if played:
                deal, place = played
                before = sheet.dealer_at(place), sheet.vulnerable_at(place)
                rows.append((number, deal, place, *before, sheet.add(deal, place)))
        if closed:
            rows.append((0, 0, 0, sheet.dealer, sheet.vulnerable, sheet.close()))
        return sheet, rows

    def step(
        self, event: Event, left: list[Played], *, closed: bool = False, may: bool = True
    ) -> bool:
        """An event that would leave these deals; whether it was taken, which the sheet decides."""
        try:
            sheet, _ = self.fresh(left, closed or self.closed)
            possible = may and (sheet.complete or not self.ended)
        except BadDeal:
            possible = False
        try:
            self.session.apply(*event)
        except ValueError:
            assert not possible, event
            return False
        assert possible, event
        self.events.append(event)
        self.left, self.closed = left, closed or self.closed
        return True

    @rule(data=st.data(), count=st.integers(1, 5))
    def deal(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            self.next_deal(data.draw(deals(self.rules)), data.draw(places(self.rules)))

    def next_deal(self, deal: int, place: int) -> None:
        before = list(self.session.sheet.totals)
        try:
            added = self.session.preview(deal, place)
        except BadDeal:
            added = []
        event = (log.DEAL, place, len(self.left) + 1, deal)
        may = not self.closed and not self.ended
        if self.step(event, [*self.left, (deal, place)], may=may):
            after = self.session.sheet.totals
            assert added == [now - was for now, was in zip(after, before, strict=True)]
            note(f"{self.rules}: a deal" + ", complete" * self.session.sheet.complete)

    @rule(data=st.data(), which=st.integers(1, 9))
    def correct(self, data: st.DataObject, which: int) -> None:
        deal, place = data.draw(deals(self.rules)), data.draw(places(self.rules))
        if self.change((log.CORRECT, place, which, deal), which, (deal, place)):
            note(f"corrected: {self.where(which)}")

    @rule(which=st.integers(1, 9))
    def void(self, which: int) -> None:
        if self.change((log.VOID, 0, which, 0), which, None):
            note(f"void: {self.where(which)}")

    @rule()
    def undo(self) -> None:
        """The last deal that counts is taken back."""
        counting = [n for n, played in enumerate(self.left, 1) if played]
        if counting and self.change((log.VOID, 0, counting[-1], 0), counting[-1], None):
            note("undone")

    @rule(data=st.data())
    def claim(self, data: st.DataObject) -> None:
        last = self.left[-1] if self.left else None
        field = data.draw(claims(self.rules, d.strain(last[0]) if last else d.SPADES))
        event = (log.CLAIM, 0, len(self.left), field)
        try:
            claimed = (d.with_honours(last[0], field), last[1]) if last else None
        except BadDeal:
            claimed = None
        may = claimed is not None and not self.ended
        if self.step(event, [*self.left[:-1], claimed], may=may):
            note("claimed")

    @precondition(lambda self: len(self.left) > 3)
    @rule()
    def close(self) -> None:
        may = not self.session.sheet.complete
        if self.step((log.CLOSE, 0, len(self.left), 0), self.left, closed=True, may=may):
            note("closed")

    @precondition(lambda self: len(self.left) > 3)
    @rule()
    def end(self) -> None:
        may = self.session.sheet.complete and not self.ended
        if self.step((log.END, 0, len(self.left), 9), self.left, may=may):
            self.ended = True
            note("ended")

    @rule(
        event=st.tuples(
            st.integers(0, 12),
            st.integers(0, 255),
            st.integers(0, 40),
            st.integers(0, (1 << 32) - 1),
        )
    )
    def hostile(self, event: Event) -> None:
        """Whatever stands there: taken events are of the kinds above, the rest change nothing."""
        if log.DEAL <= event[0] <= log.END:
            return
        try:
            self.session.apply(*event)
        except ValueError:
            return
        raise AssertionError(event)

    def change(self, event: Event, which: int, played: Played) -> bool:
        may = which <= len(self.left) and self.left[which - 1] is not None
        left = list(self.left)
        if may:
            left[which - 1] = played
        return self.step(event, left, may=may)

    def where(self, which: int) -> str:
        """At which point of the session something was changed, for the statistics."""
        end = " after the end" if self.ended else " when closed" if self.closed else ""
        return ("the last" if which == len(self.left) else "an earlier") + end

    @invariant()
    def it_is_what_a_fresh_replay_says(self) -> None:
        if not hasattr(self, "session"):
            return
        sheet, rows = self.fresh(self.left, self.closed)
        self.agree(self.session, sheet, rows)
        self.agree(fold(self.events), sheet, rows)
        self.agree(fold(self.from_flash()), sheet, rows)
        if self.rules in ANTISYMMETRIC:
            assert sum(sheet.totals) == 0

    def agree(self, session: Session, sheet: Sheet, rows: list[Any]) -> None:
        assert state(session.sheet) == state(sheet)
        said = list(session.rows())
        assert [row[:6] for row in said] == rows
        totals = [0] * len(sheet.accounts)
        for row in rows:
            for account, _, points, _ in row[5]:
                totals[account] += points
        assert totals == sheet.totals
        assert (session.complete, session.closed) == (self.ended, self.closed)

    def from_flash(self) -> list[Event]:
        """The log as it comes back from the pages."""
        events: list[Event] = []
        for first in range(0, len(self.events), record.PER_PAGE):
            page = self.events[first : first + record.PER_PAGE]
            raw = b"".join(record.pack(KEY, first + n, event) for n, event in enumerate(page))
            events += record.events(KEY, raw, first)
        return events


TestSessions = Sessions.TestCase
TestSessions.settings = settings(max_examples=600, stateful_step_count=30, deadline=None)

FOLD = """
import json
from binascii import crc32
from firmware.session import fold
with open({path!r}) as logs:
    for line in logs:
        session = fold(json.loads(line))
        rows = [[list(part) if isinstance(part, tuple) else part for part in row]
                for row in session.rows()]
        sheet = session.sheet
        said = json.dumps([rows, sheet.totals, sheet.complete, sheet.dealer, sheet.vulnerable])
        print(session.rules, len(session.deals), crc32(said.encode()))
"""


def random_deal(chance: random.Random, rules: str) -> int:
    """A deal as the rule set asks for it, or a passed-out one."""
    if chance.random() < 0.1:
        return d.PASSED_OUT
    level, strain = chance.randint(1, 7), chance.randint(0, 5 if rules == "pirate" else 4)
    taken = d.tricks_for(level, strain, chance.choice((0, 0, 0, -1, -2, 7 - level)))
    acceptor = chance.randint(1, 3) if rules == "pirate" else 0
    deal = d.pack(level, strain, chance.randint(0, 2), chance.randint(0, 3), taken, acceptor)
    return d.with_hcp(deal, chance.randint(0, 40)) if rules == "russian" else deal


def random_log(chance: random.Random, rules: str) -> list[Event]:
    """The events of a session with corrections, claims and voids, as they were taken."""
    choices = {name: chance.choice(list(values)) for name, values in rule_set(rules).choices}
    events = opening(rules, choices, 1, chance.randint(0, 3), 0)
    session = fold(events)
    for _ in range(30):
        kind = chance.choice(
            (log.DEAL,) * 5 + (log.CORRECT, log.VOID, log.CLAIM, log.CLOSE, log.END)
        )
        last = kind in {log.DEAL, log.CLAIM}
        number = len(session.deals) + (kind == log.DEAL) if last else chance.randint(1, 12)
        claim = d.pack_honours(chance.randint(0, 3), 4)
        value = claim if kind == log.CLAIM else random_deal(chance, rules)
        place = chance.randint(1, 30) if rules == "duplicate" else 0
        if kind == log.CLOSE and len(session.deals) < 8:
            continue
        try:
            session.apply(kind, place, number, value)
        except ValueError:
            continue
        events.append((kind, place, number, value))
    return events


def test_micropython_says_the_same_of_every_log(tmp_path: Path) -> None:
    chance = random.Random(11)
    path = tmp_path / "logs"
    logs = [random_log(chance, rules) for rules in NAMES for _ in range(60)]
    path.write_text("".join(json.dumps(events) + "\n" for events in logs), encoding="ascii")
    program = FOLD.format(path=str(path))
    said = interpreters.cpython(program)
    assert interpreters.micropython(program) == said
    assert len({line.split()[-1] for line in said.splitlines()}) > 0.95 * len(logs)
