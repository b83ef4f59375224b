from collections.abc import Mapping
from typing import Annotated, Any, Literal

from scorepad.errors import UserError
from scorepad.language import languages, text
from scorepad.operation import Context, Done, IfMissing, Param, Rows, operation
from scorepad.operations.common import Decision

_NAMES = ("name", "address", "number", "paper", "language", "evening_ends", "pin")
_CODES = {code: code for code in languages()}

ClubName = Annotated[
    str,
    Param("Name", "of the club, at the foot of each page", "Harbour Bridge Club", clears=True),
]
Address = Annotated[str, Param("Address", "in one line", clears=True)]
Number = Annotated[str, Param("Number in the federation", "of the club", "NZ 42", clears=True)]
Paper = Annotated[
    Literal["a4", "letter"],
    Param("Paper", "of what is printed", choices={"a4": "A4", "letter": "Letter"}, clears=True),
]
ClubLanguage = Annotated[str, Param("Language", "of reports", choices=_CODES, clears=True)]
Time = Annotated[
    str,
    Param(
        "An evening ends at",
        "what begins before it belongs to the evening before; 06:00 if it is not set",
        "05:30",
        metavar="HH:MM",
        control="time",
        clears=True,
    ),
]
Pin = Annotated[str, Param("The director's PIN on phones", "four digits", "0137", clears=True)]


@operation("club settings set")
class SetSettings(Decision):
    """Change the settings

    What is given replaces what was set; "" takes it back. Every change is kept, with
    its time, its author and its reason.
    """

    examples = (
        'scorepad club settings set --name "Harbour Bridge Club" --language de',
        "scorepad club settings set --paper letter --evening-ends 05:30",
        'scorepad club settings set --number "" --reason "left the federation"',
    )
    if_missing = IfMissing.CREATE

    name: ClubName | None = None
    address: Address | None = None
    number: Number | None = None
    paper: Paper | None = None
    language: ClubLanguage | None = None
    evening_ends: Time | None = None
    pin: Pin | None = None

    @classmethod
    def prefill(cls, rows: Rows, given: Mapping[str, Any]) -> Mapping[str, Any]:
        from scorepad.club.settings.stored import list_settings

        values = {setting.name.replace("-", "_"): setting.value for setting in list_settings(rows)}
        return {**values, "pin": ""}  # nobody reads it here

    def check(self) -> None:
        if not self._new_values:
            raise UserError(text("Say which setting shall change."))

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.settings.stored import change

        return Done(change(rows, self._new_values, self.by(context)))

    @property
    def _new_values(self) -> dict[str, str]:
        given = {name.replace("_", "-"): getattr(self, name) for name in _NAMES}
        return {name: value for name, value in given.items() if value is not None}
