"""Whole sessions of every rule set, with undo, correction and void at any point.

Beside the session stands what a reader of the log thinks is left: a plain list of deals. After
every step the session must be what a fresh sheet is that was given just these deals, and what the
log says when it is read again from the bytes that are on flash. Whether an event is taken follows
from the list and the fresh sheet as well.
"""

import contextlib
import io
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from firmware import session as log
from firmware.opening import opening
from firmware.scoring import deal as d
from firmware.scoring.deal import BadDeal
from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import Sheet, unpacked
from firmware.session import Row, Session, fold
from firmware.storage import record
from support import depth, interpreters
from support.club.club_sessions import raw
from support.tablet.strategies import (
    ANTISYMMETRIC,
    TYING,
    Entry,
    Event,
    Game,
    any_deals,
    claims,
    games,
    places,
    rounds,
)
from support.tablet.strategies import deals as deals_of

ID, NUMBER = b"tablet", 7
ENOUGH = 4  # deals before the players may stop, or the session would be short
BYTE, WORD, LONG = (1 << 8) - 1, (1 << 16) - 1, (1 << 32) - 1
FIELDS = (BYTE, BYTE, WORD, LONG)  # the most that a record can hold

fields = st.tuples(
    st.integers(log.DEAL, log.END) | st.integers(0, BYTE),
    st.integers(0, 12) | st.integers(0, BYTE),
    st.integers(0, 12) | st.integers(0, WORD),
    st.integers(0, (1 << 29) - 1) | st.integers(0, LONG),
)
# No record can hold most of these.
any_integers = st.tuples(
    st.sampled_from((log.DEAL, log.CORRECT, log.CLAIM)),
    st.integers(-3, 1 << 40),
    st.integers(-3, 12) | st.integers(-(1 << 40), 1 << 40),
    st.integers(-(1 << 40), 1 << 40),
)


@dataclass(frozen=True)
class Left:
    """What a reader of the log thinks of the session; a method per kind of event.

    They raise ValueError for what cannot be meant; that it can be scored is for the sheet to say.
    """

    deals: tuple[Entry | None, ...] = ()  # deal and place; None: void
    closed: bool = False
    ended: int | None = None  # minutes

    def deal(self, place: int, number: int, value: int) -> "Left":
        if number != len(self.deals) + 1 or self.closed or self.ended is not None:
            raise ValueError
        return replace(self, deals=(*self.deals, (d.check(value), place)))

    def correct(self, place: int, number: int, value: int) -> "Left":
        if not 1 <= number <= len(self.deals):
            raise ValueError
        return self._with(number, (d.check(value), place))

    def void(self, place: int, number: int, value: int) -> "Left":
        self.standing(number)
        return self._with(number, None)

    def claim(self, place: int, number: int, value: int) -> "Left":
        if number != len(self.deals) or self.ended is not None:
            raise ValueError
        deal, where = self.standing(number)
        return self._with(number, (d.with_honours(deal, value), where))

    def standing(self, number: int) -> Entry:
        """The deal with this number, if it is not void."""
        found = self.deals[number - 1] if 1 <= number <= len(self.deals) else None
        if not found:
            raise ValueError
        return found

    def _with(self, number: int, entry: Entry | None) -> "Left":
        return replace(self, deals=(*self.deals[: number - 1], entry, *self.deals[number:]))


CHANGES = {log.DEAL: Left.deal, log.CORRECT: Left.correct, log.VOID: Left.void}
CHANGES[log.CLAIM] = Left.claim


def score(sheet: Sheet) -> tuple[Any, ...]:
    kept = (list(sheet.totals), list(sheet.games), list(sheet.part_scores))
    stands = (sheet.dealt, sheet.dealer, sheet.vulnerable, sheet.complete, sheet.rubber)
    return *kept, *stands, sheet.lines, sheet.winner, sheet.margin


def replayed(game: Game, left: Left) -> tuple[Sheet, list[Any]]:
    """A fresh sheet that was given these deals only, and its rows. Raises BadDeal."""
    sheet = rule_set(game.rules)(dict(game.options), game.dealer)
    rows: list[Row] = []
    for number, (deal, place) in ((n, e) for n, e in enumerate(left.deals, 1) if e):
        before = sheet.dealer_at(place), sheet.vulnerable_at(place)
        lines, rubber = sheet.lines, sheet.rubber
        postings = sheet.add(deal, place)
        line = 2 if sheet.rubber > rubber else int(sheet.lines > lines)
        rows.append(Row(number, deal, place, *before, postings, line))
    if left.closed:
        rows.append(Row(0, 0, 0, sheet.dealer, sheet.vulnerable, sheet.close(), 0))
    return sheet, rows


def posted(rows: list[Any], accounts: int) -> list[int]:
    """What the postings add up to, per account."""
    totals = [0] * accounts
    for account, _, points, _ in unpacked([posting for row in rows for posting in row.postings]):
        totals[account] += points
    return totals


