"""Chicago, bridge in wheels of four deals: as it is played at clubs and on a server."""

from firmware.scoring import board, kernel
from firmware.scoring.deal import declarer, doubling, level, overtricks
from firmware.scoring.honours import post_claim
from firmware.scoring.sheet import ABOVE, BELOW, post
from firmware.scoring.wheel import FourDeals


class Chicago(FourDeals):
    """Chicago, four-deal bridge. [American Contract Bridge League (ACBL), page on Chicago]"""

    name = "chicago"
    choices = (
        ("vulnerable", ("dealer", "nondealer")),
        ("carry", ("off", "on")),
        ("passed", ("redeal", "counts")),
        ("honours", ("on", "off")),
        ("overtricks", ("on", "off")),
        ("undertricks", ("1987", "1935", "1932")),
        ("insult", ("law", "flat50", "none")),
    )
    defaults = ("dealer", "off", "redeal", "on", "on", "1987", "law")

    def __init__(self, options: dict[str, str | int] | None = None, first_dealer: int = 0):
        super().__init__(options, first_dealer)
        self.others_vulnerable = self.options["vulnerable"] == "nondealer"
        self._scale = self.choices[5][1].index(self.options["undertricks"])
        self._insult = self.choices[6][1].index(self.options["insult"])

    def worth(self, deal: int) -> list[tuple[int, str, int, str]]:
        """Below the line the odd tricks bid, above it everything else."""
        postings: list[tuple[int, str, int, str]] = []
        if level(deal):
            side = declarer(deal) % 2
            vulnerable = bool(self.vulnerable >> side & 1)
            if overtricks(deal) >= 0:
                self._made(postings, deal, side, vulnerable)
            else:
                points = kernel.undertrick_score(deal, vulnerable, self._scale)
                post(postings, 1 - side, ABOVE, points, "undertricks")
            post_claim(postings, deal)
            self._premium(postings, deal, side, vulnerable)
        return postings

    def _made(self, postings: list, deal: int, side: int, vulnerable: bool) -> None:
        tricks = kernel.trick_score(deal)
        self.part_scores[side] += tricks
        post(postings, side, BELOW, tricks, "tricks")
        if doubling(deal) or self.options["overtricks"] == "on":
            post(postings, side, ABOVE, kernel.overtrick_score(deal, vulnerable), "overtricks")
        post(postings, side, ABOVE, kernel.insult(deal, self._insult), "insult")
        post(postings, side, ABOVE, kernel.slam(deal, vulnerable), "slam")

    def _premium(self, postings: list, deal: int, side: int, vulnerable: bool) -> None:
        """For the game that `side` has completed, or for its part-score on deal 4."""
        if overtricks(deal) < 0:
            return
        if self.part_scores[side] >= kernel.GAME:
            self.part_scores = [0, 0]
            self.games[side] += 1
            post(postings, side, ABOVE, 500 if vulnerable else 300, "game")
        elif self.last_deal:
            post(postings, side, ABOVE, 100, "part-score")

    def next_wheel(self) -> None:
        """Games are counted anew, and part-scores are lost unless they carry."""
        super().next_wheel()
        self.games = [0, 0]
        if self.options["carry"] == "off":
            self.part_scores = [0, 0]


class ChicagoServer(FourDeals):
    """Chicago as a large game server scores it: every deal by itself, as at duplicate.
    [a large game server, not checked there; Y's Men of Westport and Weston 2012 have the same]
    """

    name = "chicago-server"

    def worth(self, deal: int) -> list[tuple[int, str, int, str]]:
        """The duplicate score, for declarer's side or, if it is down, for the other."""
        postings: list[tuple[int, str, int, str]] = []
        side = declarer(deal) % 2
        vulnerable = bool(self.vulnerable >> side & 1)
        down = overtricks(deal) < 0
        board.post_points(postings, side ^ down, deal, vulnerable, -1 if down else 1)
        return postings
