"""The club's ranking as a list, the best player first."""

import json
from dataclasses import asdict, dataclass

from rich import box
from rich.table import Table
from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club import wording
from scorepad.club.ranked import standings
from scorepad.club.schema import PlayerRow


@dataclass(frozen=True)
class Place:
    """A player in the list; `name`: None if the roster does not have this id."""

    rank: int
    id: int
    name: str | None
    ranking: int
    deals: int


def places(rows: Rows, before: int | None) -> list[Place]:
    """The ranking after the sessions that began before this minute; equal ones share a rank."""
    names = {player.id: player.name for player in rows.scalars(select(PlayerRow))}
    ranking = standings(rows, before)
    ordered = sorted(ranking.rankings.values(), reverse=True)
    ranks = {points: ordered.index(points) + 1 for points in ordered}
    listed = [
        Place(ranks[points], player, names.get(player), points, ranking.deals[player])
        for player, points in ranking.rankings.items()
    ]
    return sorted(listed, key=lambda place: (place.rank, place.name or "", place.id))


def as_table(listed: list[Place]) -> Table:
    """For people."""
    table = Table(box=box.HORIZONTALS, show_edge=False, pad_edge=False)
    for head in ("Rank", "Player", "Ranking", "Deals"):
        table.add_column(head, justify="left" if head == "Player" else "right", overflow="fold")
    for place in listed:
        name = wording.player(place.name, place.id)
        table.add_row(str(place.rank), name, str(place.ranking), str(place.deals))
    return table


def as_json(listed: list[Place]) -> str:
    """For programs."""
    return json.dumps([asdict(place) for place in listed], ensure_ascii=False, indent=2) + "\n"