def from_flash(events: list[Event]) -> list[Event]:
    """The log as it comes back from its pages."""
    records, size = raw(NUMBER, events, ID), record.PER_PAGE * record.SIZE
    pages = [records[at : at + size] for at in range(0, len(records), size)]
    key = record.session_key(ID, NUMBER)
    every = (record.events(key, page, n * record.PER_PAGE) for n, page in enumerate(pages))
    return [event for events in every for event in events]


class Sessions(RuleBasedStateMachine):
    """One session; the rules are what can happen to it."""

    def __init__(self, rules: str, reached: set[str], logs: list[list[Event]]) -> None:
        """`reached`: to note what came about; `logs`: to note what was tried."""
        super().__init__()
        self.rules, self.reached = rules, reached
        self.tried: list[Event] = []
        logs.append(self.tried)

    @initialize(
        data=st.data(),
        table=st.integers(0, BYTE),
        minutes=st.integers(0, LONG),
        players=st.dictionaries(st.integers(0, 3), st.integers(0, LONG)),
    )
    def start(
        self, data: st.DataObject, table: int, minutes: int, players: dict[int, int]
    ) -> None:
        self.game: Game = data.draw(games(self.rules))
        self.opened = (self.rules, table, minutes, [players.get(seat, 0) for seat in range(4)])
        *head, dealer = opening(self.rules, self.game.options, table, self.game.dealer, minutes)
        seated = [(log.PLAYER, seat, 0, player) for seat, player in players.items()]
        self.events: list[Event] = [*head, *seated, dealer]
        self.session = fold(self.events)
        self.tried += self.events
        self.take(Left())

    def take(self, left: Left) -> None:
        self.left = left
        self.sheet, self.rows = replayed(self.game, left)

    def after(self, event: Event) -> Left:
        """What an event leaves. Raises ValueError if it cannot stand here."""
        kind, *rest = event
        complete, left = self.sheet.complete, self.left
        if kind in CHANGES:
            left = CHANGES[kind](left, *rest)
        elif kind == log.CLOSE and not left.closed and (self.sheet.wheel or not complete):
            left = replace(left, closed=True)
        elif kind == log.END and complete and left.ended is None:
            left = replace(left, ended=event[3])
        else:
            raise ValueError
        sheet, _ = replayed(self.game, left)
        if left.ended is not None and not sheet.complete:
            raise ValueError
        return left

    def step(self, event: Event) -> bool:
        """Applies an event; whether it was taken, which must be as the reader thinks."""
        if all(0 <= field <= most for field, most in zip(event, FIELDS, strict=True)):
            self.tried.append(event)
        try:
            left = self.after(event)
        except ValueError:
            with pytest.raises(ValueError):
                self.session.apply(*event)
            self.reached.add("refused")
            return False
        self.session.apply(*event)
        self.events.append(event)
        self.take(left)
        return True

    def change(self, event: Event, what: str) -> None:
        if self.step(event):
            self.reached.add(what)

    @property
    def ended(self) -> bool:
        return self.left.ended is not None

    def standing(self) -> list[int]:
        """The numbers of the deals that are not void."""
        return [number for number, entry in enumerate(self.left.deals, 1) if entry]

    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        """A few, until one is refused."""
        for deal, place in data.draw(rounds(self.game, 6)):
            if not self.next_deal(deal, place):
                break

    @precondition(lambda self: self.rules == "nz-match" and not self.standing())
    @rule(data=st.data())
    def tie(self, data: st.DataObject) -> None:
        """Deals that level a match of two, if there is a premium, and the next ones."""
        for deal in (*TYING, *data.draw(st.lists(deals_of(self.game), max_size=3))):
            if not self.next_deal(deal, 0):
                break

    @rule(data=st.data(), other=games())
    def deal_of_another_game(self, data: st.DataObject, other: Game) -> None:
        self.next_deal(data.draw(any_deals(other)), data.draw(places(other)))

    def next_deal(self, deal: int, place: int) -> bool:
        """Enters a deal: what it was said to add is what it adds, or it is refused alike."""
        before = list(self.session.sheet.totals)
        event = (log.DEAL, place, len(self.left.deals) + 1, deal)
        if self.ended:
            assert not self.step(event)
            return False
        try:
            added = self.session.preview(deal, place)
        except BadDeal as refused:
            with pytest.raises(ValueError) as again:
                self.session.apply(*event)
            assert str(again.value) == str(refused)
            assert not self.step(event)
            return False
        assert self.step(event)
        after = self.session.sheet.totals
        assert added == [now - was for now, was in zip(after, before, strict=True)]
        assert added == posted(self.rows[-1:], len(added))
        self.reached.add("dealt")
        return True

    @precondition(lambda self: self.left.deals)
    @rule(data=st.data())
    def claim(self, data: st.DataObject) -> None:
        last = self.left.deals[-1]
        strain = d.strain(last[0]) if last else d.SPADES
        field = data.draw(claims(self.game, strain) | st.just(0))
        count = len(self.left.deals)
        number = data.draw(st.just(count) | st.integers(1, count))  # an earlier one is too late
        self.change((log.CLAIM, 0, number, field), "claimed")

    @precondition(lambda self: self.left.deals)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Any deal becomes another, is played elsewhere, or stays as it is."""
        number = data.draw(st.integers(1, len(self.left.deals)))
        entry = self.left.deals[number - 1] or (d.PASSED_OUT, 0)
        deal = data.draw(deals_of(self.game) | st.just(entry[0]))
        place = data.draw(places(self.game) | st.just(entry[1]))
        self.change((log.CORRECT, place, number, deal), "corrected")

    @precondition(lambda self: self.left.deals)
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        count = len(self.left.deals)
        number = data.draw(st.sampled_from((1, (count + 1) // 2, count)) | st.integers(1, count))
        self.change((log.VOID, 0, number, 0), "void")

    @precondition(lambda self: self.left.deals)
    @rule()
    def undo(self) -> None:
        """The last deal that counts is taken back."""
        if self.standing():
            self.change((log.VOID, 0, self.standing()[-1], 0), "undone")

    @precondition(lambda self: len(self.left.deals) >= ENOUGH)
    @rule()
    def close(self) -> None:
        self.change((log.CLOSE, 0, len(self.left.deals), 0), "closed")

    @precondition(lambda self: len(self.left.deals) >= ENOUGH)
    @rule(minutes=st.integers(0, LONG))
    def end(self, minutes: int) -> None:
        if not self.sheet.complete:
            self.close()
        self.change((log.END, 0, len(self.left.deals), minutes), "ended")

    @rule(event=fields | any_integers)
    def hostile(self, event: Event) -> None:
        """Whatever stands in a record, or never could; now and then it is a deal or a void."""
        early = len(self.left.deals) < ENOUGH and event[0] in {log.CLOSE, log.END}
        if not early:
            self.step(event)

    @invariant()
    def it_is_what_a_fresh_replay_says(self) -> None:
        assert posted(self.rows, len(self.sheet.accounts)) == self.sheet.totals
        assert self.rules not in ANTISYMMETRIC or sum(self.sheet.totals) == 0
        self.agrees(self.session)

    def teardown(self) -> None:
        """The log says the same when it is read again from its pages."""
        if self.tried:
            back = from_flash(self.events)
            assert back == self.events
            self.agrees(fold(back))

    def agrees(self, session: Session) -> None:
        """All that a session says is what is left."""
        assert score(session.sheet) == score(self.sheet)
        assert session.sheet.options == self.sheet.options
        assert list(session.rows()) == self.rows
        entries = zip(session.deals, session.places, strict=True)
        assert tuple(e if e[0] >= 0 else None for e in entries) == self.left.deals
        opened = (session.rules, session.table, session.started, session.players)
        assert opened == self.opened and session.first_dealer == self.game.dealer
        assert (session.complete, session.closed) == (self.ended, self.left.closed)
        assert session.ended == (self.left.ended or 0)


LIKE_RUBBER = ("international", "polish")
# What sessions must have come to, or the machine tests less than it seems to.
WANTED = {"dealt", "closed", "ended", "refused", "corrected", "undone"}

# Reads logs, also what must be refused, and prints what they say; run by both interpreters.
FOLD = """
from binascii import crc32, unhexlify
from firmware.storage import record
from firmware.session import Session

