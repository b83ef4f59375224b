"""New game, first step: rule set, options and players."""

from firmware.keys import DOWN, LEFT, OK, UP
from firmware.scoring.rules import NAMES
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title


class Setup(Screen):
    """OK takes all as it stands.

    Rows: the game, its options, whether results are accepted, a player for each seat.
    """

    name = "setup"

    def __init__(self, game):
        super().__init__(game)
        self._roster = None  # read when a player has to be named
        self._choices, self._values = game.choices()
        self._place = -1  # of the house rules that are chosen
        setup, house = game.draft.setup, game.house()
        if setup.house != "":
            self._place, setup.house = house.find(setup, self._values) if house else (-1, "")

    def draw(self, fb) -> None:
        said = words.say("new game")
        title(fb, said[0].upper() + said[1:])
        rows(fb, self._row, len(self._choices) + 6, self.chosen)
        footer(fb, words.say("next"))

    def _row(self, row: int) -> tuple[str, str]:
        """Return the left and the right text of a row."""
        setup = self.game.draft.setup
        option = row - 1
        seat = option - len(self._choices) - 1
        if row == 0:
            return words.say("game"), setup.house or words.say(setup.rules)
        if seat >= 0:
            return words.say(words.SEAT_NAMES[seat]), self._player(setup.players[seat])
        if seat == -1:
            return words.say("accept"), words.say("v on" if setup.accept else "v off")
        name, _ = self._choices[option]
        return option_text(name, self._values[name])

    def _player(self, number: int) -> str:
        """Return a player's name, or the number of one who is no longer in the roster."""
        if not number:
            return words.say("guest")
        self._roster = self._roster or self.game.roster()
        return self._roster.name(number)

    def key(self, key: int) -> str | None:
        if key == OK:
            return "chosen"
        count = len(self._choices) + 6
        if key in (UP, DOWN):
            self.chosen = (self.chosen + (1 if key == DOWN else -1)) % count
            return None
        return self._turn(-1 if key == LEFT else 1)

    def _turn(self, step: int) -> str | None:
        """Change the value of the chosen row; players have a screen of their own."""
        setup = self.game.draft.setup
        option = self.chosen - 1
        if self.chosen == 0:
            self._turn_rules(step)
        elif option < len(self._choices):
            name, values = self._choices[option]
            place = list(values).index(self._values[name])
            self._values[name] = setup.options[name] = values[(place + step) % len(values)]
            self._leave_house()
        elif option == len(self._choices):
            setup.accept = not setup.accept
            self._leave_house()
        else:
            self.game.draft.seat = option - len(self._choices) - 1
            return "player"
        return None

    def _turn_rules(self, step: int) -> None:
        """Choose the next rules: the rule sets, then the house rules, in a circle."""
        setup, house = self.game.draft.setup, self.game.house()
        count = len(NAMES) + (house.count() if house else 0)
        at = NAMES.index(setup.rules) if self._place < 0 else len(NAMES) + self._place
        at = (at + step) % count
        while at >= len(NAMES) and not house.choose(at - len(NAMES), setup):
            at = (at + step) % count  # what has rotted is passed over
        if at < len(NAMES):
            setup.choose(NAMES[at])
        self._place = max(-1, at - len(NAMES))
        self._choices, self._values = self.game.choices()

    def _leave_house(self) -> None:
        """Leave the house rules: with an option changed only their rule set remains."""
        self._place, self.game.draft.setup.house = -1, ""


def option_text(name: str, value: str | int) -> tuple[str, str]:
    """Return an option of a rule set and its value as text; numbers stay as they are."""
    said = words.find_text(f"v {value}", str(value))
    return words.find_text("o " + name, name), words.find_text(f"v {name} {value}", said)
