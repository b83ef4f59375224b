"""What holds for every knock-out match, whatever is dealt, corrected and claimed.

The deals are few and small, so that ties are frequent and come several times.
"""

from hypothesis import assume, event, example, given
from hypothesis import strategies as st

from firmware.scoring import deal as deals
from firmware.scoring.deal import BadDeal
from firmware.scoring.notation import parse
from firmware.scoring.nz_match import NzMatch
from firmware.scoring.rubber import Rubber
from firmware.session import CLOSE, CORRECT, DEAL, VOID, Session, fold, opening

DECK = tuple(
    parse(line)[0]
    for line in (
        *("pass", "pass", "1C N =", "1C E =", "1C S -1", "1C W -1", "1N N =", "1N W ="),
        *("3N N =", "3N E =", "4S S +1", "4S W +1", "2Hx N =", "2Hx E =", "6C N =", "6C E ="),
        *("4Sx S -2", "4Sx W -2", "2H N = hon=E4", "2H E = hon=N4"),
    )
)


def turned(deal: int) -> int:
    """The deal with everybody one seat further, so that the sides are swapped."""
    if not deals.level(deal):
        return deal
    fields = deals.level(deal), deals.strain(deal), deals.doubling(deal)
    moved = deals.pack(*fields, (deals.declarer(deal) + 1) % 4, deals.tricks(deal))
    claim = deals.honours(deal)
    holder = (deals.honours_seat(claim) + 1) % 4
    return deals.with_honours(moved, deals.pack_honours(holder, 4)) if claim else moved


any_deals = st.lists(st.sampled_from(DECK), max_size=16)
mirrored = st.lists(st.sampled_from(DECK), max_size=8).map(
    lambda dealt: [deal for one in dealt for deal in (one, turned(one))]
)
lines = any_deals | mirrored
short = st.integers(1, 6)
options = st.fixed_dictionaries(
    {"deals": short},
    optional={
        "tie": st.sampled_from(("continue", "playoff")),
        "unfinished": st.sampled_from(("law", "exclusive", "none")),
        "unfinished_part": st.sampled_from((100, 50)),
    },
)


def played(given_options: dict, dealt: list[int], dealer: int = 0) -> Session:
    """A session of these deals, as many of them as belong to the match."""
    session = fold(opening("nz-match", given_options, 1, dealer, 0))
    for deal in dealt:
        if not session.sheet.complete:
            session.apply(DEAL, 0, len(session.deals) + 1, deal)
    return session


def score(session: Session) -> tuple:
    """All that it says, but for the numbers of the deals."""
    sheet, rows = session.sheet, [row[1:] for row in session.rows()]
    state = sheet.totals, sheet.games, sheet.part_scores, sheet.rubber, sheet.dealt
    return (*state, sheet.complete, sheet.winner, sheet.dealer, sheet.vulnerable, rows)


@given(options, lines)
def test_the_postings_are_the_totals(chosen, dealt):
    session = played(chosen, dealt)
    if not session.sheet.complete:
        session.apply(CLOSE, 0, 0, 0)
    posted = [0, 0]
    for row in session.rows():
        for account, line, points, reason in row[5]:
            assert line in {"above", "below"} and points % 10 == 0
            assert (points < 0) == reason.endswith(" withdrawn")
            posted[account] += points
    assert posted == session.sheet.totals


@given(options, lines)
def test_it_is_complete_when_all_are_dealt_and_there_is_no_tie(chosen, dealt):
    session, ties = played(chosen, []), 0
    last = chosen["deals"]
    for deal in dealt:
        session.apply(DEAL, 0, len(session.deals) + 1, deal)
        sheet = session.sheet
        if sheet.dealt == last and sheet.totals[0] == sheet.totals[1]:
            last, ties = last + 2, ties + 1
        assert sheet.complete == (sheet.dealt == last)
        if sheet.complete:
            break
    event(f"{ties} ties")


def rubbers_apart(chosen: dict, dealt: list[int]) -> list[int]:
    """The totals when every rubber has a sheet of its own and the players stop after the last."""
    readings = {name: chosen[name] for name in chosen if name.startswith("unfinished")}
    sheet, totals = Rubber(readings), [0, 0]
    for deal in dealt:
        if sheet.complete:
            totals, sheet = _added(totals, sheet.totals), Rubber(readings)
        sheet.add(deal)
    sheet.close()
    return _added(totals, sheet.totals)


