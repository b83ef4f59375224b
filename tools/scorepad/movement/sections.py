"""Several sections of one event: each a movement of its own, with boards of its own.

Pairs and tables are numbered on from section to section; the boards have the same numbers in all.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from string import ascii_uppercase

from scorepad.language import Text, marked, text
from scorepad.movement.model import MOST_PAIRS, Movement, NoSuchMovement

MOST = len(ascii_uppercase)
_NAMED = marked("Section {letter}: {movement}")


def divide_pairs(pairs: int, sections: int) -> list[int]:
    """Return the number of pairs in each section; only the last is odd. Raise NoSuchMovement."""
    if pairs > MOST_PAIRS:
        many = text(
            "{pairs} pairs are too many: there can be {most}.", pairs=pairs, most=MOST_PAIRS
        )
        raise NoSuchMovement(many, "pairs")
    tables, odd = divmod(pairs, 2)
    tables += odd
    if not 1 <= sections <= tables:
        about = {"pairs": pairs, "tables": tables, "sections": sections}
        said = marked("{pairs} pairs can be in 1 to {tables} sections, not in {sections}.")
        raise NoSuchMovement(text(said, **about), "sections")
    least, more = divmod(tables, sections)
    listed = [2 * (least + (place < more)) for place in range(sections)]
    listed[-1] -= odd
    return listed


def join_sections(made: Iterable[Movement]) -> list[Movement]:
    """Return movements as the sections of an event, with pairs and tables numbered on.

    Raise NoSuchMovement for more sections than letters.
    """
    placed, pair, table = list[Movement](), 1, 1
    for movement in add_letters(list(made)):
        placed.append(movement.numbered_from(pair, table))
        pair, table = placed[-1].pairs[-1] + 1, placed[-1].tables[-1] + 1
    return placed


def add_letters(sections: Sequence[Movement]) -> list[Movement]:
    """Return the sections of an event, each named by its letter if there are several.

    Raise NoSuchMovement for more sections than letters.
    """
    if len(sections) > MOST:
        many = marked("{sections} sections are too many: there can be {most}.")
        raise NoSuchMovement(text(many, sections=len(sections), most=MOST), "sections")
    if len(sections) == 1:
        return list(sections)
    return [
        replace(section, name=text(_NAMED, letter=letter, movement=_bare(section.name)))
        for letter, section in zip(ascii_uppercase, sections, strict=False)
    ]


def _bare(name: str) -> str:
    """Return the name of a movement without the letter of its section."""
    before, after = map(re.escape, text(_NAMED, letter="\0", movement="").split("\0"))
    bare = re.sub(f"^{before}[A-Z]{after}", "", name)
    return name if bare == name else bare


def find_fault(movements: Sequence[Movement]) -> Text | None:
    """Return what is wrong if sections share a pair or table, or differ in rounds; else None."""
    if pair := _twice(movement.pairs for movement in movements):
        return text("pair {number} is in two sections; each number is in one", number=pair)
    if table := _twice(movement.tables for movement in movements):
        return text("table {number} is in two sections; each number is in one", number=table)
    if len({movement.rounds for movement in movements}) > 1:
        return text("the sections have different numbers of rounds; they play them together")
    return None


def _twice(listed: Iterable[list[int]]) -> int:
    """Return the lowest number that is in two lists, 0 if there is none."""
    counted = Counter(number for numbers in listed for number in numbers)
    return min((number for number, times in counted.items() if times > 1), default=0)
