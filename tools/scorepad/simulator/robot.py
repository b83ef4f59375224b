"""Play sessions on a simulated tablet as a person would: look at the screen, press the keys.

It always goes the shortest way.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from firmware import session as log
from firmware.scoring import deal as d
from firmware.scoring.deal import MAX_BOARD
from firmware.scoring.rules import NAMES
from firmware.session import Session
from firmware.storage.house import House
from firmware.ui import words
from firmware.ui.words import say
from scorepad.simulator import presses
from scorepad.simulator.process import SimulationError
from scorepad.simulator.tablet import Shot, Tablet

Entry = tuple[int, int, int, int]

_ARROWS = ("UP", "RIGHT", "DOWN", "LEFT")  # of the seats N, E, S, W
_STRAINS = tuple(say(strain) for strain in words.STRAINS)
_BID = f"([1-7])({'|'.join(_STRAINS)})"
_NEXT = ("compass", "end", "board", "moves")  # where the tablet stands when a deal was saved
_BETWEEN = ("seats", "moves")  # what an event shows between two rounds
_LINE = 4  # px between the tops of a large text and a small one in a line


@dataclass
class Played:
    """A session's effort. `deal_presses`: for deals and honours, without accepting results."""

    deals: int = 0
    deal_presses: int = 0
    totals: dict[str, int] = field(default_factory=dict)


