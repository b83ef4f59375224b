"""A session: the fold of its append-only log of events.

An event is a tuple (kind, place, number, value) of small integers; what the fields mean is said
beside each kind. Nothing is ever taken back: corrections and voids are events too, so the audit
trail is the log itself, and sheet, dealer, vulnerability and totals come from replaying it.
"""

from array import array
from collections import namedtuple

from firmware.scoring.deal import NORTH, WEST, BadDeal, check, with_honours
from firmware.scoring.rules import NAMES, rounds, rule_set
from firmware.scoring.sheet import Sheet

FORMAT = 1  # of the log; in the START event, so that an older PC can say what it would need
WITH_ROUNDS = 2  # the format of a session of an event: with scoring/rounds.py

START = 1  # place: rule set (its number), number: FORMAT << 8 | table, value: minutes since 2000
OPTION = 2  # place: option (its number, or ACCEPT), number: value (its number)
PLAYER = 3  # place: seat, value: id of the player in the club's roster; a seat without is a guest
DEALER = 4  # place: seat that deals first. The last event of a new game: without it there is none
DEAL = 5  # place: as in notation, number: 1, 2, 3 ..., value: the deal
CORRECT = 6  # place, number: which deal, void or not, value: what it should have been
VOID = 7  # number: which deal; it does not count as dealt
CLAIM = 8  # number: the last deal, value: honours field
CLOSE = 9  # the players stop before the game is over
END = 10  # number: deals entered, value: minutes since 2000. The session is complete
EVENT = 11  # value: the event's number, of no other. Before the dealer
ROUND = 12  # place: round, number: N-S | E-W << 8, 0 = nobody, value: first board | last << 8,
#             | OVERRULED. What follows belongs to it; a round may come again, also after the end
UNPLAYED = 13  # place: a board that was not played in the round, number: deals entered

ACCEPT = 255  # an option of the table: whether the other side accepts each result


RUBBER_ENDS = 2  # Row.line
# A deal of a session as it was scored. `line`: 1 if a line is drawn below it, RUBBER_ENDS if a
# rubber or a wheel ends with it, else 0. With number 0 what a session posts that is closed
# unfinished.
Row = namedtuple("Row", ("number", "deal", "place", "dealer", "vulnerable", "postings", "line"))


class BadEvent(ValueError):
    """An event that cannot stand at this place of a log."""


