"""Wheels of four deals, which Chicago has in all its forms."""

from firmware.scoring.deal import level
from firmware.scoring.sheet import Sheet

WHEEL = 4  # deals


class FourDeals(Sheet):
    """A wheel of four deals, after which the game is over; but another wheel may follow.

    Nobody is vulnerable on the first deal of a wheel, both sides are on the last, and one side on
    the two between: dealer's, or by the option the other. A passed-out deal is dealt again by the
    same player, but for the option.
    """

    over = "the players have stopped"
    goes_on = True
    wheel = WHEEL

    @property
    def vulnerable(self) -> int:
        """Return who is vulnerable by the deal's number in its wheel: bit 0 N-S, bit 1 E-W."""
        if self.dealt % WHEEL == 0:
            return 0
        if self.last_deal:
            return 3
        return 1 << (self.dealer + (self.options["vulnerable"] == "nondealer")) % 2

    @property
    def last_deal(self) -> bool:
        """Return True if the next deal is the fourth of its wheel."""
        return self.dealt % WHEEL == WHEEL - 1

    def counts(self, deal: int) -> int:
        """Return True unless the deal was passed out; the option counts that too."""
        return int(level(deal) > 0 or self.options["passed"] == "counts")

    def score(self, deal: int, place: int) -> list[int]:
        """Score a deal. The fourth one ends the game, unless part-scores carry over."""
        if not self.counts(deal):
            return []
        postings = self.worth(deal)
        self.complete = self.last_deal and self.options.get("carry") != "on"
        if self.last_deal:
            self.next_wheel()
        return postings

    def worth(self, deal: int) -> list[int]:
        """Return the postings of a deal that counts."""
        return []

    def next_wheel(self) -> None:
        self.rubber += 1
