"""Parameters of operations about sessions, and what may be chosen for them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from scorepad.operation import Param, Rows, Suggestion
from scorepad.operations.common import given_of

MOST_DEALS = 9999


def suggest_deals(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the deals of the session as they are now."""
    from scorepad import wording
    from scorepad.club.history import deal_text
    from scorepad.club.sessions.correcting import find_history
    from scorepad.errors import UserError

    try:
        session = find_history(rows, given_of(given, "session")).session
    except UserError:
        return
    for number in range(1, len(session.deals) + 1):
        yield str(number), f"{number}: " + wording.in_symbols(deal_text(session, number))


def suggest_waiting(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the sessions that wait for the director."""
    from scorepad.club.waiting import waiting

    for session in waiting(rows):
        yield session.row.session, session.row.session


Deal = Annotated[
    int,
    Param(
        "Deal", "its number in the session", "3", low=1, high=MOST_DEALS, suggests=suggest_deals
    ),
]
Waiting = Annotated[
    str,
    Param("Waiting session", "its id, or how it begins", suggests=suggest_waiting, hint=""),
]
