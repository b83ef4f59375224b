"""Laws of the knock-out match: rubbers one after another, and ties that are played off."""

from hypothesis import given, settings

from firmware.scoring.nz_match import NzMatch
from firmware.scoring.rubber import Rubber
from firmware.session import CLOSE, Session
from support.depth import FULL
from support.tablet.strategies import Game, played

few = settings(max_examples=50 if FULL else 10)


def closed(session: Session) -> Session:
    """The players stop, if the game is not over."""
    if not session.sheet.complete:
        session.apply(CLOSE, 0, len(session.deals), 0)
    return session


matches = played("nz-match")
continued = played("nz-match", tie="continue")
playoffs = played("nz-match", tie="playoff")


@few
@given(matches)
def test_a_match_is_complete_when_all_are_dealt_and_there_is_no_tie(game):
    sheet, last = NzMatch(game.options), game.options["deals"]
    for deal, place in game.entered:
        sheet.add(deal, place)
        if sheet.dealt == last and sheet.totals[0] == sheet.totals[1]:
            last += 2
        assert sheet.complete == (sheet.dealt == last)


def rubbers_apart(game: Game, dealt: list[int]) -> list[int]:
    """Return the totals when every rubber has a sheet of its own; the last is closed."""
    readings = {name: game.options[name] for name in game.options if name not in {"deals", "tie"}}
    sheet, totals = Rubber(readings), [0, 0]
    for deal in dealt:
        if sheet.complete:
            totals, sheet = add(totals, sheet.totals), Rubber(readings)
        sheet.add(deal)
    sheet.close()
    return add(totals, sheet.totals)


def add(totals: list[int], more: list[int]) -> list[int]:
    return [a + b for a, b in zip(totals, more, strict=True)]


@few
@given(continued)
def test_a_continued_match_is_rubbers_one_after_another(game):
    """However many ties there were: their premiums are withdrawn."""
    session = closed(game.session())
    assert session.sheet.totals == rubbers_apart(game, session.deals)


@few
@given(playoffs)
def test_a_playoff_adds_matches_of_two_deals(game):
    session = closed(game.session())
    first = game.options["deals"]
    blocks = [session.deals[:first]]
    blocks += [session.deals[at : at + 2] for at in range(first, len(session.deals), 2)]
    totals = [0, 0]
    for block in blocks:
        assert block is blocks[0] or totals[0] == totals[1]
        totals = add(totals, rubbers_apart(game, block))
    assert session.sheet.totals == totals
