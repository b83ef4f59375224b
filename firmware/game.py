"""The game at this table: the open session, the deal that is being entered, and saving both.

Screens read it and change what is being entered; only the methods that save touch the flash, and
they return when the bytes are there.
"""

from firmware import loading
from firmware import session as log
from firmware.entry import Entry, Setup
from firmware.scoring.deal import MAX_BOARD, NULLO, PASSED_OUT, strain
from firmware.scoring.rules import rule_set
from firmware.session import Session
from firmware.storage.store import StoreDamaged

_RULES = "firmware.scoring"


class Full(OSError):
    """Another session does not fit, and none that the PC has can go."""


class Game:
    """`board`: the tablet's hardware. `damage`: what of the newest sessions cannot be read."""

    def __init__(self, store, board):
        self.store = store
        self.board = board
        self._tried = board.ticks_ms()  # the last PIN; a reset counts as one that was wrong
        self.digits = ""  # of the PIN, as they were entered
        self.came_from = ""  # the screen before the one that is being made
        self.item = 0  # the row of the director's menu
        self.when = 0  # what the clock is to be set to
        self._before = loading.loaded(_RULES)  # the code of no rule set among it
        self.number = 0  # of the open session; 0 = none has been played yet
        self.session = Session()
        self.records = 0  # of the open session
        self.setup = Setup()
        self._saved_at = self._tried  # when an event was saved
        self._doubt = False  # whether the flash may have other records than the session
        self.claim = 0  # honours that are claimed for the last deal
        self.damage = ""
        self.seat = 0  # whose player is chosen
        self.row = 0  # the deal whose points are looked at, or that is to be changed
        self.saved = None  # what the last deal saved added to each account, until the next key
        self._continue()

    def _continue(self) -> None:
        """Takes up the newest session that had begun; what a power cut left before it goes."""
        number = self.store.newest()
        while number and not self._take_up(number):
            number = self.store.before(number)
        self.new_deal()

    def _take_up(self, number: int) -> bool:
        """Whether this session is the one that goes on."""
        try:
            session, records = self._read(number)
        except (StoreDamaged, OSError) as damaged:
            self.damage = str(damaged)
            return False  # the records stay for the PC; another game can be played
        if session.first_dealer < 0:
            self._drop(number)
            return False
        self.number, self.session, self.records = number, session, records
        self.setup.take(session)
        return True

    def _drop(self, number: int) -> None:
        """Erases a session that did not begin, if the flash takes it; else it does no harm."""
        try:
            self._room().erase(self.store, number)
        except OSError:
            pass

    def _drop_unbegun(self) -> None:
        """Erases what is left of a start that failed; a damaged session is none."""
        number = self.store.newest()
        while number > self.number:
            if self._unbegun(number):
                self._drop(number)
            number = self.store.before(number)

    def _unbegun(self, number: int) -> bool:
        try:
            return self._read(number)[0].first_dealer < 0
        except (StoreDamaged, OSError):
            return False

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

    @property
    def rules(self) -> str:
        """The rule set that is being played."""
        return self.session.rules

    @property
    def on_paper(self) -> bool:
        """Whether its sheet is the one on paper; else it is the deals with the totals."""
        return self.session.sheet.on_paper

    # The deal that is being entered

    def new_deal(self) -> None:
        """The next deal, as the entry screens start with it."""
        self.entry = self.waiting = Entry(len(self.session.deals) + 1)
        self.waiting.place = self._next_board()

    def change_deal(self) -> None:
        """The deal that was looked at, to be entered again; the next one waits meanwhile."""
        number = self.row
        self.entry = Entry(number, self.session.places[number - 1], True)
        self.entry.take(self.session.deals[number - 1])

    def leave_change(self) -> None:
        """The next deal again, as far as it was entered before another was to be changed."""
        self.entry = self.waiting

    def _next_board(self) -> int:
        """The first board after the last one that was not played; 0 where none was named yet."""
        places = self.session.places
        last = places[-1] if places else 0
        if 0 < last <= MAX_BOARD:
            for after in range(MAX_BOARD):
                board = (last + after) % MAX_BOARD + 1
                if not self.played(board):
                    return board
        return 0

    def played(self, board: int) -> bool:
        """Whether another deal than the one that is being entered was this board."""
        session = self.session
        for number, place in enumerate(session.places, 1):
            if place == board and number != self.entry.number and session.deals[number - 1] >= 0:
                return True
        return False

    def sheet(self):  # a Sheet
        """The sheet as it was before the deal that is being entered."""
        if self.entry.corrects:
            return self.session.before(self.entry.number)
        return self.session.sheet

    def deal(self) -> int:
        """The deal as it is entered now."""
        return self.entry.deal("acceptor" in self.session.sheet.asks, self.asks_hcp())

    def asks_hcp(self) -> bool:
        """Whether high-card points belong to the deal: also to one passed out, if it counts."""
        sheet = self.session.sheet
        counts = not self.entry.passed or sheet.counts(PASSED_OUT)
        return "hcp" in sheet.asks and bool(counts)

    def preview(self) -> list[int]:
        """What the deal as it is entered now would add to each account."""
        return self.session.preview(self.deal(), self.entry.place, self.entry.number)

    def save_deal(self) -> None:
        """Saves the deal as it is entered now."""
        entry, deal = self.entry, self.deal()
        added = self.session.preview(deal, entry.place, entry.number)
        kind = log.CORRECT if entry.corrects else log.DEAL
        self._save((kind, entry.place, entry.number, deal))
        self.saved = added
        if entry.corrects:
            self.leave_change()
            self.waiting.place = self._next_board()
        else:
            self.new_deal()

    def void(self) -> None:
        """The deal that was looked at does not count."""
        self._save((log.VOID, 0, self.row, 0))
        self.waiting.place = self._next_board()

    def may_change(self) -> bool:
        """Whether the players may change a deal: once the rubber is over the director does."""
        return self.open and not self.session.sheet.complete

    # Honours

    def can_claim(self) -> bool:
        """Whether honours can be claimed now: for the last deal, if the rules count them."""
        deals = self.session.deals
        on = self.session.sheet.options.get("honours") == "on"
        return on and bool(deals) and deals[-1] > 0 and strain(deals[-1]) != NULLO

    def save_claim(self) -> None:
        """Saves the honours claimed for the last deal, in place of what was claimed before."""
        self._save((log.CLAIM, 0, len(self.session.deals), self.claim))

    # The session

    def choices(self):  # two dictionaries, as in Sheet
        """Options of the rules that are set up, and their values; the code of the rules goes."""
        return loading.briefly(_RULES, self._choices)

    def _choices(self):
        setup = self.setup
        rules = rule_set(setup.rules)
        if setup.accept is None:
            setup.accept = rules.accept
        return rules.choices, rules.all_options(setup.options)

    def roster(self):  # a Roster
        """The club's players; its code is let go with it."""
        return loading.borrow("storage.roster").Roster(self.store.files)

    def house(self):  # a House
        """The club's own rules, None if there are none; its code is let go with it."""
        if not self.store.holds("rules"):
            return None
        return loading.borrow("storage.house").House(self.store.files)

    def start(self) -> None:
        """Saves a new session as it was set up."""
        self._drop_unbegun()
        crowded = self.store.excess() or not self._room().fits(self.store)
        if crowded and not self.shelf().make_room():
            raise Full("no game can go")
        self.session = Session()  # the code of the game that was played before makes room
        loading.let_go_since(_RULES, self._before)
        setup = self.setup
        start = setup.rules, setup.options, self.store.table, setup.dealer, self.board.minutes()
        events = log.opening(*start, tuple(setup.players), setup.accept)
        try:
            self.number = self.store.create(events)
        except OSError:
            self._drop_unbegun()
            if self.number:
                self.session, _ = self._read(self.number)
            raise
        self.records = len(events)
        self.session = log.fold(events)
        self.saved = None
        self.new_deal()

    def close(self) -> None:
        """The players stop: what is unfinished is scored. The session waits for `finish`."""
        self._save((log.CLOSE, 0, len(self.session.deals), 0))

    def finish(self) -> None:
        """The session is complete and waits for the PC."""
        self._save((log.END, 0, len(self.session.deals), self.board.minutes()))

    # The director

    def ask_pin(self):  # a Pin
        """The director's PIN as it is on flash, to be entered; its code is let go with it."""
        self.pin = loading.borrow("storage.pin").Pin(self.store)
        return self.pin

    def locked(self) -> int:
        """Seconds until the PIN may be tried again; the whole time once more after a reset."""
        since = self.board.elapsed(self.board.ticks_ms(), self._tried) // 1000
        return max(0, self.pin.wait() - since)

    def enter_pin(self) -> bool:
        """Tries the PIN that was entered; whether it is right."""
        self._tried = self.board.ticks_ms()
        return self.pin.right(self.digits)

    def choose_pin(self) -> None:
        """The PIN that was entered is the director's from now on."""
        self.pin.choose(self.digits)

    def save_settings(self) -> None:
        """Keeps the settings that are in use."""
        self.store.save_settings()

    def forget_settings(self) -> None:
        """Settings that were tried and not saved are as before."""
        if self.store.tried:
            self.store.load_settings()

    def set_clock(self) -> None:
        """The time that was entered is now."""
        self.board.set_minutes(self.when)

    def self_test(self):  # a module
        """What the tablet can test by itself; its code is let go with it."""
        return loading.borrow("selftest")

    def keys_down(self) -> list[bool]:
        """Which buttons are down now."""
        return [not pin.value() for pin in self.board.keys]

    def shelf(self):  # a Shelf
        """The sessions on flash as the director sees them; its code is let go with it."""
        return loading.borrow("storage.shelf").Shelf(self.store, self.number)

    def room(self) -> int:
        """How many more sessions of an evening fit."""
        found: int = self._room().room(self.store)
        return found

    def _room(self):  # a module
        return loading.borrow("storage.room")

    def _save(self, event: tuple[int, int, int, int]) -> None:
        """Saves one more event; what cannot be scored is refused before it is written.

        Raises OSError if the flash did not take it; the session is then what the flash has.
        """
        if self._doubt:
            self._read_again()
        self.session.apply(*event)
        saved = self.records + 1
        try:
            self.records = self.store.append(self.number, self.records, [event])
        except OSError:
            self._doubt = True
            self._read_again()
            if self.records < saved:
                raise
        self._saved_at = self.board.ticks_ms()

    def since_saved(self) -> int:
        """Milliseconds since an event was saved, or the tablet was started."""
        return self.board.elapsed(self.board.ticks_ms(), self._saved_at)

    def _read_again(self) -> None:
        """The session is what the flash has. Raises OSError if it cannot be read."""
        try:
            self.session, self.records = self._read(self.number)
        except StoreDamaged as damaged:
            raise OSError(str(damaged)) from damaged
        self._doubt = False
