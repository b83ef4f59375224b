"""What a director gives to a pair beside its boards, or takes from it, in whichever scoring."""

import re
from dataclasses import dataclass
from fractions import Fraction

from scorepad.errors import UserError
from scorepad.language import text

PER_CENT, MATCHPOINTS, IMPS = "%", "MP", "IMPs"
TEN_PER_CENT = 3  # IMPs; as average plus, 60 per cent, is 3 IMPs [Law 12 C 2 (b)]

_AMOUNT = re.compile(r"([+-]?)([0-9]{1,4}(?:[.,][0-9]{1,2})?) ?(%|mp|imps?)", re.IGNORECASE)
_MOST = {PER_CENT: 100, MATCHPOINTS: 100, IMPS: 30}  # that one board can give
_UNITS = {"%": PER_CENT, "mp": MATCHPOINTS, "imp": IMPS, "imps": IMPS}


@dataclass(frozen=True)
class Amount:
    """So many per cent of the top of a board, matchpoints, or IMPs; negative: taken away."""

    number: Fraction
    unit: str

    def points(self, top: int) -> Fraction:
        """Return the amount in matchpoints on boards of this top, or in IMPs (0)."""
        if not top:
            return self._imps()
        if self.unit == MATCHPOINTS:
            return self.number
        per_cent = self.number if self.unit == PER_CENT else self.number * 10 / TEN_PER_CENT
        return per_cent * top / 100

    def refuse_more(self, boards: int) -> None:
        """Raises UserError for more than so many boards can give."""
        most = Amount(Fraction(boards * _MOST[self.unit]), self.unit)
        if abs(self.number) > most.number:
            about = {"amount": str(self)[1:], "most": str(most)[1:]}
            raise UserError(text("{amount}: at most {most}", **about), "amount")

    def _imps(self) -> Fraction:
        if self.unit == MATCHPOINTS:
            said = text(
                "{amount}: matchpoints are nothing in IMPs; say per cent or IMPs", amount=self
            )
            raise UserError(said, "amount")
        return self.number if self.unit == IMPS else self.number * TEN_PER_CENT / 10

    def __str__(self) -> str:
        hundredths = abs(int(self.number * 100))
        whole, rest = divmod(hundredths, 100)
        number = f"{whole}{f'.{rest:02}' if rest else ''}"
        space = "" if self.unit == PER_CENT else " "
        return f"{'-' if self.number < 0 else '+'}{number}{space}{self.unit}"


def amount(said: str) -> Amount:
    """`10%` of a top, `3 IMPs` or `4.5 MP`, with a sign or without one. Raises UserError."""
    found = _AMOUNT.fullmatch(said.strip())
    if not found:
        how = text(
            "{given}: it is 10% (of the top of a board), 3 IMPs or 4.5 MP", given=repr(said)
        )
        raise UserError(how, "amount")
    number = Fraction(found[2].replace(",", ".")) * (-1 if found[1] == "-" else 1)
    return Amount(number, _UNITS[found[3].lower()])
