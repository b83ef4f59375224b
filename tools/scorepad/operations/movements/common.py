"""A movement as a parameter, and the parameters of which it is made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from scorepad.errors import UserError
from scorepad.language import marked, text
from scorepad.movement import model, sections
from scorepad.operation import Group, Param, Upload, parameters
from scorepad.operations.common import Found

_FILE = marked(
    "A CSV file with a row for each table in each round, and the columns round, table, "
    "ns, ew, first board and last board; or JSON, as movements are saved."
)
Pairs = Annotated[
    int,
    Param(
        "Pairs",
        "how many; of an odd number one sits out",
        "10",
        low=1,
        high=model.MOST_PAIRS,
        metavar="N",
    ),
]
Tables = Annotated[
    int,
    Param("Tables", "how many; twice as many pairs", low=1, high=model.MOST_TABLES, metavar="T"),
]
Rounds = Annotated[
    int,
    Param(
        "Rounds",
        "default: as many as there can be",
        low=1,
        high=model.MOST_ROUNDS,
        metavar="R",
    ),
]
Boards = Annotated[
    int,
    Param(
        "Boards in a round",
        "in a round (default: about 26 a pair)",
        low=1,
        high=model.MOST_BOARDS,
        metavar="B",
    ),
]
Sections = Annotated[
    int, Param("Sections", "each with own boards", low=1, high=sections.MOST, metavar="S")
]
NoSitOut = Annotated[bool, Param("Without a sit-out", "refuse what has a sit-out", hint="")]
Relay = Annotated[
    bool,
    Param(
        "Relay and share, so that all rounds are played",
        "even number of tables: relay and share, no skip",
    ),
]
Winners = Annotated[
    Literal[1, 2],
    Param(
        "Winners",
        "1: with an arrow-switch (default: 2)",
        choices={"1": "One list", "2": "One for N-S, one for E-W"},
    ),
]
Switch = Annotated[
    int,
    Param(
        "Rounds with an arrow-switch, the last ones",
        "arrow-switch the last N rounds",
        high=model.MOST_ROUNDS,
        metavar="N",
    ),
]
Cards = Annotated[
    Literal["tables", "pairs"],
    Param(
        "Cards to print",
        "a card for each of these",
        hint="",
        choices={"tables": "for each table", "pairs": "for each pair"},
    ),
]
File = Annotated[
    Upload,
    Param(
        "Movement from a file",
        "JSON or CSV",
        hint=_FILE,
        sample="movement.csv",
    ),
]
MeetAgain = Annotated[
    bool,
    Param("Two pairs may meet more than once", "two pairs may meet more than once", hint=""),
]
_SIZE = ("pairs", "tables", "rounds", "boards", "sections", "no_sit_out")
_FIELDS = {
    "mitchell": (*_SIZE, "relay", "winners", "switch"),
    "howell": _SIZE,
    "check": ("file", "meet_again"),
}


@dataclass(frozen=True)
class Movement(Group):
    """A movement that somebody wants, in words: "mitchell --tables 7", or the name of a file."""

    kind: Annotated[
        Literal["mitchell", "howell", "check"],
        Param(
            "Movement",
            choices={
                "mitchell": "Mitchell: N-S stay, E-W move on",
                "howell": "Howell: nearly all pairs move, and there is one winner",
                "check": "Movement from a file",
            },
        ),
    ]
    file: Annotated[
        Upload | None,
        Param("Movement from a file", hint=_FILE, sample="movement.csv", positional=True),
    ] = None
    pairs: Pairs | None = None
    tables: Tables | None = None
    rounds: Rounds | None = None
    boards: Boards | None = None
    sections: Sections | None = None
    no_sit_out: NoSitOut = False
    relay: Relay = False
    winners: Winners | None = None
    switch: Switch | None = None
    meet_again: MeetAgain = False

    @classmethod
    def words(cls, said: str) -> list[str]:
        """Return the words; what begins with no kind of movement is the name of a file."""
        if said.split(maxsplit=1)[:1] in [[kind] for kind in _FIELDS]:
            return super().words(said)
        return ["check", said]

    def check(self) -> None:
        for each in parameters(Movement)[1:]:
            if (
                getattr(self, each.name) not in (None, False)
                and each.name not in _FIELDS[self.kind]
            ):
                about = {"kind": self.kind, "field": each.label}
                raise UserError(text("There is no “{field}” in {kind}.", **about), each.name)
        if self.kind == "check":
            if self.file is None:
                raise UserError(text("Name the file of the movement."), "file")
        elif self.pairs is None and self.tables is None:
            raise UserError(text("Say how many pairs there are, or how many tables."), "pairs")
        elif None not in (self.pairs, self.tables):
            raise UserError(
                text("Say how many pairs there are or how many tables, not both."), "tables"
            )
        elif None not in (self.winners, self.switch):
            either = text(
                "Say how many winners there are or how many rounds are switched, not both."
            )
            raise UserError(either, "switch")

    def make(self) -> list[model.Movement]:
        """Return its sections. Raise UserError."""
        from scorepad.movement.making import Wish, build_movements
        from scorepad.movement.reading import read_movements

        if self.file:
            return read_movements(self.file, self.meet_again)
        pairs = self.pairs or 2 * (self.tables or 0)
        one_winner = self.winners == 1
        size = (self.rounds, self.boards, self.sections or 1, self.no_sit_out)
        return build_movements(Wish(self.kind, pairs, *size, self.relay, self.switch, one_winner))


def draw(kind: str, given: Mapping[str, object]) -> Found:
    """Return a movement as people look at it: `given` are fields of Movement, and `cards`."""
    from scorepad.reports.content.events import guide_cards, movement

    reports = {"tables": guide_cards.table_cards, "pairs": guide_cards.pair_cards}
    fields = {name: value for name, value in given.items() if name != "cards"}
    wanted = Movement(kind, **fields)  # type: ignore[arg-type]
    wanted.check()
    report = reports.get(str(given["cards"]), movement.report)
    return Found(wanted.make(), report, movement.for_programs, headed=True)
