"""An event from one round to the next: the seats now, and where pairs and boards go then."""

from micropython import const

from firmware.keys import OK, rightward
from firmware.scoring.deal import SIDES
from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import FOOTER, ROOM, ROW, WIDTH, Screen, footer, lines, rows, title

_NAMES = const(46)  # x of the players' names
_START = const(106)  # px for the round and what OK will do


class Seats(Screen):
    """The pairs and boards of the next round here, or who sits out. OK seats them."""

    name = "seats"

    def draw(self, fb) -> None:
        event = self.game.event_at_table()  # of which the PC may send a newer plan at any time
        following = event.next_meeting()
        if not following.ns or not following.ew:
            title(fb, f"{words.say('round')} {following.round}")
            pairs, said = event.sitting_out(), words.say("nobody")
            if len(pairs) == 1:
                said = words.say("sit out").replace("%n", str(pairs[0]))
            lines(fb, said, 0, 22)
            footer(fb, words.say("next"), "")
            return
        for side, pair in enumerate(following[2:4]):
            y = 2 * side * ROW
            x = text.draw(fb, small, f"{words.side(side)} {pair}", 0, y)
            for row, name in enumerate(event.pair_names(pair)):
                at = max(x + 4, _NAMES)
                text.draw(fb, small, text.fit(small, name, WIDTH - at), at, y + row * ROW)
        said = f"{words.say('round')} {following.round}: {boards(following)}"
        x = text.draw(fb, small, said, 0, FOOTER)
        start = words.say("start")
        footer(fb, start if x + text.width(small, start) < _START else " ", "")

    def key(self, key: int) -> str | None:
        return "seated" if key == OK else None


class Moves(Screen):
    """The end of a round: where both pairs and the boards go.

    After the last round LEFT and RIGHT choose what OK does, at first as on the screen `end`.
    """

    name = "moves"

    def draw(self, fb) -> None:
        event, rounds = self.game.event_at_table(), self.game.session.rounds
        if event.is_over():
            title(fb, words.say("event over"))
            lines(fb, words.say("thanks"), 0, 16)
            footer(fb, words.say("e finish" if self.chosen else "late"), "▶")
            return
        number = event.round()
        self._table = event.next_meeting().table
        self._now = rounds.listed[rounds.current_index()]
        self._next = [event.next_meeting_of(pair) for pair in self._now[1:3]]
        self._tables = event.tables_of_boards()
        title(fb, f"{words.say('round')} {number} {words.say('is over')}")
        lie = any(self._now[1:3])  # the boards of the round, here
        rows(fb, self._row, 3 if lie else 2, -1)
        footer(fb, f"{words.say('round')} {number + 1}")

    def _row(self, row: int) -> tuple[str, str]:
        if row == 2:
            return self._boards_row()
        pair = self._now[row + 1]
        return f"{words.side(row)} {pair or '-'}", self._destination(self._next[row], pair)

    def _destination(self, there, pair: int) -> str:
        """Return where a pair sits next."""
        if not pair or not there:
            return words.say("sits out") if pair else ""
        side = there[2:4].index(pair)
        if there.table == self._table and self._now[side + 1] == pair:
            return words.say("stays")
        return f"{words.say('table')} {there.table} {words.say(SIDES[side])}"

    def _boards_row(self) -> tuple[str, str]:
        """Return the boards, and where they go: the first table, and how many more."""
        lie = boards(self._now)
        room = ROOM - text.width(small, lie)
        table = words.say("table") + " "
        go = table + ", ".join([str(number) for number in self._tables])
        if not self._tables:
            go = words.say("aside")
        elif text.width(small, go) > room:
            go = f"{table}{self._tables[0]} +{len(self._tables) - 1}"
        named = words.say("boards") + " " + lie
        return named if text.width(small, named + go) <= ROOM else lie, go

    def key(self, key: int) -> str | None:
        if not self.game.event_at_table().is_over():
            return "next" if key == OK else None
        if key == OK:
            return "over" if self.chosen else "boards"
        self.chosen ^= rightward(key) & 1
        return None


def boards(one) -> str:
    """Return the boards of a round, such as 4-6."""
    return str(one.first) if one.first == one.last else f"{one.first}-{one.last}"
