"""Plays deals on a simulated tablet as a person would: looks at the screen, presses the keys."""

from dataclasses import dataclass

from firmware.scoring import deal as d
from firmware.scoring.rules import PLAYABLE
from firmware.session import Session
from firmware.ui.words import say
from scorepad.simulator.process import SimulationError
from scorepad.simulator.tablet import Shot, Tablet

_ARROWS = ("UP", "RIGHT", "DOWN", "LEFT")  # of the seats N, E, S, W
_SEATS = ("North", "East", "South", "West")
_STRAINS = ("♣", "♦", "♥", "♠", "NT")
_SIDES = {"NS": "N-S", "EW": "E-W"}


@dataclass
class Played:
    """What it took. `deal_presses` counts only the entry of deals and honours."""

    deals: int
    deal_presses: int
    totals: dict[str, int]


class Player:
    """Someone at the tablet. `session`: what is to be played, scored already: it is possible."""

    def __init__(self, tablet: Tablet, session: Session):
        self._tablet = tablet
        self._session = session

    def play(self) -> Played:
        """Starts the game, enters every deal, finishes if the game is over."""
        self._start()
        before = self._tablet.presses
        for deal in self._session.deals:
            self._enter(deal)
        presses = self._tablet.presses - before
        if self._session.sheet.complete:
            self._press("OK", expect="home")
        else:
            self._menu("sheet", "Score sheet")
        totals = self._totals()
        if list(totals.values()) != self._session.sheet.totals:
            raise SimulationError(
                f"the tablet shows {totals} where the deals make {self._session.sheet.totals}"
            )
        return Played(len(self._session.deals), presses, totals)

    def _start(self) -> None:
        shot = self._tablet.look()
        if shot.screen != "home" or "new game" not in shot.text:
            raise SimulationError(
                f"the tablet shows {shot.screen} ({' | '.join(shot.text)}) where a new game could"
                " begin: finish the game that is open, or use another --flash"
            )
        self._press("OK", expect="rules")
        self._choose_rules()
        self._press("OK", expect="dealer")
        arrow = _ARROWS[self._session.first_dealer]
        if _SEATS[self._session.first_dealer] not in self._tablet.look().text:
            self._tablet.press(arrow)
        self._press("OK", expect="compass")

    def _choose_rules(self) -> None:
        """Down the list until the arrow is at the game."""
        wanted = say(self._session.rules)
        for _ in PLAYABLE:
            text = self._tablet.look().text
            if text[text.index("▶") + 1] == wanted:
                return
            self._tablet.press("DOWN")
        raise SimulationError(
            f"the tablet has no {self._session.rules}; it plays {', '.join(PLAYABLE)}"
        )

    def _enter(self, deal: int) -> None:
        if d.level(deal) == 0:
            self._press("OK", expect="passed")
        else:
            self._press(_ARROWS[d.declarer(deal)], expect="contract")
            self._contract(deal)
            self._press("OK", expect="result")
            self._result(deal)
        self._press("OK", expect="compass", or_else="end")
        if d.honours(deal):
            self._claim(d.honours(deal))

    def _contract(self, deal: int) -> None:
        shown = self._tablet.look().text[0]
        level, strain = int(shown[0]), _STRAINS.index(shown[1:])
        self._turn("UP", "DOWN", d.level(deal) - level, 7)
        self._turn("RIGHT", "LEFT", d.strain(deal) - strain, 5)

    def _result(self, deal: int) -> None:
        over = d.overtricks(deal)
        self._repeat("UP" if over > 0 else "DOWN", abs(over))
        self._turn("RIGHT", "LEFT", d.doubling(deal), 3)

    def _claim(self, claim: int) -> None:
        self._menu("honours", "Honours")
        seat = d.honours_seat(claim)
        if _SEATS[seat] not in self._tablet.look().text:
            self._tablet.press(_ARROWS[seat])
        if d.honours_most(claim) == 5:
            self._tablet.press(_ARROWS[seat])
        self._press("OK", expect="compass", or_else="end")

    def _menu(self, screen: str, item: str) -> None:
        self._tablet.hold("BACK")
        self._expect("menu")
        items = self._tablet.look().text
        self._repeat("DOWN", items.index(item) - 2)
        self._press("OK", expect=screen)

    def _turn(self, more: str, less: str, steps: int, around: int) -> None:
        """The shorter way round a value that wraps."""
        steps %= around
        if steps <= around // 2:
            self._repeat(more, steps)
        else:
            self._repeat(less, around - steps)

    def _repeat(self, key: str, count: int) -> None:
        self._tablet.press(*[key] * count)

    def _press(self, key: str, expect: str, or_else: str = "") -> None:
        self._tablet.press(key)
        self._expect(expect, or_else)

    def _expect(self, screen: str, or_else: str = "") -> Shot:
        shot = self._tablet.look()
        if shot.screen not in (screen, or_else):
            raise SimulationError(
                f"the tablet shows {shot.screen} ({' / '.join(shot.text)}) where {screen} belongs"
            )
        return shot

    def _totals(self) -> dict[str, int]:
        """The totals as they stand on the screen that is showing."""
        text = self._tablet.look().text
        return {side: int(text[text.index(label) + 1]) for side, label in _SIDES.items()}
