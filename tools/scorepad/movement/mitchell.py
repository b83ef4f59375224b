"""Mitchell movements: N-S stay, E-W go up a table after each round, and the boards down one.

With an even number of tables a pair would have the boards of its first round again in the middle.
So either E-W skip a table there, and the last round is left out, or the first and the last table
share boards, and a relay, where boards rest, stands in the middle.
"""

from collections.abc import Iterator

from scorepad.language import marked, text, text_counted
from scorepad.movement.model import MOST_PAIRS, Movement, NoSuchMovement, Row, build_movement

LEAST_PAIRS = 4
_ONE_SWITCH, _TWO_SWITCHES = 11, 18  # rounds up to which so many are switched


def switches(rounds: int) -> int:
    """Return how many rounds are best switched for one winner, by a rule of thumb."""
    return 1 + (rounds > _ONE_SWITCH) + (rounds > _TWO_SWITCHES)


def most_rounds(tables: int, relay: bool) -> int:
    """Return the most rounds in which no pair meets a pair or a board twice."""
    return tables if tables % 2 or relay else tables - 1


def build_mitchell(
    pairs: int, rounds: int, boards: int, relay: bool = False, switched: int = 0
) -> Movement:
    """Return a Mitchell movement; `boards`: boards per round. Raise NoSuchMovement.

    `switched`: in how many of the last rounds N-S and E-W change. With an odd number of pairs one
    pair sits out in every round.
    """
    tables = (pairs + 1) // 2
    _check(pairs, rounds, relay, switched)
    rows = _rows(tables, rounds, relay, rounds - switched)
    return build_movement("mitchell", _name(tables, rounds, relay, switched), rows, pairs, boards)


def _check(pairs: int, rounds: int, relay: bool, switched: int) -> None:
    tables = (pairs + 1) // 2
    about = {"pairs": pairs, "tables": tables, "rounds": rounds}
    if not LEAST_PAIRS <= pairs <= MOST_PAIRS:
        limits = {"least": LEAST_PAIRS, "most": MOST_PAIRS}
        size = text("A Mitchell is for {least} to {most} pairs, not {pairs}.", **about, **limits)
        raise NoSuchMovement(size, "pairs")
    if relay and tables % 2:
        even = marked("{tables} tables need no relay: it is for an even number of tables.")
        raise NoSuchMovement(text(even, **about), "relay")
    least = 1 + pairs % 2  # in a single round the pair without opponents would never play
    most = most_rounds(tables, relay)
    if not least <= rounds <= most:
        about |= {"least": least, "most": most}
        said = text(
            "A Mitchell for {pairs} pairs has {least} to {most} rounds, not {rounds}.", **about
        )
        if not (tables % 2 or relay):
            said = text(
                "A Mitchell for {pairs} pairs has {least} to {most} rounds, or {tables} with a "
                "relay, not {rounds}.",
                **about,
            )
        raise NoSuchMovement(said, "rounds")
    if not 0 <= switched <= rounds:
        raise NoSuchMovement(
            text("Of {rounds} rounds, 0 to {rounds} can be switched.", **about), "switch"
        )


def _name(tables: int, rounds: int, relay: bool, switched: int) -> str:
    name = text("Mitchell")
    if relay:
        name = text("Mitchell with relay and share")
    elif skips(tables, rounds):
        name = text("Mitchell with a skip")
    if not switched:
        return name
    first = rounds - switched + 1
    return text_counted(
        switched,
        "{name}, arrow-switch in round {rounds}",
        "{name}, arrow-switch in rounds {rounds}",
        name=name,
        rounds=str(rounds) if switched == 1 else f"{first}-{rounds}",
    )


def skips(tables: int, rounds: int) -> bool:
    """Return True if E-W skip a table after half of the rounds, for lack of a relay."""
    return not tables % 2 and rounds > tables // 2


def _rows(tables: int, rounds: int, relay: bool, straight: int) -> Iterator[Row]:
    """Yield the meetings; `straight`: number of rounds before the arrow-switch."""
    half = tables // 2
    for number in range(rounds):
        skipped = not tables % 2 and not relay and number >= half
        for table in range(tables):
            ns, ew = table, tables + (table - number - skipped) % tables
            if number >= straight:
                ns, ew = ew, ns
            behind = relay and table >= half
            yield Row(number, table, ns, ew, (table + behind + number) % tables)
