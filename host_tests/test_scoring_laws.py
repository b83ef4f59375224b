"""What holds for every rubber, whatever is played, corrected and claimed."""

from dataclasses import dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from firmware.scoring import deal as deals
from firmware.scoring.deal import BadDeal
from firmware.scoring.rules import rule_set
from firmware.session import CLAIM, CLOSE, CORRECT, DEAL, VOID, Session, fold, opening

RULES = ("rubber", "international")

Events = list[tuple[int, int, int, int]]


@dataclass(frozen=True)
class Game:
    """The opening of a session, as the arguments of `opening`."""

    rules: str
    options: dict[str, str | int]
    dealer: int

    def session(self) -> Session:
        """Before the first deal."""
        return fold(self.events())

    def events(self) -> Events:
        """The log before the first deal."""
        return opening(self.rules, self.options, 1, self.dealer, 0)


@st.composite
def games(draw) -> Game:
    """A rule set with any options, and the seat that deals first."""
    rules = draw(st.sampled_from(RULES))
    choices = rule_set(rules).choices
    options = draw(st.fixed_dictionaries({}, optional={n: st.sampled_from(v) for n, v in choices}))
    return Game(rules, options, draw(st.integers(0, 3)))


@st.composite
def claims(draw, strain: int) -> int:
    """Honours that count for a contract in `strain`."""
    most = 4 if strain == deals.NO_TRUMP else draw(st.integers(4, 5))
    return deals.pack_honours(draw(st.integers(0, 3)), most)


@st.composite
def played(draw) -> int:
    """A deal without honours: usually near the contract, so that rubbers come to an end."""
    if draw(st.integers(0, 9)) == 0:
        return deals.PASSED_OUT
    level = draw(st.one_of(st.integers(1, 4), st.integers(1, 7)))
    strain = draw(st.integers(deals.CLUBS, deals.NO_TRUMP))
    near = st.integers(max(0, 4 + level), min(13, 7 + level))
    tricks = draw(st.one_of(near, st.integers(0, 13)))
    stake, seat = draw(st.sampled_from((0, 0, 0, 1, 2))), draw(st.integers(0, 3))
    return deals.pack(level, strain, stake, seat, tricks)


@st.composite
def with_claims(draw) -> int:
    """A deal, sometimes with honours."""
    deal = draw(played())
    if deal and draw(st.booleans()):
        deal = deals.with_honours(deal, draw(claims(deals.strain(deal))))
    return deal


def enter(session: Session, *entered: int) -> Session:
    """Enters deals until the rubber is over; without honours where they are not scored."""
    honours = session.sheet.options["honours"] == "on"
    for deal in entered:
        if not session.sheet.complete:
            value = deal if honours or not deal else deals.with_honours(deal, 0)
            session.apply(DEAL, 0, len(session.deals) + 1, value)
    return session


rubbers = st.lists(with_claims(), max_size=14)


def turned(deal: int, seats: int) -> int:
    """The deal with everybody `seats` clockwise from where they sat."""
    if deal == deals.PASSED_OUT:
        return deal
    seat = (deals.declarer(deal) + seats) % 4
    fields = deals.level(deal), deals.strain(deal), deals.doubling(deal)
    moved = deals.pack(*fields, seat, deals.tricks(deal))
    claim = deals.honours(deal)
    if claim:
        holder = (deals.honours_seat(claim) + seats) % 4
        claim = deals.pack_honours(holder, deals.honours_most(claim))
    return deals.with_honours(moved, claim)


def closed(session: Session) -> Session:
    """The players stop, if the rubber is not over."""
    if not session.sheet.complete:
        session.apply(CLOSE, 0, len(session.deals), 0)
    return session


def score(session: Session) -> tuple:
    """All that a session's score says, but for the numbers of the deals and an empty closing."""
    sheet = session.sheet
    rows = [row[1:] for row in session.rows() if row[0] or row[5]]
    return (
        list(sheet.totals),
        list(sheet.games),
        sheet.dealer,
        sheet.vulnerable,
        sheet.complete,
        sheet.winner,
        sheet.margin,
        rows,
    )


@given(games(), rubbers)
def test_the_sides_are_treated_alike(game, entered):
    one = closed(enter(game.session(), *entered))
    other = closed(enter(game.session(), *(turned(deal, 1) for deal in entered)))
    assert other.sheet.totals == one.sheet.totals[::-1]
    assert other.sheet.games == one.sheet.games[::-1]
    assert other.sheet.complete == one.sheet.complete


@given(games(), rubbers)
def test_partners_are_treated_alike(game, entered):
    one = closed(enter(game.session(), *entered))
    other = closed(enter(game.session(), *(turned(deal, 2) for deal in entered)))
    assert other.sheet.totals == one.sheet.totals


@given(games(), rubbers)
def test_the_deal_passes_clockwise_and_changes_no_score(game, entered):
    moved = Game(game.rules, game.options, (game.dealer + 1) % 4)
    one, other = enter(game.session(), *entered), enter(moved.session(), *entered)
    assert other.sheet.totals == one.sheet.totals
    for session, dealer in ((one, game.dealer), (other, game.dealer + 1)):
        turns = [(dealer + turn) % 4 for turn in range(len(session.deals))]
        assert [row[3] for row in session.rows()] == turns


@given(games(), rubbers)
def test_the_postings_are_the_change_of_the_totals(game, entered):
    session = game.session()
    for deal in entered:
        before = list(session.sheet.totals)
        number = len(session.deals)
        enter(session, deal)
        posted = [0, 0]
        for row in session.rows():
            if row[0] > number:
                for account, _, points, _ in row[5]:
                    posted[account] += points
        gained = [after - was for after, was in zip(session.sheet.totals, before, strict=True)]
        assert gained == posted


