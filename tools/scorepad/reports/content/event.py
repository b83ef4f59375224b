"""An event of duplicate: its plan, who the pairs are, which tablet has what."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from scorepad import wording
from scorepad.club.database.schema import EventRow
from scorepad.club.duplicate.progress import Standing, TableProgress
from scorepad.club.events.event import Event, EventPair, EventPlayer
from scorepad.reports.content import movement
from scorepad.reports.content.report import Report, Section, Table, layout

Current = dict[int, bool]  # by table, whether its tablet has the event as it is now


def report(standing: Standing, current: Current) -> Report:
    """All of it."""
    event = standing.event
    sections = [*movement.sections(event.sections), _pairs(event), _tables(standing, current)]
    return Report(heading(event), sections, [f"Not counted: {why}." for why in standing.damaged])


def heading(event: Event) -> str:
    """What it is."""
    several = len(event.sections) > 1
    how = ["boards compared " + ("over all sections" if event.across else "in each section")]
    one = [] if several else movement.figures(event.sections[0])
    return " · ".join([event.title, event.scoring, *one, *how * several])


def change(event: Event, pair: int) -> str:
    """What a pair is now, for whoever has changed it."""
    return f"{event.title}: {_called(event, pair)}."


def _called(event: Event, pair: int) -> str:
    one = event.pairs[pair]
    name = one.name if one.entries else f"{pair} has no names yet"
    return f"pair {name}{f', {_gone(event, one)}' if one.left else ''}"


def _gone(event: Event, pair: EventPair) -> str:
    half = "half of its boards or more" if event.keeps_results(pair.number) else "less than half"
    return f"not there from round {pair.left} on, after {half}"


def _pairs(event: Event) -> Section:
    rows = [
        [str(number), *_players(pair), _note(event, pair)] for number, pair in event.pairs.items()
    ]
    noted = any(row[-1] for row in rows)
    heads = layout("Pair", "First", "Second", *[""] * noted, numbers=("Pair",))
    return Section("Pairs", table=Table(heads, rows if noted else [row[:-1] for row in rows]))


def _players(pair: EventPair) -> list[str]:
    """Those of the first round; of a pair that nobody has entered nothing."""
    first = next(iter(pair.entries.values()), None)
    return [player.called for player in first] if first else ["", ""]


def _note(event: Event, pair: EventPair) -> str:
    later = list(pair.entries.items())[1:]
    said = [f"round {since}: {_names(players)}" for since, players in later]
    first = next(iter(pair.entries), 1)
    late = [f"from round {first} on"] * (first > 1)
    return "; ".join([*late, *said, *[_gone(event, pair)] * bool(pair.left)])


def _names(players: tuple[EventPlayer, EventPlayer]) -> str:
    return " & ".join(player.called for player in players)


def _tables(standing: Standing, current: Current) -> Section:
    rows = [list(_table(standing, current, table)) for table in standing.event.section_of]
    heads = layout("Table", "Tablet", "Event", "Round", "Boards", numbers=("Table", "Round"))
    return Section("Tablets", table=Table(heads, rows))


def _table(standing: Standing, current: Current, table: int) -> Iterator[str]:
    yield str(table)
    sent = standing.sent.get(table)
    yield sent.tablet if sent else ""
    yield ("has it" if current[table] else "has an older one") if sent else "not sent"
    yield from _come(standing.tables[table])


def _come(progress: TableProgress) -> tuple[str, str]:
    """How far a table is."""
    ended = ", ended" * progress.complete
    return str(progress.round or ""), f"{progress.played} of {progress.planned}{ended}"


def listed(every: list[EventRow]) -> Report:
    """All events, a line each."""
    heads = layout("Date", "Event", "Scoring", words=("Date",))
    rows = [[row.date, wording.visible(row.name), row.scoring] for row in every]
    return Report("Events", [Section(table=Table(heads, rows))])


def list_for_programs(every: list[EventRow]) -> list[dict[str, Any]]:
    """All events."""
    return [_head(row) for row in every]


def _head(one: Event | EventRow) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "date": str(one.date),
        "scoring": one.scoring,
        "compare": "across" if one.across else "sections",
        "author": one.author,
        "reason": one.reason,
    }


def for_programs(standing: Standing, current: Current) -> dict[str, Any]:
    """All of an event."""
    event = standing.event
    return {
        **_head(event),
        "rounds": event.rounds,
        "winners": event.winners,
        "sections": [movement.one_for_programs(one) for one in event.sections],
        "pairs": [_pair(event, pair) for pair in event.pairs.values()],
        "tables": [_table_for_programs(standing, current, table) for table in event.section_of],
    }


def _pair(event: Event, pair: EventPair) -> dict[str, Any]:
    return {
        "pair": pair.number,
        "section": event.letter(event.section_of_pair[pair.number]) or None,
        "name": pair.name,
        "players": [
            {"from_round": since, **_player(player)}
            for since, players in pair.entries.items()
            for player in players
        ],
        "left_from_round": pair.left or None,
        "results_stay": event.keeps_results(pair.number),
    }


def _player(player: EventPlayer) -> dict[str, Any]:
    return {"id": player.id, "name": player.name, "number": player.number}


def _table_for_programs(standing: Standing, current: Current, table: int) -> dict[str, Any]:
    sent = standing.sent.get(table)
    return {
        "table": table,
        "section": standing.event.letter(standing.event.section_of[table]) or None,
        "tablet": sent.tablet if sent else None,
        "sent": sent.made if sent else None,
        "up_to_date": current.get(table),
        **asdict(standing.tables[table]),
    }
