"""A season of duplicate: the list of players, or of pairs."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorepad import wording
from scorepad.club.duplicate.comparison import MATCHPOINTS
from scorepad.club.duplicate.hundredths import format_hundredths, hundredths
from scorepad.club.season.evenings import Season, SeasonEvening
from scorepad.club.season.standings import Standing, Who
from scorepad.language import joined, text, text_counted
from scorepad.reports.content import links
from scorepad.reports.content.events.duplicate import undated_sessions
from scorepad.reports.content.report import Report, Section, Table, layout


@dataclass(frozen=True)
class SeasonList:
    """A season's list: `names` of the players by ids, what was asked for, the result."""

    season: Season
    standings: list[Standing]
    names: dict[int, str]
    scoring: str
    pairs: bool
    best: int | None
    least: int

    def name(self, who: Who) -> str:
        """Return the name of a player, or of two."""
        return joined((wording.player(self.names.get(each), each) for each in who), " & ")


def report(listed: SeasonList) -> Report:
    """Return the list, and below it the players who have come too seldom."""
    ranked = [row for row in listed.standings if row.rank]
    others = [row for row in listed.standings if not row.rank]
    sections = [_ranking(listed, ranked)]
    if others:
        sections.append(_too_few(listed, others))
    first, last = (wording.day(listed.season.evenings[place].day) for place in (0, -1))
    heading = text("Season from {first} to {last}", first=first, last=last)
    return Report(heading, sections, [_what(listed), *_notes(listed)])


def _what(listed: SeasonList) -> str:
    evenings = sum(evening.scoring == listed.scoring for evening in listed.season.evenings)
    parts = [text(listed.scoring), text_counted(evenings, "{number} evening", "{number} evenings")]
    if listed.best:
        parts.append(text_counted(listed.best, "the best one counts", "the best {number} count"))
    if listed.least > 1:
        parts.append(
            text_counted(listed.least, "at least {number} evening", "at least {number} evenings")
        )
    return joined(parts, " · ")


def _notes(listed: SeasonList) -> Iterator[str]:
    evenings = listed.season.evenings
    others = [evening for evening in evenings if evening.scoring != listed.scoring]
    if others:
        yield text(
            "Not counted, because they were planned with another scoring: {events}.",
            events=joined(map(_name_with_scoring, others)),
        )
    days = [evening.day for evening in evenings if evening not in others and not evening.reached]
    if days:
        yield text(
            "No board had two results, so nothing counts: {evenings}.",
            evenings=joined(map(wording.day, days)),
        )
    if undated := listed.season.undated:
        yield undated_sessions(undated)
    if unplanned := listed.season.unplanned:
        yield text_counted(
            unplanned,
            "Of an event whose plan the club does not have, and not counted: {number} session.",
            "Of an event whose plan the club does not have, and not counted: {number} sessions.",
        )


def _name_with_scoring(evening: SeasonEvening) -> str:
    scored = joined((wording.day(evening.day), " (", text(evening.scoring), ")"), "")
    return joined((wording.visible(evening.event), scored))


def _ranking(listed: SeasonList, ranked: list[Standing]) -> Section:
    if not ranked:
        return Section(lines=[text("Nobody has come often enough.")])
    rank, *figures = text("Rank"), *_heads(listed)
    heads = layout(rank, _who(listed), *figures, numbers=(rank, *figures))
    rows = [
        [
            f"{row.rank}{'=' if row.tied else ' '}",
            _linked(listed, row),
            *_figures(listed, row),
        ]
        for row in ranked
    ]
    return Section(table=Table(heads, rows))


def _too_few(listed: SeasonList, others: list[Standing]) -> Section:
    figures = _heads(listed)
    heads = layout(_who(listed), *figures, numbers=figures)
    rows = [[_linked(listed, row), *_figures(listed, row)] for row in others]
    title = text_counted(
        listed.least, "Fewer than {number} evening", "Fewer than {number} evenings"
    )
    return Section(title, table=Table(heads, rows))


def _linked(listed: SeasonList, row: Standing) -> str:
    """Return a player with a link; two players have a page each."""
    alone = len(row.who) == 1
    return (
        links.player(listed.names.get(row.who[0]), row.who[0]) if alone else listed.name(row.who)
    )


def _who(listed: SeasonList) -> str:
    return text("Pair") if listed.pairs else text("Player")


def _heads(listed: SeasonList) -> list[str]:
    mark = text("Average %") if listed.scoring == MATCHPOINTS else text("IMPs per board")
    counting = [text("Counting"), text("Sum")] if listed.best else []
    return [text("Evenings"), *counting, mark]


def _figures(listed: SeasonList, row: Standing) -> list[str]:
    counting = [str(len(row.counting)), format_hundredths(row.total)] if listed.best else []
    return [str(len(row.evenings)), *counting, format_hundredths(row.average)]


def for_programs(listed: SeasonList) -> dict[str, Any]:
    """Return the list with every evening of each player; marks in hundredths."""
    return {
        "first": listed.season.evenings[0].day.isoformat(),
        "last": listed.season.evenings[-1].day.isoformat(),
        "scoring": listed.scoring,
        "by": "pair" if listed.pairs else "player",
        "best": listed.best,
        "least": listed.least,
        "undated": listed.season.undated,
        "unplanned": listed.season.unplanned,
        "evenings": [
            {
                "evening": evening.day.isoformat(),
                "event": evening.event or None,
                "scoring": evening.scoring,
                "counts": bool(evening.reached),
            }
            for evening in listed.season.evenings
        ],
        "standings": [_standing(listed, row) for row in listed.standings],
    }


def _standing(listed: SeasonList, row: Standing) -> dict[str, Any]:
    return {
        "rank": row.rank or None,
        "tied": row.tied,
        "players": [{"id": player, "name": listed.names.get(player)} for player in row.who],
        "total_hundredths": hundredths(row.total),
        "average_hundredths": hundredths(row.average),
        "evenings": [
            {
                "evening": attendance.day.isoformat(),
                "boards": attendance.boards,
                "mark_hundredths": hundredths(attendance.mark),
                "counted": attendance.counted,
            }
            for attendance in row.evenings
        ],
    }
