"""Parameters of operations about the club, and what it has in numbers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from scorepad.language import Text, joined, text_as, text_counted
from scorepad.operation import Param, Rows, Suggestion


def suggest_house_rules(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the names of the club's house rules."""
    from scorepad.club import house

    for rules in house.list_house_rules(rows):
        yield rules.name, rules.name


RULES_NAME = Param("Name", "of the house rules", "Tuesday", suggests=suggest_house_rules)


def count_sessions(counts: Counter[str]) -> Text:
    """Return how many sessions there are, and how many in each state."""
    number = text_counted(counts.total(), "{number} session", "{number} sessions")
    states = [joined((str(counts[one]), text_as("session", one)), " ") for one in sorted(counts)]
    return joined((number, joined(states)), ": ") if states else number


def count_all(players: int, sessions: Counter[str]) -> Text:
    """Return how many players there are, and how many sessions."""
    enrolled = text_counted(players, "{number} player", "{number} players")
    return joined((enrolled, count_sessions(sessions)))