class Session:
    """A session as its log describes it. `apply` takes the events in order."""

    def __init__(self) -> None:
        self.rules = ""
        self.table = 0
        self.started = 0  # minutes since 2000-01-01 00:00 UTC; 0 = the clock was not set
        self.ended = 0
        self.options: dict[str, str | int] = {}
        self.accept = False
        self.players = [0, 0, 0, 0]
        self.first_dealer = -1
        self.deals: array = array("i")  # as they now stand; a void one is -1
        self.places = bytearray()
        self.closed = False
        self.complete = False
        self.sheet = Sheet()
        self.rounds = None  # of an event (scoring/rounds.py); None: it is none

    def apply(self, kind: int, place: int, number: int, value: int) -> None:
        """Fold one event in. Raise BadEvent or BadDeal and change nothing then."""
        if self.rounds and END < kind <= UNPLAYED:
            self._refuse_if(not self.rounds.apply(self, kind - EVENT, place, number, value))
            return
        if not START <= kind <= END:
            raise BadEvent(f"no event has kind {kind}: this log was written by newer firmware")
        if (kind == START) == bool(self.rules):
            raise BadEvent("a log begins with one START event")
        if (kind <= DEALER) == (self.first_dealer >= 0):
            raise BadEvent("options, players and dealer stand before the first deal, once")
        _FOLDS[kind - START](self, place, number, value)

    def go_on(self) -> None:
        """Resume the play if the players had stopped."""
        self.complete, self.ended = False, 0
        if self.closed:
            self.closed = False
            self._replay(self.deals, self.places)

    def rows(self):  # an iterator of Row
        """Yield the session's rows, replayed deal by deal, without void deals."""
        sheet = self._new_sheet()
        for number, (deal, place) in enumerate(zip(self.deals, self.places), 1):
            if deal >= 0:
                dealer, vulnerable = sheet.dealer_at(place), sheet.vulnerable_at(place)
                lines, rubber = sheet.lines, sheet.rubber
                postings = sheet.add(deal, place)
                line = RUBBER_ENDS if sheet.rubber > rubber else int(sheet.lines > lines)
                yield Row(number, deal, place, dealer, vulnerable, postings, line)
        if self.closed:
            yield Row(0, 0, 0, sheet.dealer, sheet.vulnerable, sheet.close(), 0)

    def before(self, number: int) -> Sheet:
        """Return the sheet before deal `number`; before the next one, the sheet as it is now."""
        return self._build_sheet(self.deals, self.places, number - 1)

    def preview(self, deal: int, place: int = 0, number: int = 0) -> list[int]:
        """Return what `deal` adds to each account as deal `number` (0: next). Raise BadDeal."""
        sheet = self.before(number or len(self.deals) + 1)
        before = list(sheet.totals)
        sheet.add(deal, place)
        return [after - was for after, was in zip(sheet.totals, before)]

    def _new_sheet(self) -> Sheet:
        sheet = rule_set(self.rules)(self.options, max(self.first_dealer, NORTH))
        sheet.again = self.rounds is not None
        return sheet

    def _build_sheet(self, deals: array, places: bytearray, count: int) -> Sheet:
        """Return a new sheet with the first `count` deals, except void ones. Raise BadDeal.

        With all of them it is closed if the players stopped.
        """
        sheet = self._new_sheet()
        for n in range(count):
            if deals[n] >= 0:
                sheet.add(deals[n], places[n])
        if self.closed and count == len(deals):
            sheet.close()
        return sheet

    def _replay(self, deals: array, places: bytearray) -> None:
        """Replace the deals, if these can be scored. Raise BadDeal."""
        sheet = self._build_sheet(deals, places, len(deals))
        if self.complete and not sheet.complete:
            raise BadDeal("the session is complete: with this change it would not be")
        self.sheet, self.deals, self.places = sheet, deals, places

    def _start(self, place: int, number: int, value: int) -> None:
        if not FORMAT <= number >> 8 <= WITH_ROUNDS:
            known = f"this version reads format {FORMAT} and {WITH_ROUNDS}"
            raise BadEvent(f"log format {number >> 8}: {known}")
        if place >= len(NAMES):
            raise BadEvent(f"rule set number {place}: this version has {len(NAMES)}")
        self.rules, self.table, self.started = NAMES[place], number & 255, value
        if number >> 8 == WITH_ROUNDS:
            self.rounds = rounds()
        self.sheet = self._new_sheet()

    def _option(self, place: int, number: int, value: int) -> None:
        choices = self.sheet.choices
        if place == ACCEPT and number < 2:
            self.accept = bool(number)
            return
        if place >= len(choices) or number >= len(choices[place][1]):
            raise BadEvent(f"{self.rules} has no option {place} with value {number}")
        name, values = choices[place]
        self.options[name] = values[number]

    def _player(self, place: int, number: int, value: int) -> None:
        _check_seat(place)
        self.players[place] = value

    def _dealer(self, place: int, number: int, value: int) -> None:
        _check_seat(place)
        self.first_dealer = place
        self.sheet = self._new_sheet()

    def _deal(self, place: int, number: int, value: int) -> None:
        if number != len(self.deals) + 1:
            raise BadEvent(f"deal {number} where deal {len(self.deals) + 1} belongs")
        self._refuse_if(self.complete)
        self.sheet.add(check(value), place)
        self.deals.append(value)
        self.places.append(place)

    def _correct(self, place: int, number: int, value: int) -> None:
        if not 1 <= number <= len(self.deals):
            raise BadEvent(f"there is no deal {number} to change")
        self._replace(number, place, check(value))

    def _void(self, place: int, number: int, value: int) -> None:
        self._standing(number)
        self._replace(number, self.places[number - 1], -1)

    def _claim(self, place: int, number: int, value: int) -> None:
        if number != len(self.deals):
            raise BadEvent("honours are claimed before the next deal is entered")
        self._refuse_if(self.complete)
        deal = with_honours(self._standing(number), value)
        self._replace(number, self.places[-1], deal)

    def _standing(self, number: int) -> int:
        """Deal `number` as it stands. Raise BadEvent if there is none, or it is void."""
        if not 1 <= number <= len(self.deals) or self.deals[number - 1] < 0:
            raise BadEvent(f"there is no deal {number} to change")
        return self.deals[number - 1]

    def _replace(self, number: int, place: int, deal: int) -> None:
        if not 0 <= place <= 255:
            raise BadEvent(f"place {place}: it is one byte")
        deals, places = self.deals[:], self.places[:]
        deals[number - 1], places[number - 1] = deal, place
        self._replay(deals, places)

    def _close(self, place: int, number: int, value: int) -> None:
        self._refuse_if(self.closed or (self.sheet.complete and not self.sheet.goes_on))
        self.sheet.close()
        self.closed = True

    def _end(self, place: int, number: int, value: int) -> None:
        self._refuse_if(self.complete or not self.sheet.complete)
        self.complete, self.ended = True, value

    def _refuse_if(self, wrong: bool) -> None:
        if wrong:
            raise BadEvent("the session is not in a state for this event")


def _check_seat(seat: int) -> None:
    if seat > WEST:
        raise BadEvent(f"seat {seat}: seats are 0 (North) to 3 (West)")


_FOLDS = (
    Session._start,
    Session._option,
    Session._player,
    Session._dealer,
    Session._deal,
    Session._correct,
    Session._void,
    Session._claim,
    Session._close,
    Session._end,
)


def fold(events) -> Session:  # any iterable of events
    """Return the session of these events. Raise BadEvent or BadDeal."""
    session = Session()
    for event in events:
        session.apply(*event)
    return session
