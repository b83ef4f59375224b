"""Rubber bridge and its relatives: games, part-scores, the line."""

from firmware.scoring import kernel
from firmware.scoring.deal import declarer, level, overtricks
from firmware.scoring.sheet import ABOVE, BELOW, Sheet, post


class Rubber(Sheet):
    """Rubber bridge. [Laws of Rubber Bridge 2014]"""

    name = "rubber"
    on_paper = True
    over = "the rubber is over"
    choices = (
        ("honours", ("on", "off")),
        ("undertricks", ("1987", "1935", "1932")),
        ("insult", ("law", "flat50", "none")),
        ("unfinished", ("law", "exclusive", "none")),
        ("unfinished_part", (100, 50)),
        ("settle", ("none", "100s")),
    )
    defaults = ("on", "1987", "law", "law", 100, "none")

    def __init__(self, options: dict[str, str | int] | None = None, first_dealer: int = 0):
        super().__init__(options, first_dealer)
        self._scale = self.choices[1][1].index(self.options["undertricks"])
        self._insult = self.choices[2][1].index(self.options["insult"])

    @property
    def vulnerable(self) -> int:
        """Sides with a game: bit 0 N-S, bit 1 E-W."""
        return (self.games[0] > 0) | (self.games[1] > 0) << 1

    def settle(self, points: int) -> int:
        """Return the difference, to the nearest hundred, half up, if the option says so."""
        return (points + 50) // 100 * 100 if self.options["settle"] == "100s" else points

    def score(self, deal: int, place: int) -> list[int]:
        """Score the odd tricks bid below the line, everything else above it."""
        postings: list[int] = []
        if level(deal):
            side = declarer(deal) % 2
            vulnerable = self.games[side] > 0
            if overtricks(deal) >= 0:
                self.part_scores[side] += kernel.trick_score(deal)
                kernel.post_made(postings, side, BELOW, deal, vulnerable, self._insult)
            else:
                points = kernel.undertrick_score(deal, vulnerable, self._scale)
                post(postings, 1 - side, ABOVE, points, "undertricks")
            kernel.post_claim(postings, deal)
            self._game(postings, side)
        return postings

    def _game(self, postings: list[int], side: int) -> None:
        """Draw the line when `side` has reached 100: both part-scores start again."""
        if self.part_scores[side] < kernel.GAME:
            return
        self.part_scores = [0, 0]
        self.games[side] += 1
        bonus = self.game_bonus(side)
        if bonus:
            post(postings, side, ABOVE, bonus[0], bonus[1])
        self.complete = self.games[side] == 2

    def game_bonus(self, side: int) -> tuple[int, str] | None:
        """Return points and reason for the game that `side` has won; None if there are none."""
        if self.games[side] < 2:
            return None
        return (500 if self.games[1 - side] else 700), "rubber"

    def unfinished(self) -> list[int]:
        """Score for the only side with a game, and for the only side with a part-score."""
        reading = self.options["unfinished"]
        if reading == "none":
            return []
        postings: list[int] = []
        _post_only(postings, self.games, 300, "unfinished game")
        if not postings or reading != "exclusive":
            points = int(self.options["unfinished_part"])
            _post_only(postings, self.part_scores, points, "unfinished part-score")
        return postings


def _post_only(postings: list[int], amounts: list[int], points: int, reason: str) -> None:
    """Post `points` to the only side whose amount is not 0."""
    for side in (0, 1):
        if amounts[side] and not amounts[1 - side]:
            post(postings, side, ABOVE, points, reason)


class International(Rubber):
    """Rubber bridge as a large game server scores it: older doubled undertricks, nothing for
    making a doubled contract, no honours, nothing for an unfinished rubber.
    [a large game server, not checked there]
    """

    name = "international"
    defaults = ("off", "1935", "none", "none", 100, "none")
