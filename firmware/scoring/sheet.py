"""The base of all rule sets: a sheet takes deals one after another and scores each.

A sheet keeps only what the next deal needs (totals, games, part-scores), so it is as small after
forty deals as after none; a caller that needs the rows replays the deals and keeps the postings.

What an account gets, and why, is a posting, one integer:

    bits   field      meaning
    0-1    account    index of an account of the sheet
    2      line       1 above the line, 0 below it
    3-7    reason     one of the words of the paper score sheet
    8-     points     with their sign
"""

from firmware.scoring.deal import (
    NULLO,
    SIDES,
    BadDeal,
    acceptor,
    hcp,
    honours,
    honours_fewer,
    honours_most,
    level,
    strain,
)

BELOW, ABOVE = "below", "above"

# What points are for, at most 32 words. Their order may change, for no number is stored.
_REASONS = (
    "tricks", "undertricks", "overtricks", "insult", "slam", "game", "part-score", "rubber",
    "honours", "accepting", "IMPs", "unfinished game", "unfinished part-score",
)  # fmt: skip


def post(postings: list[int], account: int, line: str, points: int, reason: str) -> None:
    """Append a posting, if there are points. Raise ValueError for an unknown reason."""
    if points:
        why = _REASONS.index(reason) << 3 | (line == ABOVE) << 2
        postings.append(points << 8 | why | account)


def opposite(posting: int) -> int:
    """Return the posting of the opponents' loss for a posting of one of two sides."""
    return -(posting >> 8) << 8 | posting & 0xFF ^ 1


def unpacked(postings: list[int]):  # an iterator of tuple[int, str, int, str]
    """Yield account, BELOW or ABOVE, points and reason of each posting.

    A premium for something unfinished that is taken back is `withdrawn`.
    """
    for posting in postings:
        reason = _REASONS[posting >> 3 & 31]
        if posting < 0 and reason.startswith("unfinished"):
            reason += " withdrawn"
        yield posting & 3, ABOVE if posting & 4 else BELOW, posting >> 8, reason


def add_up(postings: list[int], totals: list[int]) -> None:
    """Add the points to the totals of their accounts."""
    for posting in postings:
        totals[posting & 3] += posting >> 8


class BadOption(ValueError):
    """An option that a rule set does not have, or a value that it does not take."""


