"""Parameters of operations that score."""

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from firmware.scoring.deal import SEATS
from firmware.scoring.rules import NAMES
from scorepad.operation import Param

if TYPE_CHECKING:
    RuleName: TypeAlias = str
    SeatName: TypeAlias = str
else:
    RuleName, SeatName = Literal[NAMES], Literal[tuple(SEATS)]

RuleSet = Annotated[RuleName, Param("Rules", ", ".join(NAMES), metavar="RULES", positional=True)]
OPTION = Param(
    "Option",
    "an option of the rule set that is not its default; may be repeated",
    "vulnerable=nondealer",
    metavar="NAME=VALUE",
)
Options = Annotated[dict[str, str], OPTION]
FirstDealer = Annotated[
    SeatName,
    Param(
        "First dealer",
        "who deals first: N, E, S or W",
        hint="N, E, S or W; N if you say nothing.",
        metavar="SEAT",
    ),
]
Close = Annotated[
    bool,
    Param(
        "They stop here: score what is unfinished",
        "the players stop after the last deal: score what is unfinished",
        hint="",
    ),
]
