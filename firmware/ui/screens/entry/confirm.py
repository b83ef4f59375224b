"""Questions that are asked once."""

from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.points import deal_number
from firmware.ui.screen import WIDTH, Question, answers


def _ask(fb, top: int, question: str, *lines: tuple[int, str]) -> None:
    """Draw the question from `top` on, and lines below it, each with its own y."""
    text.draw(fb, medium, question, WIDTH // 2, top, 1, text.CENTRED)
    for y, line in lines:
        text.draw(fb, small, line, WIDTH // 2, y, 1, text.CENTRED)
    answers(fb)


class Stop(Question):
    """The players stop before the game is over, which cannot be taken back."""

    name = "stop"

    def draw(self, fb) -> None:
        said = words.say
        _ask(fb, 2, said("stop now"), (22, said("stop 1")), (36, said("stop 2")))


class Void(Question):
    """A deal is to be taken out of the score; the log keeps it."""

    name = "void"

    def draw(self, fb) -> None:
        game = self.game
        which = deal_number(game.session, game.draft.row)
        played = words.deal_text(game.session.deals[game.draft.row - 1])
        _ask(fb, 2, words.say("void it"), (24, f"{words.say('deal')} {which}"), (37, played))


class Passed(Question):
    """Asked, because OK on the compass is easily pressed."""

    name = "passed"

    def draw(self, fb) -> None:
        _ask(fb, 8, words.say("passed out"), (32, words.say("nobody bid")))

    def key(self, key: int) -> str | None:
        outcome = super().key(key)
        if outcome:
            self.game.draft.entry.passed = True
        return outcome
