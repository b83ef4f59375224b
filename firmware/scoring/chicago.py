"""Chicago, bridge in wheels of four deals: as it is played at clubs and on a server."""

from firmware.scoring import board, kernel
from firmware.scoring.deal import declarer, doubling, level, overtricks
from firmware.scoring.sheet import ABOVE, BELOW, opposite, post
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
        self._scale = self.choices[5][1].index(self.options["undertricks"])
        self._insult = self.choices[6][1].index(self.options["insult"])

    def worth(self, deal: int) -> list[int]:
        """Score the odd tricks bid below the line, everything else above it."""
        postings: list[int] = []
        if level(deal):
            side = declarer(deal) % 2
            vulnerable = bool(self.vulnerable >> side & 1)
            if overtricks(deal) >= 0:
                self._post_made(postings, deal, side, vulnerable)
            else:
                points = kernel.undertrick_score(deal, vulnerable, self._scale)
                post(postings, 1 - side, ABOVE, points, "undertricks")
            kernel.post_claim(postings, deal)
            self._premium(postings, deal, side, vulnerable)
        return postings

    def _post_made(self, postings: list[int], deal: int, side: int, vulnerable: bool) -> None:
        self.part_scores[side] += kernel.trick_score(deal)
        if not doubling(deal) and self.options["overtricks"] == "off":
            deal -= overtricks(deal)  # as if it was just made: the tricks are its lowest bits
        kernel.post_made(postings, side, BELOW, deal, vulnerable, self._insult)

    def _premium(self, postings: list[int], deal: int, side: int, vulnerable: bool) -> None:
        """Post the premium for a game that `side` has completed, or a part-score on deal 4."""
        if overtricks(deal) < 0:
            return
        if self.part_scores[side] >= kernel.GAME:
            self.part_scores = [0, 0]
            self.games[side] += 1
            post(postings, side, ABOVE, 500 if vulnerable else 300, "game")
        elif self.last_deal:
            post(postings, side, ABOVE, 100, "part-score")

    def next_wheel(self) -> None:
        """Count games from 0 again; part-scores are lost unless they carry."""
        super().next_wheel()
        self.games = [0, 0]
        if self.options["carry"] == "off":
            self.part_scores = [0, 0]


class ChicagoServer(FourDeals):
    """Chicago as a large game server scores it: every deal by itself, as at duplicate.
    [a large game server, not checked there; Y's Men of Westport and Weston 2012 have the same]
    """

    name = "chicago-server"
    choices = (("vulnerable", ("dealer", "nondealer")), ("passed", ("redeal", "counts")))
    defaults = ("nondealer", "redeal")

    def worth(self, deal: int) -> list[int]:
        """Return the duplicate score, for declarer's side or, if it is down, for the other."""
        postings: list[int] = []
        side = declarer(deal) % 2
        board.post_points(postings, side, deal, bool(self.vulnerable >> side & 1))
        if postings and overtricks(deal) < 0:
            postings[0] = opposite(postings[0])
        return postings
