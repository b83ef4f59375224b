"""The club's ranking as a list, the best player first."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad import wording
from scorepad.club.database.schema import PlayerRow
from scorepad.club.players.ranked import standings
from scorepad.reports.content.report import Block, Notice, Table

_HEADS = ("Rank", "Player", "Ranking", "Deals")
_NOBODY = "Nobody is ranked yet: that takes a deal among four players of the roster."


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


def notice(listed: list[Place], until: date | None) -> Notice:
    """For people; `until`: the evening after which it was so, None if it is so now."""
    heading = f"Ranking after the evening of {until}" if until else "Ranking"
    if not listed:
        return Notice(heading, [Block(lines=[_NOBODY])])
    rows = [
        [
            str(place.rank),
            wording.player(place.name, place.id),
            str(place.ranking),
            str(place.deals),
        ]
        for place in listed
    ]
    return Notice(heading, [Block(table=Table(_HEADS, ("Player",), rows))])


def for_programs(listed: list[Place]) -> list[dict[str, Any]]:
    """The same."""
    return [asdict(place) for place in listed]
