"""Input that is not confirmed yet: a deal, a new game. It survives a reset of the chip."""

from firmware.entry import Entry
from firmware.scoring.deal import MAX_BOARD
from firmware.scoring.rules import NAMES


class Setup:
    """The setup of the next new game: rules, options, players, who deals first.

    It starts with the defaults, and then with what the last game was.
    """

    def __init__(self) -> None:
        self.players = [0, 0, 0, 0]
        self.dealer = 0
        self.choose(NAMES[0])

    def choose(self, rules: str) -> None:
        """Choose rules, with their default options."""
        self.rules = rules
        self.options: dict[str, str | int] = {}
        self.accept: bool | None = None  # None: as is usual with these rules
        self.house: str | None = ""  # name of the house rules; "": none; None: it is to be found

    def rule(self, session, house: str | None) -> None:
        """Use the rules of a session, under the name of house rules."""
        self.rules, self.options = session.rules, dict(session.options)
        self.accept = session.accept
        self.house = house

    def seat(self, seat: int, player: int) -> None:
        """Put a player in a seat, and in no other; 0 is a guest."""
        for other in range(4):
            if player and self.players[other] == player:
                self.players[other] = 0
        self.players[seat] = player

    def take(self, session) -> None:
        """Copy the setup of the session that was played last."""
        self.rule(session, None)
        self.players = list(session.players)


class Draft:
    """Input that screens hand to one another until it is saved.

    `entry`: the deal that is being entered; `waiting`: the next deal as far as it was entered
    before an earlier deal was opened to be changed, else the same object. `row`: the deal that is
    shown; 0: the points given at the end. `seat`: the seat whose player is being chosen. `claim`:
    honours, for the last deal. `round_index`: in an event, the index in Rounds.listed of the round
    that the next deal belongs to.
    """

    def __init__(self) -> None:
        self.setup = Setup()
        self.row = 0
        self.seat = 0
        self.claim = 0
        self.round_index = -1

    def begin(self, session) -> None:
        """Prepare the next deal of a session for the entry screens."""
        self.waiting = Entry(len(session.deals) + 1)
        self.entry = self.waiting
        self.find_board(session)

    def find_board(self, session) -> None:
        """Let the next deal be that of the next board."""
        self.round_index = session.rounds.current_index() if session.rounds else -1
        self.waiting.place = self._next_board(session)

    def change(self, session) -> None:
        """Open the shown deal to be entered again; the next deal waits for it."""
        self.entry = Entry(self.row, session.places[self.row - 1], True)
        self.entry.take(session.deals[self.row - 1])

    def leave_late(self, session) -> None:
        """Return to the round in play if a board of an earlier one was chosen."""
        if session.rounds and self.round_index != session.rounds.current_index():
            self.find_board(session)

    def _next_board(self, session) -> int:
        """Return the first board after the last one that was not played, 0 before the first."""
        if self.round_index >= 0:
            return (session.rounds.boards_left(session, self.round_index) or [0])[0]
        places = session.places
        last = places[-1] if places else 0
        if 0 < last <= MAX_BOARD:
            for after in range(MAX_BOARD):
                board = (last + after) % MAX_BOARD + 1
                if not self.is_played(session, board):
                    return board
        return 0

    def is_played(self, session, board: int) -> bool:
        """Return True if a deal other than the one being entered was this board."""
        if session.rounds:
            number = self.entry.number
            of = session.rounds.of(number) if self.entry.corrects else self.round_index
            return session.rounds.is_played(session, of, board, number)
        for number, place in enumerate(session.places, 1):
            if place == board and number != self.entry.number and session.deals[number - 1] >= 0:
                return True
        return False

    def saved_fields(self) -> list:
        """Return the values that survive a reset, for JSON; honours are claimed again."""
        return [
            self.row,
            self.seat,
            self.round_index,
            self.entry.__dict__,
            self.waiting.__dict__,
            self.setup.__dict__,
        ]

    def restore(self, fields: list) -> None:
        """Restore the values of `saved_fields`. Raise ValueError, TypeError or LookupError."""
        self.row, self.seat, self.round_index, entry, waiting, setup = fields
        self.entry = Entry(0)  # waiting is another one, if a deal is being changed
        for thing, values in ((self.entry, entry), (self.waiting, waiting), (self.setup, setup)):
            for name, value in values.items():
                setattr(thing, name, value)
        if not self.entry.corrects:
            self.waiting = self.entry
