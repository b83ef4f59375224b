"""Chicago, bridge in wheels of four deals: as it is played at clubs and on a server."""

from firmware.scoring import board, kernel
from firmware.scoring.deal import declarer, doubling, level, overtricks
from firmware.scoring.honours import check_claim, post_claim
from firmware.scoring.sheet import ABOVE, BELOW, post
from firmware.scoring.wheel import FourDeals


class Chicago(FourDeals):
    """Chicago, four-deal bridge. [American Contract Bridge League (ACBL), page on Chicago]

    On deals 2 and 3 dealer's side is vulnerable. Trick scores add up to games as in rubber
    bridge; the side that completes one gets 300 at once, 500 if it is vulnerable on that deal, and
    both sides begin the next game at 0. A part-score made on deal 4 that completes no game gets
    100. The next wheel begins without part-scores.

    vulnerable: on deals 2 and 3; dealer = dealer's side; nondealer = the other side
        [dealer = ACBL; nondealer = TGR's club, London, and ACBL by agreement]
    carry: part-scores at the end of a wheel; off = are lost; on = count on in the next
        [off = Bicycle card rules, totals after four deals; on = club agreement]
    passed: a passed-out deal; redeal = is dealt again by the same player; counts = is one of the
        four deals
        [redeal = Bicycle card rules; counts = club agreement]
    honours: 4 or 5 trump honours, or 4 aces at no-trump, in one hand; on = count above the line;
        off = do not count
        [on = Bicycle card rules, scored as at rubber bridge; off = ACBL, scored as at duplicate]
    overtricks: on = count; off = count only in a doubled contract
        [on = ACBL; off = TGR's club, London, at high stakes]
    undertricks: the laws of which year say what a contract costs that is down
        [1987 = Laws of Duplicate Bridge 1987, of Rubber Bridge 2014;
        1935 = Laws of Contract Bridge 1935; 1932 = Laws of Contract Bridge 1932]
    insult: for making a doubled contract; law = 50, redoubled 100; flat50 = 50, redoubled too;
        none = nothing
        [law = Laws of Rubber Bridge 2014;
        flat50 = Laws of Contract Bridge 1935, those of 1932 not checked;
        none = a large game server, not checked there]
    """

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

    @property
    def lines(self) -> int:
        """One beneath each game of the wheel."""
        return self.games[0] + self.games[1]

    def check_honours(self, deal: int) -> None:
        """Raises BadDeal unless 4 or 5 honours in one hand are claimed."""
        check_claim(deal, self.options["honours"])

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

    On deals 2 and 3 dealer's opponents are vulnerable. A game bid and made gets 300, vulnerable
    500, a part-score 50; nothing is carried, and there are no honours. A passed-out deal is dealt
    again by the same player.
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
