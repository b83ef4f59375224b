"""The deal that is being entered; its screens change one field each."""

from micropython import const

from firmware.scoring import deal as d

# Where the contract screen starts: the contract from which, over the published frequencies, the
# fewest presses lead to the one that was bid (1.87 on average).
START_LEVEL, START_STRAIN = 3, d.SPADES
_START_HCP = const(20)  # half of all high-card points


class Entry:
    """The deal that is being entered.

    `number`: which deal, `place`: where it is played, `corrects`: it was entered before."""

    def __init__(self, number: int, place: int = 0, corrects: bool = False):
        self.number = number
        self.place = place
        self.corrects = corrects
        self.passed = False  # nobody bid
        self.declarer = 0
        self.acceptor = 2  # seats clockwise from declarer
        self.level, self.strain = START_LEVEL, START_STRAIN
        self.doubling = d.UNDOUBLED
        self.overtricks = 0
        self.hcp = _START_HCP
        self.honours = 0  # as they were claimed, of this strain
        self.honours_strain = -1

    def take(self, deal: int) -> None:
        """Start from a deal that was entered before; from a void one as a new deal does."""
        if deal < 0 or not d.level(deal):
            return
        self.declarer = d.declarer(deal)
        self.acceptor = d.acceptor(deal) or 2
        self.level, self.strain = d.level(deal), d.strain(deal)
        self.doubling = d.doubling(deal)
        self.overtricks = d.overtricks(deal)
        self.honours, self.honours_strain = d.honours(deal), self.strain
        if d.hcp(deal) >= 0:
            self.hcp = d.hcp(deal)

    def set_level(self, level: int) -> None:
        """Set the level, 1..7 in a circle; the result stays one that the level allows."""
        self.level = (level - 1) % 7 + 1
        self.set_overtricks(self.overtricks)

    def set_overtricks(self, overtricks: int) -> None:
        """Set the result, limited to 0..13 tricks."""
        most = d.TRICKS - d.BOOK - self.level
        self.overtricks = max(-d.BOOK - self.level, min(overtricks, most))

    def set_hcp(self, points: int) -> None:
        """Set the high-card points of N-S, limited to 0..40."""
        self.hcp = max(0, min(points, d.MAX_HCP))

    def deal(self, acceptor: bool = False, hcp: bool = False) -> int:
        """Return the deal as it is entered now, with what its rule set asks for.

        Honours claimed before a correction stay if it has the same strain.
        """
        deal = d.PASSED_OUT if self.passed else self._pack_contract(acceptor)
        if hcp:
            deal = d.with_hcp(deal, self.hcp)
        if self.honours and not self.passed and self.strain == self.honours_strain:
            deal = d.with_honours(deal, self.honours)
        return deal

    def _pack_contract(self, acceptor: bool) -> int:
        taken = d.tricks_for(self.level, self.strain, self.overtricks)
        partner = self.acceptor if acceptor else 0
        return d.pack(self.level, self.strain, self.doubling, self.declarer, taken, partner)
