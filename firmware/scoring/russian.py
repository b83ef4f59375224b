"""Chicago with Russian scoring: the score against the one expected of the high cards."""

from firmware.scoring import board
from firmware.scoring.deal import MAX_HCP, BadDeal, declarer, hcp
from firmware.scoring.imps import imps
from firmware.scoring.sheet import ABOVE, post
from firmware.scoring.wheel import FourDeals

# Points that a side with 20, 21, ... 40 high-card points is expected to score.
_NOT_VULNERABLE = (
    0, 50, 70, 110, 200, 300, 350, 400, 430, 460, 490,
    600, 700, 900, 1000, 1100, 1200, 1300, 1300, 1300, 1300,
)  # fmt: skip
_VULNERABLE = (
    0, 50, 70, 110, 290, 440, 520, 600, 630, 660, 690,
    900, 1050, 1350, 1500, 1650, 1800, 1950, 1950, 1950, 1950,
)  # fmt: skip
EXPECTED = (_NOT_VULNERABLE, _VULNERABLE)
HALF = MAX_HCP // 2


def expected(points: int, vulnerable: int) -> int:
    """Return the score of N-S to be expected when they hold `points` high-card points.

    `vulnerable`: bit 0 N-S, bit 1 E-W; that of the side with more points matters.
    """
    if points >= HALF:
        return EXPECTED[vulnerable & 1][points - HALF]
    return -EXPECTED[vulnerable >> 1][HALF - points]


class Russian(FourDeals):
    """Chicago with Russian scoring ("IMP"): luck with the cards is taken out of the score.
    [the table in general use; its first publication is not known to us]
    """

    name = "russian"
    asks = ("hcp",)
    imps = True
    choices = (("passed", ("redeal", "counts")), ("vulnerable", ("dealer", "nondealer")))
    defaults = ("redeal", "nondealer")

    def settle(self, points: int) -> int:
        """Return half of the difference: one side's loss is the other side's gain."""
        return points // 2

    def check_hcp(self, deal: int) -> None:
        """Raise BadDeal unless the points are given, for a deal that counts and only for one."""
        if self.counts(deal) and hcp(deal) < 0:
            raise BadDeal("the high-card points of N-S are missing: add them, as in hcp=23")
        if not self.counts(deal) and hcp(deal) >= 0:
            raise BadDeal("a passed-out deal is dealt again and scores nothing: leave out hcp=")

    def worth(self, deal: int) -> list[int]:
        """Return the IMPs for the score of N-S less the expected score."""
        side = declarer(deal) % 2
        points = board.points(deal, bool(self.vulnerable >> side & 1))
        scored = -points if side else points
        won = imps(scored - expected(hcp(deal), self.vulnerable))
        postings: list[int] = []
        post(postings, 0, ABOVE, won, "IMPs")
        post(postings, 1, ABOVE, -won, "IMPs")
        return postings
