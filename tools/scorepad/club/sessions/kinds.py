"""The kinds of decisions about what was played in a session, and by whom."""

from dataclasses import dataclass

from firmware import session as log
from firmware.scoring.deal import NS, SEATS, SIDES, BadDeal
from firmware.scoring.notation import parse
from scorepad import wording
from scorepad.club.decisions.scores import scores
from scorepad.club.history import (
    VOID_TEXT,
    LogEvent,
    OfSession,
    SeatChange,
    SessionHistory,
    show_deal,
)
from scorepad.club.log import Decision, Names
from scorepad.errors import Remedy, UserError, remedy
from scorepad.language import Text, joined, text

_ID_BITS = 63  # that every kind of database stores


@dataclass(frozen=True)
class OfDeal(OfSession):
    """Base of what is decided about one deal. `was`, `now`: what it counted as, and counts as."""

    deal: int
    was: str
    now: str

    @property
    def span(self) -> tuple[int, int]:
        return self.deal, self.deal

    def describe_change(self) -> Text:
        return joined((show_deal(self.was), show_deal(self.now)), " -> ")


@dataclass(frozen=True)
class CorrectDeal(OfDeal, kind="correct deal"):
    """The deal was another one, in notation with its board, or does not count: VOID_TEXT.

    records: how many of the session the club had when it was decided
    """

    records: int

    @property
    def event(self) -> LogEvent:
        """Return the event that a tablet would have in its log. Raise BadDeal."""
        if self.now == VOID_TEXT:
            return log.VOID, 0, self.deal, 0
        deal, place = parse(self.now)
        return log.CORRECT, place, self.deal, deal

    def change(self, state: SessionHistory) -> None:
        try:
            event = self.event
        except BadDeal as wrong:
            raise UserError(str(wrong)) from None
        state.change_deal(event, self.records)
        state.adjusted.pop(self.deal, None)


@dataclass(frozen=True)
class AdjustDeal(OfDeal, kind="adjust deal"):
    """The deal has an adjusted score, as scores.in_words writes it."""

    def check(self, state: SessionHistory) -> None:
        if self.was == VOID_TEXT:
            first = remedy("club correct", session=self.session, deal=self.deal)
            void = text("Deal {deal} is void; enter what it was.", deal=self.deal)
            raise UserError(void, "deal", [first])

    def change(self, state: SessionHistory) -> None:
        state.adjusted[self.deal] = scores(self.now)


@dataclass(frozen=True)
class LeaveOut(OfSession, kind="leave out"):
    """The session counts nowhere."""

    def change(self, state: SessionHistory) -> None:
        state.left_out = True

    def describe_change(self) -> Text:
        return text("left out")


@dataclass(frozen=True)
class TakeIn(OfSession, kind="take in"):
    """The session of a phone counts, which has waited (club/waiting.py)."""

    instead = "club leave-out"

    def change(self, state: SessionHistory) -> None:
        pass  # its records are there

    def describe_change(self) -> Text:
        return text("taken in, as the director has decided")

    def remedies(self) -> list[Remedy]:
        return [remedy(self.instead, session=self.session)]


@dataclass(frozen=True)
class TakeOver(OfSession, kind="take over"):
    """The session is closed: that of another tablet, `by`, has taken over the table."""

    by: str

    def change(self, state: SessionHistory) -> None:
        state.session.complete = True

    def describe_change(self) -> Text:
        by = wording.visible(self.by)
        return text("closed, as session {session} has taken over the table", session=by)


@dataclass(frozen=True)
class SwapSides(SeatChange, kind="swap sides"):
    """A swap of sides: the players entered as N-S sat E-W; contracts are right."""

    def seats_after(self, seats: list[int]) -> list[int]:
        return [seats[seat ^ 1] for seat in range(len(seats))]

    def pairs_after(self, ns: int, ew: int) -> tuple[int, int]:
        return ew, ns

    def describe_change(self) -> Text:
        return text("N-S and E-W changed")


@dataclass(frozen=True)
class SeatPlayer(SeatChange, kind="seat player"):
    """Somebody sat in a seat, whatever the tablet says.

    player: the id in the roster, 0 = a guest
    name: of the player then, "" for a guest
    """

    seat: str
    player: int
    name: str

    def change(self, state: SessionHistory) -> None:
        if self.seat not in tuple(SEATS) or not 0 <= self.player < 1 << _ID_BITS:
            raise UserError(f"{self.seat!r}: {self.player}?")
        super().change(state)

    def seats_after(self, seats: list[int]) -> list[int]:
        at = SEATS.index(self.seat)
        return [*seats[:at], self.player, *seats[at + 1 :]]

    def describe_change(self) -> Text:
        player = wording.player(self.name or None, self.player)
        return text("{player} sat {seat}", player=player, seat=text(wording.visible(self.seat)))


@dataclass(frozen=True)
class SeatPair(SeatChange, kind="seat pair"):
    """Another pair of the session's event, by its number, sat on a side."""

    side: str
    pair: int

    def change(self, state: SessionHistory) -> None:
        if self.side not in SIDES:
            raise UserError(f"{self.side!r}?")
        super().change(state)

    def pairs_after(self, ns: int, ew: int) -> tuple[int, int]:
        return (self.pair, ew) if self.side == SIDES[NS] else (ns, self.pair)

    def describe_change(self) -> Text:
        pair = text("pair {number}", number=self.pair)
        return text(
            "{player} sat {seat}", player=pair, seat=wording.visible(wording.account(self.side))
        )


@dataclass(frozen=True)
class ReplaceCopy(Decision[SessionHistory], kind="replace copy"):
    """A damaged copy, known by its CRC-32, may be replaced by a good one or, not `allowed`, not.

    records: whole ones; crc: of all its bytes; fault: what is wrong with it
    """

    session: str
    records: int
    crc: int
    fault: str
    allowed: bool

    @property
    def subject(self) -> str:
        return f"session:{self.session}"

    def apply(self, state: SessionHistory) -> None:
        state.copies[self.crc] = state.applying.number, self.allowed

    def describe(self, names: Names) -> Text:
        if self.allowed:
            return text("the damaged copy may be replaced")
        return text("the damaged copy may not be replaced")
