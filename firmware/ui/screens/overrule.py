"""The director's correction of the round, the pairs and the boards at this table.

Of a round that is chosen the plan says the rest, which can be changed.
"""

from firmware.keys import OK, rightward, upward
from firmware.scoring.deal import MAX_BOARD
from firmware.scoring.rounds import MOST_ROUNDS
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title

# Least and most of what is chosen: round, pair N-S, pair E-W, first and last board.
_LIMITS = ((1, MOST_ROUNDS), (0, 255), (0, 255), (1, MAX_BOARD), (1, MAX_BOARD))
_NAMES = ("round", "NS", "EW", "first board", "last board")


class Overrule(Screen):
    name = "overrule"

    def __init__(self, game):
        super().__init__(game)
        rounds = game.session.rounds
        if rounds.listed:
            self._said = list(rounds.listed[rounds.current_index()][:5])
        else:
            self._fill_in(game.event_at_table().round() + 1)
        self._before = list(self._said)

    def _fill_in(self, number: int) -> None:
        """Choose what is planned for a round."""
        self._said = [number] + list(self.game.event_at_table().meeting(number)[2:])

    def draw(self, fb) -> None:
        title(fb, words.say("d overrule"))
        rows(fb, self._row, len(_NAMES), self.chosen)
        footer(fb, words.say("save") if self._is_other() else "")

    def _row(self, row: int) -> tuple[str, str]:
        said = self._said[row]
        value = str(said) if said else words.say("nobody")
        return words.say(_NAMES[row]), value

    def _is_other(self) -> bool:
        """Return True if it can be saved, and is not what is there: OK may come twice."""
        return self._said[3] <= self._said[4] and self._said != self._before

    def key(self, key: int) -> str | None:
        if key == OK:
            self.game.director.override = self._said
            return "set" if self._is_other() else None
        self.chosen = (self.chosen - upward(key)) % len(_NAMES)
        least, most = _LIMITS[self.chosen]
        value = self._said[self.chosen] + rightward(key)
        self._said[self.chosen] = max(least, min(value, most))
        if rightward(key) and not self.chosen:
            self._fill_in(self._said[0])
        return None