@given(games(), rubbers)
def test_the_postings_of_all_rows_are_the_totals(game, entered):
    session = closed(enter(game.session(), *entered))
    posted = [0, 0]
    for row in session.rows():
        for account, line, points, reason in row[5]:
            assert line in {"above", "below"} and reason
            assert points > 0 and points % 10 == 0
            posted[account] += points
    assert session.sheet.totals == posted


@given(games(), rubbers)
def test_a_line_is_drawn_where_a_side_has_100_below_it(game, entered):
    session = enter(game.session(), *entered)
    below, drawn = [0, 0], 0
    for row in session.rows():
        for account, line, points, _ in row[5]:
            below[account] += points if line == "below" else 0
        assert row[6] == (max(below) >= 100)
        if row[6]:
            below, drawn = [0, 0], drawn + 1
    assert drawn == sum(session.sheet.games) == session.sheet.lines
    assert session.sheet.complete == (max(session.sheet.games) == 2)


@given(games(), rubbers, with_claims())
def test_preview_is_what_the_deal_then_adds(game, entered, deal):
    session = enter(game.session(), *entered)
    before = score(session)
    try:
        preview = session.preview(deal)
    except BadDeal as refused:
        with pytest.raises(BadDeal) as again:
            session.apply(DEAL, 0, len(session.deals) + 1, deal)
        assert str(again.value) == str(refused)
        assert score(session) == before
        return
    assert score(session) == before
    totals = before[0]
    session.apply(DEAL, 0, len(session.deals) + 1, deal)
    added = [after - was for after, was in zip(session.sheet.totals, totals, strict=True)]
    assert preview == added


@st.composite
def changes(draw) -> tuple[int, int, int]:
    """(kind, which deal by its place among those entered, the new deal)"""
    kind = draw(st.sampled_from((DEAL, CORRECT, VOID, CLAIM, CLOSE)))
    return kind, draw(st.integers(1, 16)), draw(with_claims())


def changed(game: Game, entered: list[int], steps: list) -> tuple[Session, Events, list[int]]:
    """A session with changes, its log, and the deals that a reader of the log thinks are left.

    Beside the session a plain list is kept up; what the session refuses leaves it alone.
    """
    session = enter(game.session(), *entered)
    left = list(session.deals)
    numbers = range(1, len(left) + 1)
    events = game.events() + [(DEAL, 0, n, deal) for n, deal in zip(numbers, left, strict=True)]
    for kind, which, deal in steps:
        number = {DEAL: len(left) + 1, CLAIM: len(left)}.get(kind, which)
        value = {VOID: 0, CLOSE: 0, CLAIM: deals.honours(deal)}.get(kind, deal)
        before = score(session)
        try:
            session.apply(kind, 0, number, value)
        except ValueError:
            assert score(session) == before
            continue
        events.append((kind, 0, number, value))
        if kind == DEAL:
            left.append(deal)
        elif kind == CLAIM:
            left[-1] = deals.with_honours(left[-1], value)
        elif kind in {CORRECT, VOID}:
            left[number - 1] = deal if kind == CORRECT else -1
    return session, events, left


@given(games(), rubbers, st.lists(changes(), max_size=8))
def test_after_changes_it_scores_as_if_the_remaining_deals_had_been_all(game, entered, steps):
    session, _, left = changed(game, entered, steps)
    fresh = game.session()
    for number, deal in enumerate((deal for deal in left if deal >= 0), 1):
        fresh.apply(DEAL, 0, number, deal)
    assert score(session) == score(closed(fresh) if session.closed else fresh)


@given(games(), rubbers, st.lists(changes(), max_size=8))
def test_the_same_log_says_the_same_however_often_it_is_read(game, entered, steps):
    session, events, _ = changed(game, entered, steps)
    before = score(session)
    assert score(session) == before
    assert score(fold(events)) == before


@given(games(), rubbers, with_claims())
def test_undo_takes_back_exactly_the_last_deal(game, entered, deal):
    session = enter(game.session(), *entered)
    assume(not session.sheet.complete)
    before = score(session)
    enter(session, deal)
    session.apply(VOID, 0, len(session.deals), 0)
    assert score(session) == before


@given(games(), rubbers)
def test_a_correction_to_the_same_deal_changes_nothing(game, entered):
    session = closed(enter(game.session(), *entered))
    before = score(session)
    for number, deal in enumerate(session.deals, 1):
        session.apply(CORRECT, 0, number, deal)
        assert score(session) == before


@given(games(), st.lists(played(), min_size=1, max_size=14), st.data())
def test_honours_claimed_later_are_honours_claimed_at_once(game, entered, data):
    game = Game(game.rules, {**game.options, "honours": "on"}, game.dealer)
    late, at_once = game.session(), game.session()
    for deal in entered:
        if late.sheet.complete:
            break
        number = len(late.deals) + 1
        claim = data.draw(claims(deals.strain(deal))) if deal else 0
        late.apply(DEAL, 0, number, deal)
        late.apply(CLAIM, 0, number, claim)
        at_once.apply(DEAL, 0, number, deals.with_honours(deal, claim))
    assert score(late) == score(at_once)


@given(st.integers(-(1 << 40), 1 << 40) | st.integers(0, (1 << 29) - 1), games(), rubbers)
def test_any_integer_is_scored_or_refused_and_then_changes_nothing(number, game, entered):
    session = enter(game.session(), *entered)
    before = score(session)
    try:
        session.apply(DEAL, 0, len(session.deals) + 1, number)
    except BadDeal:
        assert score(session) == before
    else:
        assert session.deals[-1] == number == deals.check(number)
