"""Kinds of decisions about boards and pairs, of an event or of an evening that is of none."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scorepad import wording
from scorepad.club.decisions.scores import scores
from scorepad.club.duplicate.amounts import amount
from scorepad.club.events.history import EventHistory
from scorepad.club.log import Decision, Entry, Names, Subject
from scorepad.errors import UserError
from scorepad.language import Text, marked, text

NUMBER = "#"  # before the number that a pair has in an event


class EveningHistory(Subject, begin="evening"):
    """An evening after all decisions about it that count.

    directed: what was decided about its boards and pairs, in order
    """

    def __init__(self, entries: Iterable[Entry]):
        self.directed = list[Entry]()
        super().__init__(entries)

    @classmethod
    def describe(cls, names: Names, which: str) -> Text:
        return text("evening of {evening}", evening=wording.dated(which))


@dataclass(frozen=True)
class OfEvening(Decision[EventHistory | EveningHistory]):
    """Base of decisions about an evening, a date as 2026-11-20, or an event.

    `event`: its number on the tablets, 0 for the evening
    """

    evening: str
    event: int

    def __post_init__(self) -> None:
        if str(date.fromisoformat(self.evening)) != self.evening:  # which takes other ways too
            raise ValueError

    @property
    def subject(self) -> str:
        """Return the event, or the evening."""
        return f"event:{self.event}" if self.event else f"evening:{self.evening}"


@dataclass(frozen=True)
class Directing(OfEvening):
    """Base of decisions that the field of the evening follows from."""

    @property
    def pairs(self) -> tuple[str, ...]:
        """Return the pairs that it is about, as `Evening.key_of` has them."""
        return ()

    def apply(self, state: EventHistory | EveningHistory) -> None:
        """Put it beside the others: what it means depends on what was played."""
        state.directed.append(state.applying)


@dataclass(frozen=True)
class AdjustBoard(Directing, kind="adjust board"):
    """A board between two pairs counts as an adjusted score, whether they played it or not.

    `score`: as of `scores.in_words`; names as they were then
    """

    board: int
    ns: str
    ew: str
    ns_name: str
    ew_name: str
    score: str

    def __post_init__(self) -> None:
        super().__post_init__()
        scores(self.score)

    @property
    def pairs(self) -> tuple[str, ...]:
        """Return the pair that has the score of N-S, then the other."""
        return self.ns, self.ew

    def describe(self, names: Names | None) -> Text:
        """Return which board counts as what."""
        about = {"ns": wording.visible(self.ns_name), "ew": wording.visible(self.ew_name)}
        return text(
            "board {board}, {ns} against {ew}: adjust {score}",
            **{"board": self.board, **about, "score": wording.in_symbols(self.score)},
        )


@dataclass(frozen=True)
class DivideBoard(Directing, kind="divide board"):
    """A fouled board is compared in groups; the last decision counts. [Law 87 B]

    `groups`: the tables of each form of the board but the usual one
    """

    board: int
    groups: list[list[int]]

    def __post_init__(self) -> None:
        super().__post_init__()
        if [] in self.groups or {type(one) for group in self.groups for one in group} != {int}:
            raise ValueError

    @property
    def forms(self) -> dict[int, int]:
        """Return by table in which changed form, from 1, it had the board."""
        groups = enumerate(self.groups, 1)
        return {table: form for form, tables in groups for table in tables}

    def describe(self, names: Names | None) -> Text:
        """Return which tables had the board in another form."""
        about = {"board": self.board, "tables": " | ".join(map(wording.ranges, self.groups))}
        return text("board {board} fouled; tables with another form: {tables}", **about)


@dataclass(frozen=True)
class OfPair(Directing):
    """Base of decisions about a pair. `name`: as it was then."""

    pair: str
    name: str

    @property
    def pairs(self) -> tuple[str, ...]:
        """Return the pair."""
        return (self.pair,)


@dataclass(frozen=True)
class GivenToPair(OfPair):
    """Base of amounts that a pair gets: `-10%` of a top, or `-3 IMPs`."""

    amount: str
    said = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        amount(self.amount)

    def describe(self, names: Names | None) -> Text:
        """Return what the pair gets, or brings."""
        return text(self.said, pair=wording.visible(self.name), amount=self.amount)


@dataclass(frozen=True)
class PenalizePair(GivenToPair, kind="penalty"):
    """A pair has a penalty or, over 0, a bonus."""

    said = marked("{pair}: penalty {amount}")


@dataclass(frozen=True)
class CarryOver(GivenToPair, kind="carry-over"):
    """A pair brings something with it from an earlier session."""

    said = marked("{pair}: carry-over {amount}")


@dataclass(frozen=True)
class WithdrawPair(OfPair, kind="withdraw pair"):
    """A pair of an evening plays no more."""

    def check(self, state: EventHistory | EveningHistory) -> None:
        """Raise UserError if it withdrew already."""
        gone = (one.decision for one in state.directed if isinstance(one.decision, WithdrawPair))
        if any(one.pair == self.pair for one in gone):
            raise UserError(text("{pair} withdrew already", pair=self.name), "pair")

    def describe(self, names: Names | None) -> Text:
        """Return that the pair plays no more."""
        return text("{pair}: withdraw", pair=wording.visible(self.name))
