"""Pirate Bridge: four players on their own, and a new partnership for every deal."""

from firmware.scoring.deal import (
    BOOK,
    NO_TRUMP,
    NULLO,
    SEATS,
    TRICKS,
    BadDeal,
    acceptor,
    declarer,
    doubling,
    honours,
    honours_fewer,
    honours_most,
    honours_seat,
    level,
    overtricks,
    strain,
)
from firmware.scoring.sheet import ABOVE, BELOW, Sheet, post

GAME = 30  # points below the line that make a game

_TRICK_VALUES = (6, 7, 8, 9, 10, 10)  # of an odd trick: clubs to no-trump, nullo
_PREMIUMS = (0, 50, 100)  # for a contract made, and for each overtrick, by its doubling
_UNDERTRICKS = (50, 100, 200)  # each, by the doubling of the contract

# What the honours of a side are worth, by how many its richer and its other hand hold:
# with trumps the worth in odd tricks of A K Q J 10, at no-trump the points of the aces.
_HONOURS = (
    ((2, 1), 2),
    ((3, 0), 2),
    ((2, 2), 4),
    ((3, 1), 4),
    ((3, 2), 5),
    ((4, 0), 8),
    ((4, 1), 9),
    ((5, 0), 10),
)
_ACES = (((2, 1), 30), ((3, 0), 30), ((2, 2), 40), ((3, 1), 40), ((4, 0), 100))


class Pirate(Sheet):
    """Pirate Bridge: any player may accept the bid of any other player.
    [Foster's Pirate Bridge, New York 1917; its scoring not checked against the book]
    """

    name = "pirate"
    accounts = tuple(SEATS)
    asks = ("acceptor",)
    strains = 6
    honours = tuple([held for held, _ in _HONOURS]), tuple([held for held, _ in _ACES])
    on_paper = True
    ranked = False
    over = "the rubber is over"
    choices = (
        ("overtricks", ("below", "above", "contract")),
        ("slam", ("taker", "contractors")),
        ("nullo_slam", ("mirror", "none")),
        ("honours", ("off", "on")),
    )
    defaults = ("below", "taker", "mirror", "off")

    def check_contract(self, deal: int) -> None:
        """Raise BadDeal unless a player accepted the contract."""
        if level(deal) and not acceptor(deal):
            seat = SEATS[declarer(deal)]
            other = "N" if seat != "N" else "E"
            raise BadDeal(f"pirate needs an acceptor: name both players, as in {seat}/{other}")

    def score(self, deal: int, place: int) -> list[int]:
        """Score declarer's tricks below the line, everything else above it."""
        postings: list[int] = []
        if level(deal):
            contractors = declarer(deal), (declarer(deal) + acceptor(deal)) % 4
            defenders = _others(contractors)
            if overtricks(deal) >= 0:
                self._post_made(postings, deal, contractors)
            else:
                points = -overtricks(deal) * _UNDERTRICKS[doubling(deal)]
                _each(postings, defenders, points, "undertricks")
            self._slam(postings, deal, contractors, defenders)
            if honours(deal):
                held = honours_seat(honours(deal))
                side = contractors if held in contractors else defenders
                _each(postings, side, _honours_points(deal), "honours")
            self._game(postings, contractors)
        return postings

    def _post_made(self, postings: list[int], deal: int, contractors: tuple[int, int]) -> None:
        player, partner = contractors
        reading = self.options["overtricks"]
        value = _TRICK_VALUES[strain(deal)] << doubling(deal)
        bid, over = level(deal) * value, overtricks(deal) * value
        below = bid + over if reading == "below" else bid
        accepted = bid if reading == "contract" else bid + over
        self.part_scores[player] += below
        post(postings, player, BELOW, below, "tricks")
        post(postings, partner, ABOVE, accepted, "accepting")
        if reading == "above":
            post(postings, player, ABOVE, over, "overtricks")
        premium = _PREMIUMS[doubling(deal)]
        _each(postings, contractors, premium, "insult")
        _each(postings, contractors, overtricks(deal) * premium, "overtricks")

    def _slam(self, postings: list[int], deal: int, contractors: tuple, defenders: tuple) -> None:
        if strain(deal) == NULLO and self.options["nullo_slam"] == "none":
            return
        taken = BOOK + level(deal) + overtricks(deal)
        _each(postings, contractors, _slam_points(taken), "slam")
        if self.options["slam"] == "taker":
            _each(postings, defenders, _slam_points(TRICKS - taken), "slam")

    def _game(self, postings: list[int], contractors: tuple[int, int]) -> None:
        """Draw the line when the declarer has reached 30: everybody starts again below it."""
        player = contractors[0]
        if self.part_scores[player] < GAME:
            return
        for anybody in range(4):
            self.part_scores[anybody] = 0
        self.games[player] += 1
        _each(postings, contractors, 50, "game")
        if self.games[player] == 2:
            post(postings, player, ABOVE, 50, "rubber")
            self.complete = True


def _others(players: tuple[int, int]) -> tuple[int, int]:
    """Return the two who defend, in the order of their seats."""
    first = 0
    while first in players:
        first += 1
    return first, 6 - players[0] - players[1] - first  # the seats add up to 6


def _each(postings: list[int], players: tuple[int, int], points: int, reason: str) -> None:
    """Post `points`, if there are any, above the line to each of two players."""
    for player in players:
        post(postings, player, ABOVE, points, reason)


def _slam_points(taken: int) -> int:
    """Return what 12 or 13 tricks are worth to each of the two players who took them."""
    return 50 * max(0, taken - 11)


def _honours_points(deal: int) -> int:
    """Return what the honours of a side are worth to each of its two players."""
    claimed = honours_most(honours(deal)), honours_fewer(honours(deal))
    aces, points = strain(deal) == NO_TRUMP, 0
    for held, worth in _ACES if aces else _HONOURS:
        if held == claimed:
            points = worth
    return points if aces else points * _TRICK_VALUES[strain(deal)]
