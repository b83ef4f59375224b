"""The New Zealand knock-out match: rubbers one after another, ties played off."""

from firmware.scoring.rubber import Rubber
from firmware.scoring.sheet import post, unpacked


class NzMatch(Rubber):
    """New Zealand knock-out match: rubbers follow one another until so many deals are dealt.
    [Rules for New Zealand National Rubber Bridge Competition 2015]
    """

    name = "nz-match"
    on_paper = False
    ranked = False
    match = True
    over = "the match is over"
    choices: tuple = Rubber.choices + (("deals", range(1, 101)), ("tie", ("continue", "playoff")))
    defaults: tuple = Rubber.defaults + (30, "continue")

    def __init__(self, options: dict[str, str | int] | None = None, first_dealer: int = 0):
        super().__init__(options, first_dealer)
        self._last = int(self.options["deals"])  # after this deal the totals are compared
        self._premium: list[int] = []  # that the next deal withdraws

    def add(self, deal: int, place: int = 0) -> list[int]:
        """Score the next deal, with the premium after the last. Raise BadDeal."""
        postings = super().add(deal, place)
        new_rubber = self.complete  # which so far says only that the rubber is over
        if new_rubber:
            self._begin_rubber()
        if self.dealt == self._last:
            premium = self._post(self.unfinished(), 0)
            postings += premium
            self.complete = self.totals[0] != self.totals[1]
            if not self.complete:
                self._two_more_deals(premium, new_rubber)
        return postings

    def score(self, deal: int, place: int) -> list[int]:
        """Score a deal as in `rubber`, after the premium of a tie is withdrawn."""
        if not self._premium:
            return super().score(deal, place)
        withdrawn: list[int] = []
        for side, line, points, reason in unpacked(self._premium):
            post(withdrawn, side, line, -points, reason)
        self._premium = []
        return withdrawn + super().score(deal, place)

    def unfinished(self) -> list[int]:
        """Score as in `rubber`, but nothing while the premium of a tie stands."""
        return [] if self._premium else super().unfinished()

    def _begin_rubber(self) -> None:
        self.rubber += 1
        self.games, self.part_scores = [0, 0], [0, 0]
        self.complete = False

    def _two_more_deals(self, premium: list, new_rubber: bool) -> None:
        """Continue the rubber without the premium after a tie, or start a new one."""
        self._last += 2
        if self.options["tie"] == "continue":
            self._premium = premium
        elif not new_rubber:
            self._begin_rubber()
