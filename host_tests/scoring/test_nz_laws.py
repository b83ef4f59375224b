"""What only a knock-out match has: rubbers one after another, and ties that are played off."""

from hypothesis import event, given, settings

from firmware.scoring import deal as deals
from firmware.scoring.nz_match import NzMatch
from firmware.scoring.rubber import Rubber
from firmware.scoring.sheet import unpacked
from firmware.session import CLOSE, RUBBER_ENDS, Session
from support.tablet.strategies import played

law = settings(max_examples=2 * settings.default.max_examples)
matches = played("nz-match")
continued = played("nz-match", tie="continue")
playoffs = played("nz-match", tie="playoff")


def closed(session: Session) -> Session:
    """The players stop, if the match is not over."""
    if not session.sheet.complete:
        session.apply(CLOSE, 0, 0, 0)
    return session


@law
@given(matches)
def test_it_is_complete_when_all_are_dealt_and_there_is_no_tie(game):
    sheet, ties = NzMatch(game.options), 0
    last = game.options["deals"]
    for deal, place in game.entered:
        sheet.add(deal, place)
        if sheet.dealt == last and sheet.totals[0] == sheet.totals[1]:
            last, ties = last + 2, ties + 1
        assert sheet.complete == (sheet.dealt == last)
    event(f"{ties} ties")


def rubbers_apart(game, dealt: list[int]) -> list[int]:
    """The totals when every rubber has a sheet of its own and the players stop after the last."""
    readings = {name: game.options[name] for name in game.options if name not in {"deals", "tie"}}
    sheet, totals = Rubber(readings), [0, 0]
    for deal in dealt:
        if sheet.complete:
            totals, sheet = _added(totals, sheet.totals), Rubber(readings)
        sheet.add(deal)
    sheet.close()
    return _added(totals, sheet.totals)


def _added(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


@law
@given(continued)
def test_a_continued_match_is_rubbers_one_after_another(game):
    """However many ties there were: their premiums are withdrawn."""
    session = closed(game.session())
    assert session.sheet.totals == rubbers_apart(game, session.deals)


@law
@given(playoffs)
def test_a_playoff_adds_matches_of_two_deals(game):
    session = closed(game.session())
    first = game.options["deals"]
    blocks = [session.deals[:first]]
    blocks += [session.deals[at : at + 2] for at in range(first, len(session.deals), 2)]
    totals = [0, 0]
    for block in blocks:
        assert block is blocks[0] or totals[0] == totals[1]
        totals = _added(totals, rubbers_apart(game, block))
    assert session.sheet.totals == totals


@law
@given(continued)
def test_a_rubber_ends_where_a_side_has_two_games(game):
    session = game.session()
    won = [any(why == "rubber" for *_, why in unpacked(row.postings)) for row in session.rows()]
    assert [row.line == RUBBER_ENDS for row in session.rows()] == won
    assert session.sheet.rubber == 1 + sum(won)
    assert max(session.sheet.games) < 2


def test_a_hundred_ties_are_no_trouble():
    sheet = NzMatch({"deals": 100})
    for _ in range(300):
        sheet.add(deals.PASSED_OUT)
    assert (sheet.dealt, sheet.complete) == (300, False)
