"""What the next new game will be: rules, options, players, who deals first."""

from firmware.scoring.rules import NAMES


class Setup:
    """Starts with the defaults, and then with what the last game was."""

    def __init__(self) -> None:
        self.players = [0, 0, 0, 0]
        self.dealer = 0
        self.choose(NAMES[0])

    def choose(self, rules: str) -> None:
        """Other rules, with their defaults."""
        self.rules = rules
        self.options: dict[str, str | int] = {}
        self.accept: bool | None = None  # None: as is usual with these rules
        self.house: str | None = ""  # name of the house rules; "": none; None: it is to be found

    def rule(self, session, house: str | None) -> None:
        """The rules of a session, under the name of house rules."""
        self.rules, self.options = session.rules, dict(session.options)
        self.accept = session.accept
        self.house = house

    def seat(self, seat: int, player: int) -> None:
        """A player in a seat, and in no other; 0 is a guest."""
        for other in range(4):
            if player and self.players[other] == player:
                self.players[other] = 0
        self.players[seat] = player

    def take(self, session) -> None:
        """As the session that was played last."""
        self.rule(session, None)
        self.players = list(session.players)
