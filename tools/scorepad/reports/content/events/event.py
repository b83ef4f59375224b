"""An event of duplicate: its plan, who the pairs are, which tablet has what."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from scorepad import wording
from scorepad.club.duplicate.progress import Standing, TableProgress
from scorepad.club.events.event import Event, EventPair, pair_names
from scorepad.club.log import Entry
from scorepad.language import Text, joined, text
from scorepad.reports.content import links
from scorepad.reports.content.events import movement
from scorepad.reports.content.report import Report, Section, Table, layout

Current = dict[int, bool]  # by table, whether its tablet has the event as it is now


def report(standing: Standing, current: Current, trail: bool) -> Report:
    event = standing.event
    sections = [*movement.sections(event.sections), _pairs(event), _tables(standing, current)]
    sections += [_trail(standing)] * trail
    notes = [text("Not counted: {why}.", why=why) for why in standing.damaged]
    return Report(heading(event), sections, notes)


def heading(event: Event) -> str:
    several = len(event.sections) > 1
    over_all = text("boards compared over all sections")
    compared = over_all if event.across else text("boards compared in each section")
    how = [compared] if several else movement.figures(event.sections[0])
    return joined([event.heading, text(event.scoring), *how], " · ")


def describe_pair(event: Event, pair: int) -> Text:
    """Return a sentence about a pair as it is now, shown after a change."""
    entered = event.pairs[pair]
    if entered.entries:
        said = text("{event}: pair {pair}", event=event.heading, pair=entered.name)
    else:
        said = text("{event}: pair {pair} has no names yet", event=event.heading, pair=pair)
    withdrawal = [_describe_withdrawal(event, entered)] * bool(entered.left)
    return text("{what}.", what=joined([said, *withdrawal]))


def _describe_withdrawal(event: Event, pair: EventPair) -> Text:
    if event.keeps_results(pair.number):
        return text(
            "not there from round {number} on, after half of its boards or more", number=pair.left
        )
    return text("not there from round {number} on, after less than half", number=pair.left)


def _pairs(event: Event) -> Section:
    rows = [
        [str(number), *_players(pair), _note(event, pair)] for number, pair in event.pairs.items()
    ]
    noted = any(row[-1] for row in rows)
    pair = text("Pair")
    heads = layout(pair, text("First"), text("Second"), *[""] * noted, numbers=(pair,))
    return Section(
        text("Pairs"), table=Table(heads, rows if noted else [row[:-1] for row in rows])
    )


def _players(pair: EventPair) -> list[str]:
    """Return the players of the first round; empty texts if the pair has no names."""
    first = next(iter(pair.entries.values()), None)
    return [player.called for player in first] if first else ["", ""]


def _note(event: Event, pair: EventPair) -> str:
    later = list(pair.entries.items())[1:]
    said = [
        text("round {number}: {names}", number=since, names=pair_names(players))
        for since, players in later
    ]
    first = next(iter(pair.entries), 1)
    late = [text("from round {number} on", number=first)] * (first > 1)
    return joined([*late, *said, *[_describe_withdrawal(event, pair)] * bool(pair.left)], "; ")


def _tables(standing: Standing, current: Current) -> Section:
    rows = [list(_table(standing, current, table)) for table in standing.event.section_of]
    numbers = table, number = text("Table"), text("Round")
    heads = layout(table, text("Tablet"), text("Event"), number, text("Boards"), numbers=numbers)
    return Section(text("Tablets"), table=Table(heads, rows))


def _table(standing: Standing, current: Current, table: int) -> Iterator[str]:
    yield str(table)
    sent = standing.sent.get(table)
    yield sent.tablet if sent else ""
    if not sent:
        yield text("not sent")
    else:
        yield text("has it") if current[table] else text("has another version")
    yield from _progress_cells(standing.tables[table])


def _progress_cells(progress: TableProgress) -> tuple[str, str]:
    figures = {"played": progress.played, "planned": progress.planned}
    if progress.complete:
        boards = text("{played} of {planned}, ended", **figures)
    else:
        boards = text("{played} of {planned}", **figures)
    return str(progress.round or ""), boards


def _trail(standing: Standing) -> Section:
    when = text("Decided")
    heads = layout(when, text("By"), text("What"), text("Why"), words=(when,))
    rows = [
        [wording.local(r.made), *map(wording.visible, (r.author, r.what, r.reason))]
        for r in standing.trail
    ]
    return Section(text("Decisions"), table=Table(heads, rows), told=True)


def list_report(every: list[Entry]) -> Report:
    when = text("Date")
    heads = layout(when, text("Event"), text("Scoring"), words=(when,))
    rows = [
        [
            wording.dated(entry.decision.date),
            links.event(wording.visible(entry.decision.name), entry.number),
            wording.visible(text(entry.decision.scoring)),
        ]
        for entry in every
    ]
    return Report(text("Events"), [Section(table=Table(heads, rows))])


def list_for_programs(every: Iterable[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "id": entry.number,
            "name": entry.decision.name,
            "date": entry.decision.date,
            "scoring": entry.decision.scoring,
            "compare": "across" if entry.decision.across else "sections",
            "author": entry.author,
            "reason": entry.reason,
        }
        for entry in every
    ]


def for_programs(standing: Standing, current: Current) -> dict[str, Any]:
    event = standing.event
    return {
        **list_for_programs(filter(None, [event.history.planned]))[0],
        "rounds": event.rounds,
        "winners": event.winners,
        "sections": [movement.one_for_programs(section) for section in event.sections],
        "pairs": [_pair(event, pair) for pair in event.pairs.values()],
        "tables": [_table_for_programs(standing, current, table) for table in event.section_of],
        "decisions": [asdict(ruling) for ruling in standing.trail],
    }


def _pair(event: Event, pair: EventPair) -> dict[str, Any]:
    return {
        "pair": pair.number,
        "section": event.letter(event.section_of_pair[pair.number]) or None,
        "name": pair.name,
        "players": [
            {"from_round": since, "id": player.id, "name": player.name, "number": player.number}
            for since, players in pair.entries.items()
            for player in players
        ],
        "left_from_round": pair.left or None,
        "results_stay": event.keeps_results(pair.number),
    }


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
