"""An event as the club has planned it: its sections with their movements, and its pairs."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from string import ascii_uppercase

from scorepad import wording
from scorepad.club.events.history import EventHistory
from scorepad.language import joined, text
from scorepad.movement.model import Meeting, Movement

NOBODY = 0  # instead of a pair that is not there


@dataclass(frozen=True)
class EventPlayer:
    """`id`: in the roster, 0 = a guest, whose name may be ""; `number`: in the federation.

    `entered`: the id with which it was said, before merges.
    """

    id: int
    name: str = ""
    number: str = ""
    entered: int = 0

    @property
    def called(self) -> str:
        """The name that people read."""
        return wording.player(self.name, self.id)


Players = tuple[EventPlayer, EventPlayer]
GUESTS = EventPlayer(0), EventPlayer(0)


@dataclass(frozen=True)
class EventPair:
    """A pair by its number. `entries`: its players by the round from which they are.

    `left`: the round from which it is not there, 0 = it is there in all.
    """

    number: int
    entries: dict[int, Players] = field(default_factory=dict)
    left: int = 0

    def players(self, number: int) -> Players:
        """Return the pair's players in a round; two guests while they are unknown."""
        return self.entries.get(self.entered(number), GUESTS)

    def entered(self, number: int) -> int:
        """The round from which those are in force who play in a round; 0 if nobody has said it."""
        return max((since for since in self.entries if since <= number), default=0)

    def as_of(self, number: int) -> "EventPair":
        """Return the pair with only those players who play in a round."""
        since = self.entered(number)
        return replace(self, entries={since: self.entries[since]} if since else {})

    def is_there(self, number: int) -> bool:
        """Return True if the pair has not left before a round."""
        return not self.left or number < self.left

    def has_come(self, number: int) -> bool:
        """Return True if the pair is there in a round; without names it is there from round 1."""
        return not self.entries or min(self.entries) <= number

    @property
    def name(self) -> str:
        """Number and players; those who came later with the round from which they play."""
        said = [(since, pair_names(players)) for since, players in sorted(self.entries.items())]
        if not said:
            return text("pair {number}", number=self.number)
        (_, first), *others = said
        later = [text("round {number}: {names}", number=n, names=names) for n, names in others]
        return joined((str(self.number), joined([first, *later], "; ")), " ")


def pair_names(players: Players) -> str:
    """Return what people read of both players of a pair."""
    return joined((player.called for player in players), " & ")


@dataclass(frozen=True)
class Event:
    """`id`: the number of the decision that has planned it; `number`: on the tablets, of this
    event alone among those of all clubs.

    `sections`: movements that keep the checker's rules. `across`: boards of one number are
    compared over all sections. `pairs`: by their numbers. `history`: all that was decided.
    """

    id: int
    number: int
    name: str
    date: date
    scoring: str
    across: bool
    sections: list[Movement]
    pairs: dict[int, EventPair]
    history: EventHistory = field(default_factory=lambda: EventHistory(()), compare=False)

    @property
    def dropped(self) -> int:
        """Return by which decision it counts no more, 0 if it does."""
        return self.history.dropped.number if self.history.dropped else 0

    @property
    def title(self) -> str:
        """Name and date, as in a command."""
        return f"{wording.visible(self.name)}, {self.date}"

    @property
    def heading(self) -> str:
        """Name and date, as in a report."""
        return joined((wording.visible(self.name), wording.day(self.date)))

    @cached_property
    def rounds(self) -> int:
        """The number of rounds, equal in all sections."""
        return max(movement.rounds for movement in self.sections)

    @property
    def winners(self) -> int:
        """1 if a pair of any section sits both ways, else 2."""
        return min(movement.winners for movement in self.sections)

    @cached_property
    def section_of(self) -> dict[int, int]:
        """The place of the section by table."""
        return {
            table: place
            for place, movement in enumerate(self.sections)
            for table in movement.tables
        }

    @cached_property
    def section_of_pair(self) -> dict[int, int]:
        """The place of the section by pair."""
        return {
            pair: place for place, movement in enumerate(self.sections) for pair in movement.pairs
        }

    @cached_property
    def meetings(self) -> dict[tuple[int, int], Meeting]:
        """The plan by round and table; a pair that has left is NOBODY."""
        return {
            (one.round, one.table): one
            for place in range(len(self.sections))
            for one in self.plan(place)
        }

    def letter(self, section: int) -> str:
        """Return the letter of a section; "" if there is only one section."""
        return ascii_uppercase[section] if len(self.sections) > 1 else ""

    def plan(self, section: int) -> Iterator[Meeting]:
        """Yield the section's meetings by round and table; a pair that has left is NOBODY."""
        for one in sorted(self.sections[section].schedule, key=lambda one: (one.round, one.table)):
            ns, ew = (
                pair if self.pairs[pair].is_there(one.round) else NOBODY for pair in one.pairs
            )
            if (ns, ew) != (NOBODY, NOBODY):
                yield replace(one, ns=ns, ew=ew)

    def unmet(self, pair: int) -> Iterator[Meeting]:
        """The meetings of a pair after it has left, with those who are there."""
        for meeting in self.sections[self.section_of_pair[pair]].schedule:
            there = [self.pairs[each].is_there(meeting.round) for each in meeting.pairs]
            if pair in meeting.pairs and not there[meeting.pairs.index(pair)] and any(there):
                yield meeting

    def keeps_results(self, pair: int) -> bool:
        """Return True if a withdrawn pair's results stay: it had played half of its boards.

        By the plan; of a pair that has not left they stay.
        """
        theirs = [
            meeting
            for meeting in self.sections[self.section_of_pair[pair]].schedule
            if pair in meeting.pairs
        ]
        before = sum(len(one.boards) for one in theirs if self.pairs[pair].is_there(one.round))
        return 2 * before >= sum(len(one.boards) for one in theirs)