def _added(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


@given(options, lines)
def test_a_continued_match_is_rubbers_one_after_another(chosen, dealt):
    """However many ties there were: their premiums are withdrawn."""
    session = played({**chosen, "tie": "continue"}, dealt)
    if not session.sheet.complete:
        session.apply(CLOSE, 0, 0, 0)
    assert session.sheet.totals == rubbers_apart(chosen, session.deals)


@given(options, lines)
def test_a_playoff_adds_matches_of_two_deals(chosen, dealt):
    session = played({**chosen, "tie": "playoff"}, dealt)
    if not session.sheet.complete:
        session.apply(CLOSE, 0, 0, 0)
    first = chosen["deals"]
    blocks = [session.deals[:first]]
    blocks += [session.deals[at : at + 2] for at in range(first, len(session.deals), 2)]
    totals = [0, 0]
    for block in blocks:
        assert block is blocks[0] or totals[0] == totals[1]
        totals = _added(totals, rubbers_apart(chosen, block))
    assert session.sheet.totals == totals


@given(options, lines, st.integers(0, 3))
def test_the_sides_are_treated_alike(chosen, dealt, dealer):
    one = played(chosen, dealt, dealer)
    other = played(chosen, [turned(deal) for deal in dealt], (dealer + 1) % 4)
    assert other.sheet.totals == one.sheet.totals[::-1]
    assert other.sheet.games == one.sheet.games[::-1]
    assert (other.sheet.complete, other.sheet.rubber) == (one.sheet.complete, one.sheet.rubber)
    swapped = [
        [(1 - side, line, points, why) for side, line, points, why in row[5]] for row in one.rows()
    ]
    # The two premiums of one deal stand in the order of their reasons, not of the sides.
    assert [sorted(row[5]) for row in other.rows()] == [sorted(row) for row in swapped]


@given(options, lines, st.integers(0, 3))
def test_the_deal_rotates_over_rubbers_and_passed_out_deals(chosen, dealt, dealer):
    rows = list(played(chosen, dealt, dealer).rows())
    assert [row[3] for row in rows] == [(dealer + turn) % 4 for turn in range(len(rows))]


@given(options, lines)
def test_a_rubber_ends_where_a_side_has_two_games(chosen, dealt):
    session = played({**chosen, "tie": "continue"}, dealt)
    won = [any(posting[3] == "rubber" for posting in row[5]) for row in session.rows()]
    assert [row[6] == 2 for row in session.rows()] == won
    assert session.sheet.rubber == 1 + sum(won)
    assert max(session.sheet.games) < 2


@given(options, lines)
def test_a_replay_gives_the_same(chosen, dealt):
    session = played(chosen, dealt)
    assert score(played(chosen, session.deals)) == score(session)


@given(options, lines, st.sampled_from(DECK), st.data())
def test_a_changed_deal_gives_what_it_would_have_given_at_once(chosen, dealt, deal, data):
    session = played(chosen, dealt)
    assume(session.deals)
    at = data.draw(st.integers(1, len(session.deals)))
    void = data.draw(st.booleans())
    before, after = score(session), list(session.deals)
    after[at - 1 : at] = [] if void else [deal]
    fresh = played(chosen, after)
    try:
        session.apply(*((VOID, 0, at, 0) if void else (CORRECT, 0, at, deal)))
    except BadDeal:
        assert len(fresh.deals) < len(after)  # the match is over before the last of them
        assert score(session) == before
    else:
        assert score(session) == score(fresh)


@given(options, lines, st.sampled_from(DECK))
@example({"deals": 2}, [parse("1C N =")[0]], parse("pass")[0])
def test_preview_is_what_the_deal_then_adds(chosen, dealt, deal):
    session = played(chosen, dealt)
    assume(not session.sheet.complete)
    before, preview = list(session.sheet.totals), session.preview(deal)
    session.apply(DEAL, 0, len(session.deals) + 1, deal)
    assert _added(before, preview) == session.sheet.totals


def test_a_hundred_ties_are_no_trouble():
    sheet = NzMatch({"deals": 100})
    for _ in range(300):
        sheet.add(deals.PASSED_OUT)
    assert (sheet.dealt, sheet.complete) == (300, False)
