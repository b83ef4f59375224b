"""The boards of an event at this table: those still to play, and questions about an event."""

from firmware.keys import DOWN, OK, RIGHT, upward
from firmware.ui import text, words
from firmware.ui.fonts import medium
from firmware.ui.screen import WIDTH, Question, Screen, answers, footer, lines, rows, title


class Boards(Screen):
    """Boards of this round and of earlier ones that have no result. RIGHT: it is not played."""

    name = "boards"

    def __init__(self, game):
        super().__init__(game)
        rounds = game.session.rounds
        self._late = rounds.open_boards(game.session)
        self._listed = rounds.listed
        self._out = [(rounds.listed[at][:3], board) for at, board in rounds.unplayed]

    def draw(self, fb) -> None:
        title(fb, words.say("to play"), "▶ " + words.say("left out") if self._late else "")
        if not self._late:
            lines(fb, words.say("none left"), 0, 22)
        rows(fb, self._row, len(self._late), self.chosen)
        footer(fb, words.say("play") if self._late else "")

    def _row(self, row: int) -> tuple[str, str]:
        place, board = self._late[row]
        start = self._listed[place]
        out = words.say("left out") if (start[:3], board) in self._out else ""
        said = out or f"{words.say('round')} {start.round}"
        return f"{words.say('board')} {board}", said

    def key(self, key: int) -> str | None:
        if not self._late:
            return None
        if key in (OK, RIGHT):
            draft = self.game.draft
            draft.round_index, draft.entry.place = self._late[self.chosen]
            return "play" if key == OK else "leave"
        self.chosen = (self.chosen - upward(key)) % len(self._late)
        return None


class Asked(Question):
    """A board that is not one for this round, or that a pair here has had: is it played?"""

    name = "asked"

    def __init__(self, game):
        super().__init__(game)
        self._board = game.draft.entry.place
        self._why, self._who = game.event_at_table().board_objection(self._board)

    def draw(self, fb) -> None:
        said = words.say(self._why).replace("%b", str(self._board)).replace("%n", str(self._who))
        lines(fb, said, 0, 0)
        text.draw(fb, medium, words.say("play it"), WIDTH // 2, 32, 1, text.CENTRED)
        answers(fb)


class Resume(Question):
    """Does an event go on here that was ended here, or that another tablet has begun?

    DOWN: what was ended starts over.
    """

    name = "resume"

    def draw(self, fb) -> None:
        event, said = self.game.event_at_table(), words.say("was ended")
        header = event.header  # which the PC may take away at any time
        if event.can_resume() or not header:
            title(fb, "", "▼ " + words.say("anew"))
        else:
            said = f"{words.say('round')} {header.reached}. {words.say('take over')}"
            said = said.replace("%n", str(header.table))
        lines(fb, said, 0, 16)
        answers(fb)

    def key(self, key: int) -> str | None:
        anew = key == DOWN and self.game.event_at_table().can_resume()
        return "anew" if anew else super().key(key)
