"""A knock-out: its summary sheet, and all knock-outs as a list."""

from collections.abc import Iterator
from typing import Any

from scorepad.club.knockout.bracket import Match
from scorepad.club.knockout.competition import BEST_OF, Competition
from scorepad.language import Language, joined, marked, text, text_counted
from scorepad.reports.content import links
from scorepad.reports.content.report import NUMBER, Column, Private, Report, Section, Table, layout
from scorepad.wording import both, local, visible

_ROUNDS = {  # by how many matches they have
    1: marked("Final"),
    2: marked("Semi-finals"),
    4: marked("Quarter-finals"),
}
_BEST = {
    "junior": marked("Best junior pair not in the final: {names}"),
    "intermediate": marked("Best intermediate pair not in the final: {names}"),
}


def report(competition: Competition) -> Report:
    sections = list(_rounds(competition))
    if result := _result(competition):
        sections.append(Section(outcome=result))
    return Report(competition.name, sections, [_heading(competition)], one_page=True)


def _heading(competition: Competition) -> str:
    """Return the figures with which the draw can be repeated, and the length of a match."""
    pairs, deals = len(competition.entrants), competition.deals
    figures = (
        text_counted(pairs, "{number} pair", "{number} pairs"),
        text_counted(deals, "{number} deal a match", "{number} deals a match"),
        text("drawn {when} by lot {lot}", when=local(competition.made), lot=competition.seed),
    )
    return joined(figures, " · ")


def _rounds(competition: Competition) -> Iterator[Section]:
    """Yield a section for each round; seeds have their numbers after their names."""
    numbers = {id(match): number for number, match in enumerate(competition.matches, 1)}
    pair, points = Column(text("Pair")), Column(text("Points"), NUMBER)
    match_number, decided = Column(text("Match"), NUMBER), Column(text("Decided"))
    columns = [match_number, pair, points, points, pair, decided]
    before: list[Match] = []
    for number, matches in enumerate(competition.rounds, 1):
        rows = []
        for at, match in enumerate(matches):
            feeding = [numbers[id(fed)] for fed in before[2 * at : 2 * at + 2]]
            rows.append([str(numbers[id(match)]), *_cells(competition, match, feeding)])
        yield Section(_round_name(number, matches), table=Table(columns, rows))
        before = matches


def _round_name(number: int, matches: list[Match]) -> str:
    known = _ROUNDS.get(len(matches))
    return text(known) if known else text("Round {number}", number=number)


def _cells(competition: Competition, match: Match, feeding: list[int]) -> list[str]:
    """Return the cells of a match after its number; `feeding`: the two matches that lead to it."""
    points = match.outcome.points if match.outcome else None
    first_points, second_points = map(str, points) if points else ("", "")
    first, second = (_pair(competition, match, side, feeding) for side in (0, 1))
    return [first, first_points, second_points, second, _describe_outcome(competition, match)]


def _pair(competition: Competition, match: Match, side: int, feeding: list[int]) -> str:
    place = match.pairs[side]
    if place is None:
        return text("bye") if match.bye else text("winner of match {number}", number=feeding[side])
    pair = competition.entrants[place]
    return f"{pair.name} ({pair.seed})" if pair.seed else pair.name


def _describe_outcome(competition: Competition, match: Match) -> str:
    outcome = match.outcome
    if not outcome:
        return ""
    if outcome.session:
        return links.session(outcome.session)
    if outcome.points:
        how = text("by hand")
    else:
        place = match.pairs[1 - outcome.winner]
        assert place is not None  # only a pair that is known can withdraw
        how = text("{pair} withdrew", pair=competition.entrants[place].name)
    return Private(how + f": {visible(outcome.reason)}", how) if outcome.reason else how


def _result(competition: Competition) -> list[str]:
    """Return the winners and the best of the others; nothing before the final is played."""
    winner, second = competition.final.through, competition.final.out
    if winner is None or second is None:
        return []
    lines: list[str] = [
        text("Winners: {pair}", pair=competition.entrants[winner].name),
        text("Runners-up: {pair}", pair=competition.entrants[second].name),
    ]
    for grade in BEST_OF:
        if best := competition.best(grade):
            lines.append(text(_BEST[grade], names=both(pair.name for pair in best)))
    return lines


def list_report(every: list[Competition]) -> Report:
    drawn, pairs = text("Drawn"), text("Pairs")
    heads = layout(
        text("Knock-out"), drawn, pairs, text("Round"), text("Winners"), numbers=(pairs,)
    )
    return Report(text("Knock-outs"), [Section(table=Table(heads, list(map(_line, every))))])


def _line(competition: Competition) -> list[str]:
    drawn, pairs = local(competition.made), str(len(competition.entrants))
    through = competition.final.through
    winners = "" if through is None else competition.entrants[through].name
    reached = _round_name(competition.reached, competition.rounds[competition.reached - 1])
    return [links.knockout(competition.name), drawn, pairs, reached, winners]


def for_programs(competition: Competition) -> dict[str, Any]:
    return {
        **_head(competition),
        "rounds": [
            [_match(competition, match) for match in matches] for matches in competition.rounds
        ],
        "winner": _entrant(competition, competition.final.through),
        "runner_up": _entrant(competition, competition.final.out),
        "best": {
            grade: [_entrant(competition, p.place) for p in competition.best(grade)]
            for grade in BEST_OF
        },
        "notes": [Language().say(note) for note in competition.notes],
    }


def _head(competition: Competition) -> dict[str, Any]:
    return {
        "name": competition.name,
        "drawn": competition.made,
        "lot": competition.seed,
        "deals": competition.deals,
    }


def _match(competition: Competition, match: Match) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "pairs": [_entrant(competition, place) for place in match.pairs],
        "bye": match.bye,
        "points": outcome.points if outcome else None,
        "through": _entrant(competition, match.through),
        "walkover": bool(outcome and not outcome.points),
        "session": outcome.session or None if outcome else None,
        "reason": outcome.reason if outcome else "",
    }


def _entrant(competition: Competition, place: int | None) -> dict[str, Any] | None:
    if place is None:
        return None
    pair = competition.entrants[place]
    known = {"seed": pair.seed or None, "grade": pair.grade, "area": pair.area}
    return {"players": pair.players, "name": pair.name, **known}


def list_for_programs(every: list[Competition]) -> list[dict[str, Any]]:
    return [{**_head(competition), **_progress(competition)} for competition in every]


def _progress(competition: Competition) -> dict[str, Any]:
    return {
        "pairs": len(competition.entrants),
        "rounds": len(competition.rounds),
        "round": competition.reached,
        "winner": _entrant(competition, competition.final.through),
    }
