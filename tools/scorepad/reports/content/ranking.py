"""The club's ranking as a list, the best player first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import names_of, session_meant
from scorepad.club.derived.ranking_rows import standings
from scorepad.club.duplicate.ranking import rank_all
from scorepad.language import marked, text, text_as
from scorepad.reports.content import links
from scorepad.reports.content.report import Report, Section, Table, layout

_NOBODY = marked("Nobody is ranked yet: that takes a deal among four players of the roster.")


@dataclass(frozen=True)
class Place:
    """A player in the list; `name`: None if the roster does not have this id."""

    rank: int
    id: int
    name: str | None
    ranking: int
    deals: int


def places(rows: Rows, before: int | None, without: Sequence[str] = ()) -> list[Place]:
    """Return the ranking after the sessions before this minute; equal players share a rank.

    `without`: sessions that are left out, as they were typed. Raise UserError for an unknown one.
    """
    names = names_of(rows)
    ranking = standings(rows, before, [session_meant(rows, given) for given in without])
    ranks = rank_all(ranking.rankings)
    listed = [
        Place(ranks[player][0], player, names.get(player), points, ranking.deals[player])
        for player, points in ranking.rankings.items()
    ]
    return sorted(listed, key=lambda place: (place.rank, place.name or "", place.id))


def report(listed: list[Place], until: date | None) -> Report:
    """Return the ranking; `until`: the last evening counted, None if it is current."""
    heading = text("Ranking")
    if until:
        heading = text("Ranking after the evening of {evening}", evening=wording.day(until))
    if not listed:
        return Report(heading, [Section(lines=[text(_NOBODY)])])
    rank, *figures = text("Rank"), text_as("of a player", "Ranking"), text("Deals")
    heads = layout(rank, text("Player"), *figures, numbers=(rank, *figures))
    return Report(heading, [Section(table=Table(heads, list(map(_cells, listed))))])


def _cells(place: Place) -> list[str]:
    name = links.player(place.name, place.id)
    return [str(place.rank), name, str(place.ranking), str(place.deals)]
