"""Parameters of operations about access to the club."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorepad.operation import Rows, Suggestion


def suggest_tokens(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the names of the tokens."""
    from scorepad.club import tokens

    for token in tokens.listed(rows):
        yield token.name, token.name


def suggest_tablets(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the ids of the tablets that the club knows."""
    from scorepad.club.forgetting import known_tablets

    for tablet in known_tablets(rows):
        yield tablet.id, ", ".join((tablet.id, *tablet.players))
