"""The game at this table: the state that screens ask for, and what they save.

Screens read it and change its draft; only the methods that save touch the flash, and they return
when the bytes are there.
"""

import gc

from firmware import loading
from firmware.draft import Draft
from firmware.log import Log
from firmware.scoring.deal import NULLO, PASSED_OUT, strain
from firmware.scoring.rules import rule_set
from firmware.session import CLAIM, CLOSE, CORRECT, DEAL, END, ROUND, VOID, Session

_RULES = "firmware.scoring"


class Game:
    """`board`: the tablet's hardware. `log`: the open session, `draft`: what is being entered.

    `director`: the director's tools, None while no screen needs them. `saved`: points that the
    last deal added to each account, until the next key. `came_from`: the screen below the top one.
    """

    def __init__(self, store, board):
        self.store = store
        self.board = board
        self.pin_tried = board.ticks_ms()  # a reset counts as a PIN that was wrong
        self.director = None
        self.came_from = ""
        self.saved: list[int] | None = None
        self._before = loading.list_loaded(_RULES)  # the code of no rule set among it
        self.draft = Draft()
        self.log = Log(store, board)
        loading.load_temporarily("starting").resume(self.log)
        if self.log.number:
            self.draft.setup.take(self.session)
        self.draft.begin(self.session)

    @property
    def session(self) -> Session:
        """The session that is open; a new one while none has been played."""
        return self.log.session

    @property
    def open(self) -> bool:
        """Return True if a session is being played."""
        return self.log.number > 0 and not self.session.complete

    # The deal that is being entered

    def sheet(self):  # a Sheet
        """Return the sheet as it was before the deal that is being entered."""
        entry = self.draft.entry
        return self.session.before(entry.number) if entry.corrects else self.session.sheet

    def deal(self) -> int:
        return self.draft.entry.deal("acceptor" in self.session.sheet.asks, self.asks_hcp())

    def asks_hcp(self) -> bool:
        """Return True if the deal has high-card points; a passed-out deal does if it counts."""
        sheet = self.session.sheet
        counts = not self.draft.entry.passed or sheet.counts(PASSED_OUT)
        return "hcp" in sheet.asks and bool(counts)

    def preview(self) -> list[int]:
        """Return what the deal as it is entered now would add to each account."""
        entry = self.draft.entry
        return self.session.preview(self.deal(), entry.place, entry.number)

    def save_deal(self) -> None:
        entry, deal, added = self.draft.entry, self.deal(), self.preview()
        kind = CORRECT if entry.corrects else DEAL
        if kind == DEAL:
            self.save_round_change()
        self.log.save(kind, entry.place, entry.number, deal)
        self.saved = added
        if entry.corrects:
            self.draft.entry = self.draft.waiting
            self.draft.find_board(self.session)
        else:
            self.draft.begin(self.session)

    def save_round_change(self) -> None:
        """Save a ROUND record if an event's next deal belongs to another round than the last."""
        rounds = self.session.rounds
        if rounds and self.draft.round_index >= 0:
            resumed = rounds.resume_fields(self.draft.round_index, self.session.closed)
            if resumed:
                self.log.save(ROUND, *resumed)

    def void(self) -> None:
        """Cancel the shown deal."""
        self.log.save(VOID, 0, self.draft.row, 0)
        self.draft.find_board(self.session)

    def may_change(self) -> bool:
        """Return True if the players may change a deal; after the rubber only the director may."""
        return self.open and not self.session.sheet.complete

    # Honours

    def can_claim(self) -> bool:
        """Return True if honours can be claimed: for the last deal, if the rules count them."""
        deals = self.session.deals
        on = self.session.sheet.options.get("honours") == "on"
        return on and bool(deals) and deals[-1] > 0 and strain(deals[-1]) != NULLO

    def save_claim(self) -> None:
        """Save the honours claimed for the last deal, in place of what was claimed before."""
        self.log.save(CLAIM, 0, len(self.session.deals), self.draft.claim)

    # The session

    def choices(self):  # two dictionaries, as in Sheet
        """Return the options of the setup and their values; unload the code of the rules."""
        return loading.run_and_unload(_RULES, self._choices)

    def _choices(self):
        setup = self.draft.setup
        rules = rule_set(setup.rules)
        if setup.accept is None:
            setup.accept = rules.accept
        return rules.choices, rules.all_options(setup.options)

    def roster(self):  # a Roster
        """Return the club's players; its code is unloaded with it."""
        return loading.load_temporarily("storage.roster").Roster(self.store.files)

    def house(self):  # a House
        """Return the club's own rules, None if there are none; its code is unloaded with it."""
        if not self.store.has_file("rules"):
            return None
        return loading.load_temporarily("storage.house").House(self.store.files)

    def event_at_table(self):  # EventAtTable
        """Return the event at this table; its code is unloaded with it."""
        gc.collect()  # and is not to lie behind garbage
        return loading.load_temporarily("event_play").EventAtTable(self)

    def stored_sessions(self):  # StoredSessions
        """Return the sessions on flash, for the director; its code is unloaded with it."""
        stored_sessions = loading.load_temporarily("storage.stored_sessions")
        return stored_sessions.StoredSessions(self.store, self.log.number)

    def start(self, event: int = 0) -> None:
        """Start a session with the current setup and save its first records.

        `event`: of the club, 0 = none.
        """
        starting = loading.load_temporarily("starting")
        starting.make_room(self)
        self.log.session = Session()  # the code of the game that was played before makes room
        loading.unload_since(_RULES, self._before)
        starting.begin(self, event)
        self.saved = None
        self.draft.begin(self.session)

    def close(self) -> None:
        """Stop the play and score what is unfinished. The session waits for `finish`."""
        self.log.save(CLOSE, 0, len(self.session.deals), 0)

    def finish(self) -> None:
        """Complete the session, which then waits for the PC."""
        self.log.save(END, 0, len(self.session.deals), self.board.minutes())

    # The director

    def director_tools(self):  # DirectorTools
        """Return the director's functions; their code stays until PIN and menu are left."""
        if self.director is None:
            self.director = loading.load_temporarily("director_tools").DirectorTools(self)
        return self.director
