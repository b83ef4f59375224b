"""What holds for every game, whatever is played; test_session_machine.py changes it, too."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.scoring.deal import MAX_BOARD
from firmware.scoring.duplicate import board_dealer
from firmware.scoring.sheet import unpacked
from firmware.session import CLOSE, Session
from support.tablet.strategies import ANTISYMMETRIC, RUBBERS, Game, played

WHEELS = ("chicago", "chicago-server", "russian")

law = settings(max_examples=4 * settings.default.max_examples)


def closed(session: Session) -> Session:
    """The players stop, if the game is not over."""
    if not session.sheet.complete:
        session.apply(CLOSE, 0, len(session.deals), 0)
    return session


def postings(session: Session, seats: int = 0) -> list:
    """Per row; `seats`: as those get them who sit so far clockwise.

    What a deal brings to several players stands in the order of their seats, so it is sorted.
    """
    accounts = len(session.sheet.accounts)
    return [
        sorted(((account + seats) % accounts, *rest) for account, *rest in unpacked(row.postings))
        for row in session.rows()
    ]


@law
@given(played(), st.integers(1, 3))
def test_the_table_can_be_turned(game, seats):
    one, other = closed(game.session()), closed(game.turned(seats).session())
    assert postings(other) == postings(one, seats)
    here, there = one.sheet, other.sheet
    for first, second in (
        (here.totals, there.totals),
        (here.games, there.games),
        (here.part_scores, there.part_scores),
    ):
        cut = len(first) - seats % len(first)
        assert second == first[cut:] + first[:cut]
    assert (there.complete, there.rubber, there.lines) == (here.complete, here.rubber, here.lines)
    assert (there.margin, there.dealer) == (here.margin, (here.dealer + seats) % 4)


@law
@given(played(), st.integers(1, 3))
def test_who_deals_first_changes_no_score(game, seats):
    """Where dealer's side has a say in who is vulnerable: which of the two partners deals."""
    seats = 2 if game.rules in WHEELS else seats
    moved = Game(game.rules, game.options, (game.dealer + seats) % 4, game.entered)
    assert postings(closed(moved.session())) == postings(closed(game.session()))


def counts(game: Game, deal: int) -> bool:
    """Whether the next player deals after it."""
    again = game.rules == "chicago-server" or game.option("passed") == "redeal"
    return deal > 0 or not again


@law
@given(played())
def test_the_deal_passes_clockwise(game):
    turn = 0
    for _, deal, place, dealer, *_ in game.session().rows():
        on_board = 0 < place <= MAX_BOARD
        assert dealer == (board_dealer(place) if on_board else (game.dealer + turn) % 4)
        turn += counts(game, deal)


@law
@given(played())
def test_a_posting_is_points_above_or_below_the_line_for_a_reason(game):
    session = closed(game.session())
    unit = 1 if game.rules in {"pirate", "russian"} else 10
    postings = [posting for row in session.rows() for posting in row.postings]
    for account, line, points, reason in unpacked(postings):
        assert 0 <= account < len(session.sheet.accounts)
        assert line in {"above", "below"} and reason
        assert points and points % unit == 0
        if game.rules not in ANTISYMMETRIC:
            assert (points < 0) == reason.endswith(" withdrawn")
            assert points > 0 or game.rules == "nz-match"


@law
@given(played(*RUBBERS, "pirate"))
def test_a_line_is_drawn_where_somebody_has_a_game_below_it(game):
    session = game.session()
    below, drawn, enough = [0] * 4, 0, 30 if game.rules == "pirate" else 100
    for row in session.rows():
        for account, line, points, _ in unpacked(row.postings):
            below[account] += points if line == "below" else 0
        assert row.line == (max(below) >= enough)
        if row.line:
            below, drawn = [0] * 4, drawn + 1
    assert drawn == sum(session.sheet.games) == session.sheet.lines
    assert session.sheet.complete == (max(session.sheet.games) == 2)
