"""What hypothesis draws: games of every rule set, and deals that they can score.

Deals are usually near the contract, so that games are won and rubbers come to an end; for a match
they are often few and small, so that it ties.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from firmware.opening import opening
from firmware.scoring import deal as d
from firmware.scoring.deal import VUL_NONE, BadDeal
from firmware.scoring.notation import parse
from firmware.scoring.rules import NAMES, rule_set
from firmware.session import DEAL, Session, fold

ANTISYMMETRIC = ("duplicate", "russian")  # what one side gets the other loses

Event = tuple[int, int, int, int]
Entry = tuple[int, int]  # a deal and its place

SMALL = tuple(
    parse(line)[0]
    for line in (
        *("pass", "pass", "1C N =", "1C E =", "1C S -1", "1C W -1", "1N N =", "1N W ="),
        *("3N N =", "3N E =", "4S S +1", "4S W +1", "2Hx N =", "2Hx E =", "6C N =", "6C E ="),
        *("4Sx S -2", "4Sx W -2"),
    )
)
SMALL_CLAIMS = tuple(parse(line)[0] for line in ("2H N = hon=E4", "2H E = hon=N4"))
TYING = tuple(parse(line)[0] for line in ("1N N +2", "4S S -4"))  # 100 and a part-score; 200
HELD = ((2, 1), (3, 0), (2, 2), (3, 1), (4, 0), (3, 2), (4, 1), (5, 0))  # the first five: aces too


@dataclass(frozen=True)
class Game:
    """How a session is opened, and what is dealt in it."""

    rules: str
    options: dict[str, Any]
    dealer: int
    entered: list[Entry] = field(default_factory=list)

    def events(self) -> list[Event]:
        dealt = [(DEAL, place, n, deal) for n, (deal, place) in enumerate(self.entered, 1)]
        return opening(self.rules, self.options, 1, self.dealer, 0) + dealt

    def session(self) -> Session:
        """After the last deal."""
        return fold(self.events())

    def option(self, name: str) -> str | int | None:
        """What holds, said or not; None if the rule set has no such option."""
        return rule_set(self.rules).all_options(self.options).get(name)


def turned(deal: int, seats: int) -> int:
    """The deal with everybody `seats` clockwise from where they sat; E-W hold the other points."""
    points, moved = d.hcp(deal), d.PASSED_OUT
    if d.level(deal):
        seat = (d.declarer(deal) + seats) % 4
        contract = d.level(deal), d.strain(deal), d.doubling(deal)
        moved = d.pack(*contract, seat, d.tricks(deal), d.acceptor(deal))
        moved = d.with_honours(moved, turned_claim(d.honours(deal), seats))
    if points < 0:
        return moved
    return d.with_hcp(moved, d.MAX_HCP - points if seats % 2 else points)


def turned_claim(claim: int, seats: int) -> int:
    """The honours with the seat that then holds them."""
    if not claim:
        return claim
    seat = (d.honours_seat(claim) + seats) % 4
    return d.pack_honours(seat, d.honours_most(claim), d.honours_fewer(claim))


@st.composite
def games(draw, *rules: str, **said: str) -> Game:
    """One of these rule sets, or of all, with any other options, and the seat that deals first."""
    name = draw(st.sampled_from(rules or NAMES))
    choices = dict(rule_set(name).choices)
    must = {"deals": st.just(2) | st.integers(1, 6)} if choices.pop("deals", ()) else {}
    may = {option: st.sampled_from(values) for option, values in choices.items()}
    options = draw(st.fixed_dictionaries(must, optional=may))
    return Game(name, {**options, **said}, draw(st.integers(0, 3)))


@st.composite
def played(draw, *rules: str, **said: str) -> Game:
    """The same with as many deals as belong to the game."""
    game = draw(games(*rules, **said))
    dealt = draw(rounds(game))
    session = game.session()
    for deal, place in dealt:
        try:
            session.apply(DEAL, place, len(session.deals) + 1, deal)
        except BadDeal:  # a board twice, or the rubber is over
            continue
    return replace(game, entered=list(zip(session.deals, session.places, strict=True)))


def rounds(game: Game, most: int = 16) -> st.SearchStrategy[list[Entry]]:
    """Deals one after another; in a match often each for both sides, so that ties follow ties."""
    entries = st.tuples(deals(game), places(game))
    if game.rules != "nz-match":
        return st.lists(entries, max_size=most)
    pairs = st.lists(entries, max_size=most // 2).map(
        lambda dealt: [(turned(deal, side), 0) for deal, _ in dealt for side in (0, 1)]
    )
    tying = st.lists(st.sampled_from([(deal, 0) for deal in TYING]), max_size=most)
    return st.lists(entries, max_size=most) | pairs | tying


def places(game: Game) -> st.SearchStrategy[int]:
    """Where a deal is played: a few boards, so that one comes twice, or a vulnerability."""
    if game.rules != "duplicate":
        return st.just(0)
    return st.integers(1, 24) | st.integers(VUL_NONE, VUL_NONE + 3)


def deals(game: Game) -> st.SearchStrategy[int]:
    """A deal that the game scores, as long as it is not over."""
    if game.rules != "nz-match":
        return any_deals(game)
    small = SMALL + SMALL_CLAIMS * (game.option("honours") == "on")
    return st.sampled_from(small) | any_deals(game)


@st.composite
def any_deals(draw, game: Game) -> int:
    deal = draw(contracts(game)) if draw(st.integers(0, 9)) else d.PASSED_OUT
    if game.rules != "russian" or not (deal or game.option("passed") == "counts"):
        return deal
    return d.with_hcp(deal, draw(st.integers(0, d.MAX_HCP)))


@st.composite
def contracts(draw, game: Game) -> int:
    """A deal that was played, sometimes with honours where they count."""
    level = draw(st.integers(2, 4) | st.integers(1, 7))
    strain = draw(st.integers(d.CLUBS, d.NULLO if game.rules == "pirate" else d.NO_TRUMP))
    over = draw(st.integers(0, 1) | st.integers(-6 - level, 7 - level))
    taken = d.tricks_for(level, strain, min(over, 7 - level))
    acceptor = draw(st.integers(1, 3)) if game.rules == "pirate" else 0
    stake, declarer = draw(st.sampled_from((0, 0, 1, 2))), draw(st.integers(0, 3))
    deal = d.pack(level, strain, stake, declarer, taken, acceptor)
    if game.option("honours") != "on" or strain == d.NULLO or draw(st.integers(0, 2)):
        return deal
    return d.with_honours(deal, draw(claims(game, strain)))


@st.composite
def claims(draw, game: Game, strain: int) -> int:
    """Honours that count in `strain`."""
    seat, most = draw(st.integers(0, 3)), 4 if strain == d.NO_TRUMP else 5
    if game.rules != "pirate":
        return d.pack_honours(seat, draw(st.integers(4, most)))
    return d.pack_honours(seat, *draw(st.sampled_from(HELD[: 5 if most == 4 else 8])))
