"""A knock-out: its summary sheet, and all knock-outs as a list."""

from collections.abc import Iterator
from typing import Any

from scorepad.club.knockout.bracket import Match, Outcome
from scorepad.club.knockout.competition import BEST_OF, Competition
from scorepad.reports.content.report import NUMBER, Column, Report, Section, Table, layout
from scorepad.wording import local, visible

_ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}  # by how many matches they have
_MATCHES = [
    *(Column("Match", NUMBER), Column("Pair"), Column("Points", NUMBER)),
    *(Column("Points", NUMBER), Column("Pair"), Column("Decided")),
]


def report(held: Competition) -> Report:
    """The summary sheet."""
    sections = list(_rounds(held))
    if result := _result(held):
        sections.append(Section(outcome=result))
    return Report(held.name, sections, [_heading(held)], one_page=True)


def _heading(held: Competition) -> str:
    """What everybody can repeat the draw from, and how long a match is."""
    pairs, drawn = len(held.entrants), local(held.made)
    return f"{pairs} pairs · {held.deals} deals a match · drawn {drawn} by lot {held.seed}"


def _rounds(held: Competition) -> Iterator[Section]:
    """All rounds; the seeds have their numbers behind their names."""
    numbers = {id(match): number for number, match in enumerate(held.matches, 1)}
    before: list[Match] = []
    for number, matches in enumerate(held.rounds, 1):
        rows = []
        for at, match in enumerate(matches):
            feeding = [numbers[id(fed)] for fed in before[2 * at : 2 * at + 2]]
            rows.append([str(numbers[id(match)]), *_cells(held, match, feeding)])
        yield Section(_called(number, matches), table=Table(_MATCHES, rows))
        before = matches


def _called(number: int, matches: list[Match]) -> str:
    """A round, by how many matches it has."""
    return _ROUNDS.get(len(matches), f"Round {number}")


def _reached(held: Competition) -> str:
    """The round that is played now, or has ended it all."""
    return _called(held.reached, held.rounds[held.reached - 1])


def _cells(held: Competition, match: Match, feeding: list[int]) -> list[str]:
    """All of a match but its number; `feeding`: the numbers of the two that lead to it."""
    points = match.outcome.points if match.outcome else None
    one, other = map(str, points) if points else ("", "")
    first, second = (_pair(held, match, side, feeding) for side in (0, 1))
    return [first, one, other, second, _decided(held, match)]


def _pair(held: Competition, match: Match, side: int, feeding: list[int]) -> str:
    place = match.pairs[side]
    if place is None:
        return "bye" if match.bye else f"winner of match {feeding[side]}"
    pair = held.entrants[place]
    return f"{pair.name} ({pair.seed})" if pair.seed else pair.name


def _decided(held: Competition, match: Match) -> str:
    """Where, or by whom."""
    outcome = match.outcome
    if not outcome:
        return ""
    if outcome.session:
        return outcome.session
    how = "by hand" if outcome.points else f"{_loser(held, match, outcome)} withdrew"
    return f"{how}: {visible(outcome.reason)}" if outcome.reason else how


def _loser(held: Competition, match: Match, outcome: Outcome) -> str:
    place = match.pairs[1 - outcome.winner]
    assert place is not None  # only a pair that is known can withdraw
    return held.entrants[place].name


def _result(held: Competition) -> list[str]:
    """Who has won, and who was best of the rest; nothing as long as the final is to be played."""
    winner, second = held.final.through, held.final.out
    if winner is None or second is None:
        return []
    lines = [f"Winners: {held.entrants[winner].name}", f"Runners-up: {held.entrants[second].name}"]
    for grade in BEST_OF:
        names = " and ".join(pair.name for pair in held.best(grade))
        lines += [f"Best {grade} pair not in the final: {names}"] if names else []
    return lines


def listed(every: list[Competition]) -> Report:
    """All knock-outs, a line each."""
    heads = layout("Knock-out", "Drawn (UTC)", "Pairs", "Round", "Winners", numbers=("Pairs",))
    return Report("Knock-outs", [Section(table=Table(heads, list(map(_line, every))))])


def _line(held: Competition) -> list[str]:
    drawn, pairs = f"{held.made:%Y-%m-%d %H:%M}", str(len(held.entrants))
    through = held.final.through
    winners = "" if through is None else held.entrants[through].name
    return [held.name, drawn, pairs, _reached(held), winners]


def for_programs(held: Competition) -> dict[str, Any]:
    """All of it."""
    return {
        **_head(held),
        "rounds": [[_match(held, match) for match in matches] for matches in held.rounds],
        "winner": _entrant(held, held.final.through),
        "runner_up": _entrant(held, held.final.out),
        "best": {grade: [_entrant(held, p.place) for p in held.best(grade)] for grade in BEST_OF},
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
        "pairs": [_entrant(held, place) for place in match.pairs],
        "bye": match.bye,
        "points": outcome.points if outcome else None,
        "through": _entrant(held, match.through),
        "walkover": bool(outcome and not outcome.points),
        "session": outcome.session or None if outcome else None,
        "reason": outcome.reason if outcome else "",
    }


def _entrant(held: Competition, place: int | None) -> dict[str, Any] | None:
    if place is None:
        return None
    pair = held.entrants[place]
    told = {"seed": pair.seed or None, "grade": pair.grade, "area": pair.area}
    return {"players": pair.players, "name": pair.name, **told}


def list_for_programs(every: list[Competition]) -> list[dict[str, Any]]:
    """All knock-outs."""
    return [{**_head(held), **_progress(held)} for held in every]


def _progress(held: Competition) -> dict[str, Any]:
    return {
        "pairs": len(held.entrants),
        "rounds": len(held.rounds),
        "round": held.reached,
        "winner": _entrant(held, held.final.through),
    }
