"""Several sections of one event: each a movement of its own, with boards of its own.

Pairs and tables are numbered on from section to section; the boards have the same numbers in all.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from string import ascii_uppercase

from scorepad.language import marked, say
from scorepad.movement.model import MOST_PAIRS, CannotBeHad, Movement

MOST = len(ascii_uppercase)
_NAMED = marked("Section {letter}: {movement}")


def sizes(pairs: int, sections: int) -> list[int]:
    """How many pairs each section has; only the last an odd number. Raises CannotBeHad."""
    if pairs > MOST_PAIRS:
        raise CannotBeHad(f"{pairs} pairs are too many: there can be {MOST_PAIRS}")
    tables, odd = divmod(pairs, 2)
    tables += odd
    if not 1 <= sections <= tables:
        raise CannotBeHad(f"{pairs} pairs can be in 1 to {tables} sections, not in {sections}")
    least, more = divmod(tables, sections)
    listed = [2 * (least + (place < more)) for place in range(sections)]
    listed[-1] -= odd
    return listed


def in_sections(made: Iterable[Movement]) -> list[Movement]:
    """Movements as the sections of an event, with pairs and tables numbered on.

    Raises CannotBeHad for more sections than there are letters.
    """
    placed, pair, table = list[Movement](), 1, 1
    for movement in lettered(list(made)):
        placed.append(movement.numbered_from(pair, table))
        pair, table = placed[-1].pairs[-1] + 1, placed[-1].tables[-1] + 1
    return placed


def lettered(sections: Sequence[Movement]) -> list[Movement]:
    """The sections of an event as they are called, each by its letter if there are several.

    Raises CannotBeHad for more than there are letters.
    """
    if len(sections) > MOST:
        raise CannotBeHad(f"{len(sections)} sections are too many: there can be {MOST}")
    if len(sections) == 1:
        return list(sections)
    return [
        replace(one, name=say(_NAMED, letter=letter, movement=_bare(one.name)))
        for letter, one in zip(ascii_uppercase, sections, strict=False)
    ]


def _bare(name: str) -> str:
    """Without the letter of the section that it has been till now."""
    before, after = map(re.escape, say(_NAMED, letter="\0", movement="").split("\0"))
    return re.sub(f"^{before}[A-Z]{after}", "", name)


def fault_between(movements: Sequence[Movement]) -> str:
    """A pair or table of two sections, or rounds that are not as many; "" if all is well."""
    numbers: dict[str, Callable[[Movement], list[int]]] = {
        "pair": lambda one: one.pairs,
        "table": lambda one: one.tables,
    }
    for what, listed in numbers.items():
        seen = set[int]()
        for movement in movements:
            if both := seen.intersection(listed(movement)):
                return f"{what} {min(both)} is in two sections; each number is in one"
            seen.update(listed(movement))
    if len({movement.rounds for movement in movements}) > 1:
        return "the sections have different numbers of rounds; they play them together"
    return ""
