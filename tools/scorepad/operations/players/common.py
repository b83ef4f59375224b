"""Parameters of operations about players."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from scorepad.operation import Param, Rows, Suggestion
from scorepad.operations.common import SUGGESTED


def suggest_players(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the newest players: by name, or by id where several have that name."""
    newest = rows.all("SELECT id, name FROM players ORDER BY id DESC LIMIT :most", most=SUGGESTED)
    names = [player.name for player in newest]
    for player in sorted(newest, key=lambda row: row.name.casefold()):
        unique = names.count(player.name) == 1
        yield player.name if unique else f"id={player.id}", player.name


Player = Annotated[
    str,
    Param(
        "Player",
        "an id, a number in the federation, a name, or how only one name begins; id=7 is an id",
        "Zoë Lund",
        suggests=suggest_players,
    ),
]
Number = Annotated[str, Param("Number in the federation", example="NZ 6001", clears=True)]
Grade = Annotated[
    Literal["junior", "intermediate", "open"],
    Param(
        "Grade",
        choices={"junior": "Junior", "intermediate": "Intermediate", "open": "Open"},
        clears=True,
    ),
]
Rating = Annotated[str, Param("Rating", "a whole number", "850", clears=True)]
Area = Annotated[str, Param("Area", "where they live", clears=True)]