class Robot:
    """A player at the tablet. `session`: the session to play, already scored, so it is possible.

    Raise SimulationError if the tablet shows what does not belong there.
    """

    def __init__(self, tablet: Tablet, session: Session):
        self._tablet = tablet
        self._session = session
        self._accepted = 0  # presses with which the other side has accepted results
        self._places: list[int] = []  # of the deals

    def play(self) -> Played:
        """Start the game, do everything that is in the session, and read the totals."""
        self.start()
        played = self.follow(entries(self._session))
        while self._tablet.look().screen != "home":
            self._tablet.press("BACK")
        played.totals = self._totals()
        if played.totals and list(played.totals.values()) != self._session.sheet.totals:
            raise SimulationError(
                f"the tablet shows {played.totals} where the deals make"
                f" {self._session.sheet.totals}"
            )
        return played

    def start(self) -> None:
        """Start the game with its rules, options and first dealer; the players are guests."""
        shot = self._tablet.look()
        if shot.screen != "home" or say("new game") not in shot.text:
            raise SimulationError(
                f"the tablet shows {shot.screen} ({' | '.join(shot.text)}) where a new game could"
                " begin: finish the game that is open, or use another tablet"
            )
        self._press("OK", "setup")
        self._choose_rules(fresh=say("no game") in shot.text)
        self._choose_options()
        self._press("OK", "dealer")
        first = self._session.first_dealer
        if say(words.SEAT_NAMES[first]) not in self._tablet.look().text:
            self._tablet.press(_ARROWS[first])
        self._press("OK", "compass", "board")

    def follow(self, events: Iterable[Entry]) -> Played:
        """Carry out the events of a log, after those with which a session opens."""
        played = Played()
        for kind, place, number, value in events:
            before = self._tablet.presses - self._accepted
            if kind == log.DEAL:
                self._enter(value, place)
                self._places.append(place)
                played.deals += 1
            elif kind == log.CLAIM:
                self._claim(value)
            else:
                self._change(kind, place, number, value)
                continue
            played.deal_presses += self._tablet.presses - self._accepted - before
        return played

    # A new game

    def _choose_rules(self, fresh: bool) -> None:
        """Turn to the rules; another game and back gives the defaults after an earlier game."""
        here, wanted = self._rules_shown(), NAMES.index(self._session.rules)
        if here == wanted and not fresh:
            self._tablet.press("RIGHT", "LEFT")
        elif here >= 0:
            self._turn("RIGHT", "LEFT", wanted - here, len(NAMES))
        for _ in range(House.most + len(NAMES)):  # house rules stand after the last rule set
            if self._rules_shown() == wanted:
                return
            self._tablet.press("RIGHT")
        raise SimulationError(f"the tablet does not offer {self._session.rules}")

    def _rules_shown(self) -> int:
        """Return which rule set is chosen, -1 for house rules."""
        shown = self._tablet.look().text[2]  # below the title, right of what the row is
        return next((place for place, name in enumerate(NAMES) if say(name) == shown), -1)

    def _choose_options(self) -> None:
        """Set the options that differ from the defaults; each has a row of the list."""
        sheet, at = self._session.sheet, 0
        rows = [*zip(sheet.choices, sheet.defaults, strict=True)]
        for row, ((name, values), default) in enumerate(rows, 1):
            known = list(values)
            if sheet.options[name] != default:
                self._repeat("DOWN", row - at)
                steps = known.index(sheet.options[name]) - known.index(default)
                self._turn("RIGHT", "LEFT", steps, len(known))
                at = row
        if self._session.accept and not sheet.accept:
            self._repeat("DOWN", len(rows) + 1 - at)
            self._tablet.press("RIGHT")

    # Deals

    def _enter(self, deal: int, place: int) -> None:
        while self._tablet.look().screen in _BETWEEN:
            self._press("OK", *_NEXT, *_BETWEEN)
        if place:
            self._go_to_board(place)
        if d.level(deal):
            self._press(_ARROWS[d.declarer(deal)], "contract", "acceptor")
            self._contract(deal)
            self._result(deal)
        else:
            self._press("OK", "passed")
        key = "OK" if d.level(deal) else "RIGHT"
        shot = self._press(key, *_NEXT, "accept", "hcp")
        if shot.screen == "hcp":
            self._hcp(deal)
            shot = self._press("OK", *_NEXT, "accept")
        if shot.screen == "accept":
            self._press("RIGHT", *_NEXT)
            self._accepted += 1

    def _go_to_board(self, board: int) -> None:
        if board > MAX_BOARD:
            raise SimulationError("the tablet plays boards: a vulnerability alone is not enough")
        shot = self._tablet.look()
        if shot.screen == "compass":
            if f"{say('board')} {board}" in shot.text:
                return
            shot = self._press("BACK", "board")
        self._walk(presses.board, (_number(shot),), (board,))
        self._press("OK", "compass")

    def _contract(self, deal: int) -> None:
        if d.acceptor(deal):
            seat = (d.declarer(deal) + d.acceptor(deal)) % 4
            self._press(_ARROWS[seat], "contract")
        level, strain = _match_text(self._tablet.look(), _BID).groups()
        moves = presses.contract(self._session.sheet.strains)
        start = int(level), _STRAINS.index(strain)
        self._walk(moves, start, (d.level(deal), d.strain(deal)))
        shot = self._press("OK", "result", "hcp")
        if shot.screen == "hcp":
            self._hcp(deal)
            self._press("OK", "result")

    def _hcp(self, deal: int) -> None:
        self._walk(presses.points, (_number(self._tablet.look()),), (d.hcp(deal),))

    def _result(self, deal: int) -> None:
        shot = self._tablet.look()
        over = _match_text(shot, r"=|[+-]\d+").group().replace("=", "0")
        doubling = len(_match_text(shot, _BID + "(x{0,2}) .").group(3))
        end = d.overtricks(deal), d.doubling(deal)
        self._walk(presses.result(d.level(deal)), (int(over), doubling), end)

    # What the menu leads to

    def _claim(self, claim: int) -> None:
        """Claim honours for the last deal: press the arrow of their hand until they are shown."""
        self.menu("honours")
        seat, most, fewer = d.honours_seat(claim), d.honours_most(claim), d.honours_fewer(claim)
        if say(words.SEAT_NAMES[seat]) not in self._tablet.look().text:
            self._tablet.press(_ARROWS[seat])
        wanted = f"{most}-{fewer}" if fewer else str(most)
        for _ in range(10):
            if wanted in self._tablet.look().text:
                break
            self._tablet.press(_ARROWS[seat])
        self._press("OK", *_NEXT)

    def _change(self, kind: int, place: int, number: int, value: int) -> None:
        """Make a change that is not the entry of the next deal."""
        if kind == log.CORRECT:
            self._to_change(number)
            self._press("OK", "compass", "board")
            self._enter(value, place)
            self._places[number - 1] = place
        elif kind == log.VOID:
            self._to_change(number)
            self._tablet.press("DOWN")
            self._press("OK", "void")
            self._press("RIGHT", *_NEXT)
        elif kind == log.CLOSE:
            self.menu("stop")
            self._press("RIGHT", "end")
        elif kind == log.END:
            self._tablet.press("RIGHT")  # to what OK does when all have seen the result
            self._press("OK", "home")

    def _to_change(self, number: int) -> None:
        """Go to a deal in the list, which begins at the last."""
        self.menu("deals")
        last = len(self._places) - 1
        self._walk(presses.deals(last), (last,), (number - 1,))
        shot = self._press("OK", "why")
        if str(self._places[number - 1] or number) not in shot.text:
            raise SimulationError(f"the tablet shows {shot.text} where deal {number} belongs")
        self._press("OK", "change")

    def menu(self, item: str) -> None:
        """Choose from the menu: from the top or, if it is not to be seen there, from the end."""
        self._tablet.hold("BACK")
        self._expect("menu")
        wanted, rows = say("m " + item), self._menu_rows()
        if wanted in rows:
            self._repeat("DOWN", rows.index(wanted))
        else:
            self._tablet.press("UP")
            self._repeat("UP", self._menu_rows()[::-1].index(wanted))
        self._press("OK", item, "pin")  # which the director is asked for

    def _menu_rows(self) -> list[str]:
        """Return the rows between the title and the label of BACK."""
        text = self._tablet.look().text
        return text[1 : text.index("◀")]

    # Fingers and eyes

    def _walk(self, moves: presses.Moves, start: presses.Value, goal: presses.Value) -> None:
        self._tablet.press(*presses.routes(moves, start)[goal])

    def _turn(self, more: str, less: str, steps: int, around: int) -> None:
        """Turn a value that wraps, the shorter way."""
        steps %= around
        other = around - steps
        self._repeat(more if steps <= other else less, min(steps, other))

    def _repeat(self, key: str, count: int) -> None:
        self._tablet.press(*[key] * count)

    def _press(self, key: str, *expected: str) -> Shot:
        self._tablet.press(key)
        return self._expect(*expected)

    def _expect(self, *screens: str) -> Shot:
        shot = self._tablet.look()
        if shot.screen not in screens:
            raise SimulationError(
                f"the tablet shows {shot.screen} ({' / '.join(shot.text)}) where"
                f" {' or '.join(screens)} belongs"
            )
        return shot

    def _totals(self) -> dict[str, int]:
        """Return the totals on the home screen, which shows none of boards."""
        drawn = self._tablet.look().drawn
        if "board" in self._session.sheet.asks:
            return {}
        return {account: _beside(drawn, say(account)) for account in self._session.sheet.accounts}