key = record.session_key(b"tablet", 7)
with open({path!r}) as logs:
    for line in logs:
        session, said = Session(), []
        for event in record.events(key, unhexlify(line.strip())):
            try:
                session.apply(*event)
            except ValueError as refused:
                said.append(str(refused))
        sheet = session.sheet
        said.extend(tuple(row) for row in session.rows())
        said.append((sheet.totals, sheet.games, sheet.part_scores, sheet.winner, sheet.margin))
        said.append((sheet.complete, sheet.dealer, sheet.vulnerable, session.ended))
        print(len(session.deals), crc32(repr(said).encode()))
"""


@depth.sampled
@pytest.mark.parametrize(
    "rules", [pytest.param(n, marks=depth.full if n in LIKE_RUBBER else ()) for n in NAMES]
)
def test_a_session_is_what_the_deals_that_are_left_make(rules: str, tmp_path: Path) -> None:
    """On CPython after each step, and on MicroPython at the end."""
    reached: set[str] = set()
    logs: list[list[Event]] = []
    run_state_machine_as_test(
        lambda: Sessions(rules, reached, logs),
        settings=settings(max_examples=15 if depth.FULL else 7, stateful_step_count=30),
    )
    assert reached >= WANTED
    path = tmp_path / "logs"
    path.write_text("".join(f"{raw(NUMBER, log, ID).hex()}\n" for log in logs), encoding="ascii")
    program = FOLD.format(path=str(path))
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(program, {})
    assert said.getvalue().count("\n") == len(logs) >= 7
    assert interpreters.micropython(program) == said.getvalue()