class Sheet:
    """The score of one session under one rule set; the rule sets derive from it.

    `choices`: options as (name, values), in the order in which the log numbers them; the values
    are words, amounts, or a `range` of whole numbers.
    `defaults`: per option the value that holds when nothing is said.

    What else anybody has to know of a rule set stands here too, and is asked of its class.
    """

    name = ""
    accounts = SIDES  # type: tuple[str, ...]
    choices = ()  # type: tuple[tuple[str, tuple[str | int, ...] | range], ...]
    defaults = ()  # type: tuple[str | int, ...]
    asks = ()  # type: tuple[str, ...]  # said of a deal besides: "board", "acceptor", "hcp"
    strains = 5  # that can be bid; the sixth is nullo
    honours = ()  # type: tuple  # of a side that count, trumps and aces; (): 4 or 5 in one hand
    on_paper = False  # whether points stand above and below a line; else there is a row a deal
    accept = False  # whether the other side accepts each result, unless they say otherwise
    imps = False  # whether what is posted are IMPs, not points
    ranked = True  # whether its deals move the rankings of a club's players
    match = False  # whether a session is a match of a competition
    goes_on = False  # whether a deal may follow one with which the game was over
    wheel = 0  # how many deals are one, of a game in wheels
    again = False  # whether a board may be played at the table once more, by other pairs

    def __init__(self, options: dict[str, str | int] | None = None, first_dealer: int = 0):
        """`options`: those that differ from the defaults. Raise BadOption."""
        self.options = self.all_options(options or {})
        self.first_dealer = first_dealer
        self.dealt = 0
        self.complete = False
        self.totals = [0] * len(self.accounts)
        self.games = [0] * len(self.accounts)  # won in the rubber that is being played
        self.part_scores = [0] * len(self.accounts)  # below the line, in the game being played
        self.rubber = 1  # which rubber or wheel the next deal belongs to

    @classmethod
    def all_options(cls, given: dict[str, str | int]) -> dict[str, str | int]:
        """Return every option with its value. Raise BadOption for an unknown name or value."""
        options = {cls.choices[i][0]: default for i, default in enumerate(cls.defaults)}
        for name, value in given.items():
            if name not in options:
                names = ", ".join(name for name, _ in cls.choices) or "no options"
                raise BadOption(f"{cls.name} has no option {name}; it has {names}")
            options[name] = cls._choice(name, value)
        return options

    @classmethod
    def _choice(cls, name: str, value: str | int) -> str | int:
        values = dict(cls.choices)[name]
        for choice in values:
            if str(choice) == str(value):
                return choice
        known = "one of " + ", ".join(str(v) for v in values)
        if isinstance(values, range):
            known = f"{values[0]} to {values[-1]}"
        raise BadOption(f"{name}={value}: {name} is {known}")

    @property
    def dealer(self) -> int:
        """Seat that deals the next deal."""
        return (self.first_dealer + self.dealt) % 4

    @property
    def vulnerable(self) -> int:
        """Return who is vulnerable in the next deal: bit 0 N-S, bit 1 E-W."""
        return 0

    def dealer_at(self, place: int) -> int:
        """Seat that deals the next deal if it is played at `place` (notation.py)."""
        return self.dealer

    def vulnerable_at(self, place: int) -> int:
        """Return who is vulnerable if the next deal is played at `place`: bit 0 N-S, bit 1 E-W."""
        return self.vulnerable

    @property
    def margin(self) -> int:
        """Return by how much the best account leads the next, after settling."""
        totals = sorted(self.totals)
        return self.settle(totals[-1] - totals[-2])

    def settle(self, points: int) -> int:
        """Return the settlement of a difference of `points`."""
        return points

    @property
    def lines(self) -> int:
        """Return how many lines are drawn on the sheet: one below each finished game."""
        return sum(self.games)

    @property
    def winner(self) -> int:
        """Index of the account that is ahead; -1 if the best are level."""
        best = max(self.totals)
        return self.totals.index(best) if self.totals.count(best) == 1 else -1

    def add(self, deal: int, place: int = 0) -> list[int]:
        """Score the next deal: what it adds to which account. Raise BadDeal and change nothing."""
        if self.complete and not self.goes_on:
            raise BadDeal(f"no deal belongs here: {self.over}")
        self.check(deal, place)
        return self._post(self.score(deal, place), self.counts(deal))

    def close(self) -> list[int]:
        """End the play and return the postings for what is unfinished. The sheet is complete."""
        postings = [] if self.complete else self._post(self.unfinished(), 0)
        self.complete, self.goes_on = True, False
        return postings

    over = "the game is over"  # why a deal after the last one is refused

    def counts(self, deal: int) -> int:
        """Return 1 if the next player deals after `deal`, 0 if the same player deals again."""
        return 1

    def check(self, deal: int, place: int) -> None:
        """Raise BadDeal if this rule set cannot score the deal."""
        self.check_place(place)
        self.check_contract(deal)
        self.check_hcp(deal)
        if honours(deal):
            self.check_honours(deal)

    def check_place(self, place: int) -> None:
        """Raise BadDeal if a deal cannot be played at `place`."""
        if place:
            raise BadDeal(f"{self.name} has no boards and no vul=: leave them out")

    def check_contract(self, deal: int) -> None:
        """Raise BadDeal for an acceptor or nullo, which only Pirate Bridge has."""
        if acceptor(deal):
            raise BadDeal(f"{self.name} has no acceptor: name the declarer only")
        if level(deal) and strain(deal) == NULLO:
            raise BadDeal(f"{self.name} has no nullo: the strain is C, D, H, S or N")

    def check_hcp(self, deal: int) -> None:
        """Raise BadDeal for high-card points that do not count, or that are missing."""
        if hcp(deal) >= 0:
            raise BadDeal(f"{self.name} does not score high-card points: leave out hcp=")

    def check_honours(self, deal: int) -> None:
        """Raise BadDeal if the honours claimed with `deal` count nothing here."""
        if "honours" not in self.options:
            raise BadDeal(f"{self.name} does not score honours: leave out hon=")
        if self.options["honours"] == "off":
            raise BadDeal("honours are not scored here (option honours=off): leave out hon=")
        most, fewer = honours_most(honours(deal)), honours_fewer(honours(deal))
        if not self.honours and (fewer or most < 4):
            raise BadDeal(f"honours {most}-{fewer}: only 4 or 5 in one hand count, as in hon=N4")

    def score(self, deal: int, place: int) -> list[int]:
        """Return the postings of a checked deal; a rule set updates its games and part-scores."""
        return []

    def unfinished(self) -> list[int]:
        """Return the postings for a game that the players stop in the middle."""
        return []

    def _post(self, postings: list[int], deals: int) -> list[int]:
        add_up(postings, self.totals)
        self.dealt += deals
        return postings
