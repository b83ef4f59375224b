"""Wheels of four deals, which Chicago has in all its forms."""

from firmware.scoring.deal import level
from firmware.scoring.sheet import Sheet

WHEEL = 4  # deals


class FourDeals(Sheet):
    """Wheels of four deals follow one another until the players stop.

    Nobody is vulnerable on the first deal of a wheel, both sides are on the last, and one side on
    the two between. A passed-out deal is dealt again by the same player.
    """

    over = "the players have stopped"
    others_vulnerable = True  # on deals 2 and 3 dealer's opponents, not dealer's side

    @property
    def vulnerable(self) -> int:
        """By the number of the deal in its wheel: bit 0 N-S, bit 1 E-W."""
        if self.dealt % WHEEL == 0:
            return 0
        if self.last_deal:
            return 3
        return 1 << (self.dealer + self.others_vulnerable) % 2

    @property
    def last_deal(self) -> bool:
        """Whether the next deal is the fourth of its wheel."""
        return self.dealt % WHEEL == WHEEL - 1

    def counts(self, deal: int) -> int:
        """A passed-out deal is none of the four, but for the option."""
        return int(level(deal) > 0 or self.options.get("passed") == "counts")

    def score(self, deal: int, place: int) -> list[int]:
        """What the deal is worth; after the fourth the next wheel begins."""
        if not self.counts(deal):
            return []
        postings = self.worth(deal)
        if self.last_deal:
            self.next_wheel()
        return postings

    def worth(self, deal: int) -> list[int]:
        """Postings of a deal that counts."""
        return []

    def next_wheel(self) -> None:
        """Begins another wheel."""
        self.rubber += 1
