"""Rubber bridge with the Polish accounting."""

from firmware.scoring.rubber import Rubber


class Polish(Rubber):
    """Rubber bridge with the Polish accounting: each side gets 200 above the line for its first
    game, and the game that ends the rubber gets 500, whether the other side has a game or none.
    [Polish Wikipedia on bridge scoring; where it is silent, as in rubber]
    """

    name = "polish"
    ranked = False

    def game_bonus(self, side: int) -> tuple[int, str] | None:
        """Return 200 for a side's first game, 500 for the second, which ends the rubber."""
        return (500, "rubber") if self.games[side] == 2 else (200, "game")
