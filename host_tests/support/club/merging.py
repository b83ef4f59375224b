"""Two entries of a roster become one person, whatever a club would say to that."""

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.seating import Merge
from scorepad.club.log import Signature, decide, pick_kind, undo
from scorepad.club.merging import People


def merge(rows: Rows, player: int, same_as: int) -> None:
    """Let an entry count for another one; 0: for itself again."""
    people, by = People.load(rows), Signature()
    if same_as:
        decide(rows, people, Merge(player, same_as), by)
    for entry, before in pick_kind(people.counting, Merge):
        if before.player == player and not same_as:
            undo(rows, entry.number, by)
