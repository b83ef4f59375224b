"""Adjusted scores as a director says them. [Law 12 C of the Laws of Duplicate Bridge 2017]

    4S N +1                     assigned: a result
    60% 4S N =, 40% 4S N -1     weighted: results with what each counts, in per cent or as 2/3
    A+, A, A-                   artificial: average plus, average, average minus
    45%                         artificial: so much of the top
    none                        nothing: the side has no score on this board

One is for both sides; two, with a bar between them, are split: that of N-S, then that of E-W.
What directors write elsewhere is read as these: `Ave+`, `A60` for 60%, `60/40`, `A6040`, `A+-`.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from firmware.scoring.deal import VUL_NONE, BadDeal
from firmware.scoring.duplicate import Duplicate
from firmware.scoring.notation import parse, to_text
from scorepad.errors import UserError
from scorepad.language import marked, text

AVERAGES = {"A+": 60, "A": 50, "A-": 40}
NONE = marked("none")
SPLIT = "|"

_AVERAGE = re.compile(r"\bA(?:V(?:E|G|ERAGE)?)?\b ?(PLUS|MINUS|[+=-]|)")
_SIGNS = {"PLUS": "+", "MINUS": "-", "=": ""}
_PERCENT = re.compile(r"A?([0-9]{1,3}(?:\.[0-9]{1,2})?) ?%|A([0-9]{2,3})")
_SPLIT = re.compile(
    r"(?:A([1-9][0-9]|100)|A?([1-9][0-9]|100)%?[ /|-]+A?)([1-9][0-9]|100)%?"
    r"|A([+-])A?((?!\4)[+-])|A([+-]?)[ /|]+(?:A([+-]?)|([+-]))"
)
_WEIGHTED = re.compile(r"(?:([0-9]{1,3}(?:\.[0-9]{1,2})?)%|([0-9]{1,3})/([0-9]{1,3}))\s+(\S.*)")


@dataclass(frozen=True)
class Artificial:
    """No result: per cent of the top. A+ is not less, A- not more than the pair has otherwise.

    With the name NONE the side has no score at all.
    """

    name: str

    @property
    def is_share(self) -> bool:
        """Return True if the score is a share of the top."""
        return self.name != NONE

    @property
    def percent(self) -> Fraction:
        """Return the percentage as it was entered."""
        return Fraction(AVERAGES.get(self.name) or self.name.rstrip("%"))


@dataclass(frozen=True)
class Assigned:
    """Results, as deals, with what each counts; together that is 1."""

    parts: tuple[tuple[Fraction, int], ...]


Score = Artificial | Assigned
Scores = tuple[Score, Score]  # of N-S, of E-W


def scores(said: str) -> Scores:
    """Return the scores that `in_words` has written. Raise UserError."""
    return both(*said.split(f" {SPLIT} ", 1))


def both(score: str, other: str | None = None) -> Scores:
    """Return the scores of N-S and E-W as they were typed. Raise UserError."""
    said = score if other is None else f"{score}/{other}"
    if split := _SPLIT.fullmatch(_in_short(said)):
        sides = (side for side in split.groups() if side is not None)
        score, other = (f"{one}%" if one.isdecimal() else f"A{one}" for one in sides)
    first = _score(score.strip(), "score")
    return first, first if other is None else _score(other.strip(), "other")


def _in_short(said: str) -> str:
    """An average as `A+`, in whatever words it was said."""
    return _AVERAGE.sub(lambda one: f"A{_SIGNS.get(one[1], one[1])}", said.strip().upper())


def one_deal(given: Scores) -> int | None:
    """The result that both sides have; None if there is no such one."""
    first = given[0]
    if first != given[1] or isinstance(first, Artificial) or len(first.parts) > 1:
        return None
    return first.parts[0][1]


def in_words(both: Scores) -> str:
    return f" {SPLIT} ".join(dict.fromkeys(map(score_text, both)))


def score_text(score: Score) -> str:
    if isinstance(score, Artificial):
        return score.name
    if len(score.parts) == 1:
        return to_text(score.parts[0][1])
    return ", ".join(f"{_weight_text(weight)} {to_text(deal)}" for weight, deal in score.parts)


def _weight_text(weight: Fraction) -> str:
    hundredths = weight * 10000
    if hundredths.denominator > 1:
        return str(weight)
    whole, rest = divmod(int(hundredths), 100)
    return f"{whole}{f'.{rest:02}' if rest else ''}%"


def _score(said: str, field: str) -> Score:
    """Return what was typed into a field. Raise UserError."""
    try:
        return _read(said)
    except UserError as error:
        raise error.at(field) from None


def _read(said: str) -> Score:
    short = _in_short(said)
    if short in AVERAGES:
        return Artificial(short)
    if said.lower() == NONE:
        return Artificial(NONE)
    if percent := _PERCENT.fullmatch(short):
        number = percent[1] or percent[2]
        if Fraction(number) > 100:
            raise UserError(text("{given}: a share is at most 100%.", given=repr(said)))
        return Artificial(f"{number}%")
    if said.isdecimal():
        share = text(
            "{given}: write 60% for a share of the top, and 60/40 for those of N-S and E-W.",
            given=repr(said),
        )
        raise UserError(share)
    if not _WEIGHTED.fullmatch(said.partition(",")[0].strip()):
        return Assigned(((Fraction(1), _deal(said)),))
    parts = tuple(_part(part.strip()) for part in said.split(","))
    if (total := sum((weight for weight, _ in parts), Fraction(0))) != 1:
        about = {"given": repr(said), "total": _weight_text(total)}
        raise UserError(text("{given}: the results count {total} together, not 100%.", **about))
    return Assigned(parts)


def _part(said: str) -> tuple[Fraction, int]:
    found = _WEIGHTED.fullmatch(said)
    if not found or (found[3] and not int(found[3])):
        lacking = text(
            "{given}: write what each result counts, as 60% 4S N = or 2/3 4S N =.",
            given=repr(said),
        )
        raise UserError(lacking)
    weight = Fraction(found[1]) / 100 if found[1] else Fraction(int(found[2]), int(found[3]))
    if not weight:
        raise UserError(text("{given} counts nothing; leave it out.", given=repr(said)))
    return weight, _deal(found[4])


def _deal(said: str) -> int:
    """Return a result without a board. Raise UserError."""
    try:
        deal, place = parse(said)
        if place:
            raise UserError(text("{given}: leave the board out.", given=repr(said)))
        Duplicate().check(deal, VUL_NONE)
    except BadDeal as wrong:
        about = {"given": repr(said), "reason": str(wrong)}
        neither = text(
            "{given} is neither a result nor A+, A, A-, 45% or 60/40: {reason}", **about
        )
        raise UserError(neither) from None
    return deal
