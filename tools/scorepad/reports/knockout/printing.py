"""A knock-out for the terminal and for programs."""

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from scorepad.club.knockout.bracket import Match
from scorepad.club.knockout.competition import BEST_OF, Competition
from scorepad.reports.content import knockout as sheet
from scorepad.reports.drawing.terminal_table import NARROW, Table


def printed(held: Competition) -> list[RenderableType]:
    """For people."""
    parts: list[RenderableType] = [Text(held.name, "bold"), Text(sheet.heading(held))]
    for one in sheet.rounds(held):
        parts += [Text(), Text(one.name, "bold"), _table(one.rows)]
    for lines in (sheet.result(held), held.notes):
        parts += [Text(), *map(Text, lines)] if lines else []
    return parts


def _table(rows: list[list[str]]) -> Table:
    table = Table(NARROW)
    for place, head in enumerate(sheet.HEADS):
        number = place in sheet.NUMBERS
        justify: Any = "right" if number else "left"
        table.add_column(head, justify=justify, overflow="fold", no_wrap=number)
    for row in rows:
        table.add_row(*row)
    return table


def for_programs(held: Competition) -> dict[str, Any]:
    """All of it."""
    return {
        **_head(held),
        "rounds": [[_match(held, match) for match in matches] for matches in held.rounds],
        "winner": _pair(held, held.final.through),
        "runner_up": _pair(held, held.final.out),
        "best": {grade: [_pair(held, p.place) for p in held.best(grade)] for grade in BEST_OF},
        "notes": held.notes,
    }


def _head(held: Competition) -> dict[str, Any]:
    return {
        "name": held.name,
        "drawn": held.made,
        "lot": held.seed,
        "deals": held.deals,
    }


def _match(held: Competition, match: Match) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "pairs": [_pair(held, place) for place in match.pairs],
        "bye": match.bye,
        "points": outcome.points if outcome else None,
        "through": _pair(held, match.through),
        "walkover": bool(outcome and not outcome.points),
        "session": outcome.session or None if outcome else None,
        "reason": outcome.reason if outcome else "",
    }


def _pair(held: Competition, place: int | None) -> dict[str, Any] | None:
    if place is None:
        return None
    pair = held.entrants[place]
    told = {"seed": pair.seed or None, "grade": pair.grade, "area": pair.area}
    return {"players": pair.players, "name": pair.name, **told}


def list_as_table(every: list[Competition]) -> Table:
    """For people: all knock-outs, a line each."""
    table = Table()
    for head in ("Knock-out", "Drawn (UTC)", "Pairs", "Round", "Winners"):
        table.add_column(head, justify="right" if head == "Pairs" else "left", overflow="fold")
    for held in every:
        drawn, pairs = f"{held.made:%Y-%m-%d %H:%M}", str(len(held.entrants))
        through = held.final.through
        winners = "" if through is None else held.entrants[through].name
        table.add_row(held.name, drawn, pairs, sheet.reached(held), winners)
    return table


def list_for_programs(every: list[Competition]) -> list[dict[str, Any]]:
    """All knock-outs."""
    return [{**_head(held), **_progress(held)} for held in every]


def _progress(held: Competition) -> dict[str, Any]:
    return {
        "pairs": len(held.entrants),
        "rounds": len(held.rounds),
        "round": held.reached,
        "winner": _pair(held, held.final.through),
    }
