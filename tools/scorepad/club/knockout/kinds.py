"""What is decided about a knock-out, from its draw on."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scorepad import wording
from scorepad.club import log
from scorepad.club.database.rows import Rows
from scorepad.club.knockout import draw
from scorepad.errors import Remedy, UserError, remedy
from scorepad.language import Text, text

_SUBJECT = "knockout"
_LONGEST = 100  # characters of a name
_OF_PAIR = {"players": list | tuple, "rating": int, "grade": str, "area": str}


class Knockout(log.Subject):
    """A knock-out as it was drawn, and what was said of it since (deciding.py: what follows).

    number: of the decision that drew it
    pairs: those that entered, as of Draw, by their places in the bracket
    results: what was entered by hand, in order
    sessions: what was said last of a session, and by which decision
    """

    begin = _SUBJECT

    def __init__(self, entries: Iterable[log.Entry]):
        self.number, self.name, self.seed, self.deals = 0, "", 0, 0
        self.made = datetime.min.replace(tzinfo=UTC)
        self.pairs = dict[int, dict[str, Any]]()
        self.results = list[tuple[log.Entry, MatchResult | Withdrawal]]()
        self.sessions = dict[str, tuple[int, MatchSession]]()
        self.is_dropped = False
        super().__init__(entries)

    @classmethod
    def describe(cls, names: log.Names, which: str) -> str:
        return names.find(_read_names).get(f"{_SUBJECT}:{which}", which)

    @property
    def is_live(self) -> bool:
        """Return whether it was drawn and not dropped."""
        return bool(self.pairs) and not self.is_dropped

    def is_match(self, session: str) -> bool:
        """Return whether a session is said to be a match of it."""
        return session in self.sessions and self.sessions[session][1].is_match


@dataclass(frozen=True)
class OfKnockout(log.Decision[Knockout]):
    """Base of what is decided about a knock-out. `knockout`: the number of its draw."""

    knockout: int

    @property
    def subject(self) -> str:
        """Return that of the knock-out."""
        return f"{_SUBJECT}:{self.knockout}"

    def apply(self, state: Knockout) -> None:
        if not state.pairs:
            raise UserError(text("the knock-out is not drawn"))


@dataclass(frozen=True)
class Draw(OfKnockout, kind="draw knockout"):
    """The draw of a knock-out. `seed`: the lot; `deals`: of a match.

    `pairs`: the bracket from top to bottom, None for a bye: two players, and what decided the draw
    as it was then (knockout/draw.py); the grades are the season's.
    """

    name: str
    seed: int
    deals: int
    pairs: list[dict[str, Any] | None]

    def check(self, state: Knockout) -> None:
        if not self.name.strip() or len(self.name) > _LONGEST or wording.UNSEEN.search(self.name):
            about = {"name": repr(self.name[:_LONGEST]), "most": _LONGEST}
            wrong = text("{name} is no name: it has 1 to {most} characters.", **about)
            raise UserError(wrong, "name")

    def apply(self, state: Knockout) -> None:
        pairs = {place: pair for place, pair in enumerate(self.pairs) if pair is not None}
        whole = len(pairs) > 1 and len(self.pairs) == draw.size(len(pairs))
        sound = whole and all(self.pairs[::2]) and all(map(_is_pair, pairs.values()))
        if state.pairs or not sound:
            raise UserError(text("this is no draw of a knock-out"))
        state.number, state.name, state.made = self.knockout, self.name, state.applying.made
        state.seed, state.deals, state.pairs = self.seed, self.deals, pairs

    def remedies(self) -> list[Remedy]:
        """Return to drop it, which is possible whatever else was decided about it."""
        return [remedy("club knockout drop", name=self.name)]

    def describe(self, names: log.Names) -> Text:
        return text("drawn by lot {lot}", lot=self.seed)


@dataclass(frozen=True)
class MatchResult(OfKnockout, kind="match result"):
    """Two pairs, by their places in the bracket, have these totals in the round, from 1."""

    round: int
    pair: int
    points: int
    opponent: int
    opponent_points: int

    def apply(self, state: Knockout) -> None:
        super().apply(state)
        if self.pair == self.opponent:
            raise UserError(text("a pair does not meet itself"))
        state.results.append((state.applying, self))

    def describe(self, names: log.Names) -> Text:
        about = {"number": self.round, "points": self.points, "others": self.opponent_points}
        return text("round {number}: {points} to {others}", **about)


@dataclass(frozen=True)
class Withdrawal(OfKnockout, kind="knockout withdrawal"):
    """A pair does not play in the round, from 1, or any later one."""

    round: int
    pair: int

    def apply(self, state: Knockout) -> None:
        super().apply(state)
        state.results.append((state.applying, self))

    def describe(self, names: log.Names) -> Text:
        return text("round {number}: a pair withdrew", number=self.round)


@dataclass(frozen=True)
class MatchSession(OfKnockout, kind="knockout session"):
    """A session is one of its matches, or is none, whoever has played it."""

    session: str
    is_match: bool

    def apply(self, state: Knockout) -> None:
        super().apply(state)
        state.sessions[self.session] = state.applying.number, self

    def describe(self, names: log.Names) -> Text:
        if self.is_match:
            return text("session {session} is a match of it", session=self.session)
        return text("session {session} is no match of it", session=self.session)


@dataclass(frozen=True)
class Drop(OfKnockout, kind="drop knockout"):
    """The draw does not count any more, and its name is free."""

    def apply(self, state: Knockout) -> None:
        super().apply(state)
        state.is_dropped = True

    def describe(self, names: log.Names) -> Text:
        return text("dropped")


def load_live(rows: Rows) -> list[Knockout]:
    """Return all that were drawn and not dropped, in the order in which they were drawn."""
    every = map(Knockout, log.load_family(rows, _SUBJECT).values())
    return [knockout for knockout in every if knockout.is_live]


def _read_names(rows: Rows) -> dict[str, str]:
    """Return the names of all, also of those that do not count, by their subjects."""
    family = log.load_family(rows, _SUBJECT)
    drawn = {subject: log.pick_kind(entries, Draw) for subject, entries in family.items()}
    return {subject: found[0][1].name for subject, found in drawn.items() if found}


def _is_pair(pair: Any) -> bool:
    """Return whether this is a pair as the draw makes it (draw.DrawnPair)."""
    sound = isinstance(pair, dict) and all(isinstance(pair.get(n), k) for n, k in _OF_PAIR.items())
    return sound and [*map(type, pair["players"])] == [int, int]