def entries(session: Session) -> Iterator[Entry]:
    """Yield the events of a log of the session; a void deal was passed out first."""
    for number, (deal, place) in enumerate(zip(session.deals, session.places, strict=True), 1):
        played = max(deal, d.PASSED_OUT)
        yield log.DEAL, place, number, d.with_honours(played, 0)
        if d.honours(played):
            yield log.CLAIM, 0, number, d.honours(played)
        if deal < 0:
            yield log.VOID, 0, number, 0
    if session.closed:
        yield log.CLOSE, 0, len(session.deals), 0
    if session.sheet.complete:
        yield log.END, 0, len(session.deals), 0


def _match_text(shot: Shot, pattern: str) -> re.Match[str]:
    """Return the first text on the screen that matches in full."""
    for text in shot.text:
        match = re.fullmatch(pattern, text)
        if match:
            return match
    raise SimulationError(f"the tablet shows {shot.screen} ({' / '.join(shot.text)}): no value")


def _beside(drawn: list[tuple[int, int, int, str]], name: str) -> int:
    """Return the number to the right of a name, in any sizes."""
    ((left, top),) = [(x, y) for _, x, y, said in drawn if said == name]
    line = [(x, said) for _, x, y, said in drawn if x > left and abs(y - top) <= _LINE]
    return int(min(line)[1])


def _number(shot: Shot) -> int:
    return int(_match_text(shot, r"\d+").group())
