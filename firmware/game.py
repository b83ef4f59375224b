"""The game at this table: the open session, the deal that is being entered, and saving both.

Screens read it and change what is being entered; only the methods that save touch the flash, and
they return when the bytes are there.
"""

from firmware import loading
from firmware import session as log
from firmware.scoring.deal import (
    BOOK,
    PASSED_OUT,
    SPADES,
    TRICKS,
    UNDOUBLED,
    honours,
    pack,
    tricks_for,
)
from firmware.scoring.rules import NAMES
from firmware.session import Session
from firmware.store import StoreDamaged

# Where the contract screen starts: the contract from which, over the published frequencies, the
# fewest presses lead to the one that was bid (1.87 on average).
START_LEVEL, START_STRAIN = 3, SPADES

_RULES = "firmware.scoring"


class Game:
    """`minutes`: the tablet's clock. `damage`: what of the newest sessions cannot be read."""

    def __init__(self, store, minutes):
        self.store = store
        self._minutes = minutes
        self._before = loading.loaded(_RULES)  # the code of no rule set among it
        self.number = 0  # of the open session; 0 = none has been played yet
        self.session = Session()
        self._records = 0
        self.rules = NAMES[0]  # what the next new game will be
        self.dealer = 0
        self.damage = ""
        self.saved = None  # what the last deal saved added to each account, until the next key
        self.new_deal()
        self._continue()

    def _continue(self) -> None:
        """Takes up the newest session that had begun; what a power cut left before it goes."""
        for number in reversed(self.store.numbers()):
            try:
                session, records = self._read(number)
            except StoreDamaged as damaged:
                self.damage = str(damaged)
                continue  # the records stay for the PC; another game can be played
            if session.first_dealer >= 0:
                self.number, self.session, self._records = number, session, records
                self.rules = session.rules
                return
            self.store.discard(number)

    def _read(self, number: int) -> tuple[Session, int]:
        """A session and how many records it has, from flash."""
        session, records = Session(), 0
        for event in self.store.events(number):
            try:
                session.apply(*event)
            except ValueError as wrong:
                raise StoreDamaged(f"game {number}, record {records}: {wrong}") from wrong
            records += 1
        return session, records

    @property
    def open(self) -> bool:
        """Whether a session is being played."""
        return self.number > 0 and not self.session.complete

    def new_deal(self) -> None:
        """What the entry screens start with."""
        self.declarer = 0
        self.level, self.strain = START_LEVEL, START_STRAIN
        self.doubling = UNDOUBLED
        self.overtricks = 0
        self.claim_seat, self.claim_count = 0, 4

    def set_level(self, level: int) -> None:
        """Another level, 1..7 and round; the result stays one that the level allows."""
        self.level = (level - 1) % 7 + 1
        self.set_overtricks(self.overtricks)

    def set_overtricks(self, overtricks: int) -> None:
        """Another result, kept within 0..13 tricks."""
        self.overtricks = max(-BOOK - self.level, min(overtricks, TRICKS - BOOK - self.level))

    def deal(self) -> int:
        """The deal as it is entered now."""
        taken = tricks_for(self.level, self.strain, self.overtricks)
        return pack(self.level, self.strain, self.doubling, self.declarer, taken)

    def preview(self) -> list[int]:
        """What the deal as it is entered now would add to each account."""
        return self.session.preview(self.deal())

    def start(self) -> None:
        """Saves a new session of `rules` with `dealer` dealing first."""
        loading.let_go_since(_RULES, self._before)  # of the game that was played before
        events = log.opening(self.rules, {}, self.store.table, self.dealer, self._minutes())
        self.number = self.store.create(events)
        self._records = len(events)
        self.session = log.fold(events)
        self.saved = None
        self.new_deal()

    def save_deal(self) -> None:
        """Saves the deal as it is entered now."""
        self._enter(self.deal())

    def save_passed_out(self) -> None:
        """Saves a deal that nobody bid."""
        self._enter(PASSED_OUT)

    def save_claim(self) -> None:
        """Saves the honours claimed for the last deal."""
        claim = self.claim_seat | self.claim_count << 2
        self._save((log.CLAIM, 0, len(self.session.deals), claim))

    def close(self) -> None:
        """The players stop: what is unfinished is scored. The session waits for `finish`."""
        self._save((log.CLOSE, 0, len(self.session.deals), 0))

    def finish(self) -> None:
        """The session is complete and waits for the PC."""
        self._save((log.END, 0, len(self.session.deals), self._minutes()))

    def can_claim(self) -> bool:
        """Whether honours can be claimed now: for the last deal, once, if the rules count them."""
        deals = self.session.deals
        on = self.session.sheet.options.get("honours") == "on"
        return on and bool(deals) and deals[-1] > 0 and not honours(deals[-1])

    def _enter(self, deal: int) -> None:
        added = self.session.preview(deal)
        self._save((log.DEAL, 0, len(self.session.deals) + 1, deal))
        self.saved = added
        self.new_deal()

    def _save(self, event: tuple[int, int, int, int]) -> None:
        """Saves one more event; what cannot be scored is refused before it is written.

        Raises OSError if the flash did not take it; the session is then what the flash has.
        """
        session, _ = self._read(self.number)
        session.apply(*event)
        saved = self._records + 1
        try:
            self._records = self.store.append(self.number, self._records, [event])
            self.session = session
        except OSError:
            self._continue()
            if self._records < saved:
                raise
