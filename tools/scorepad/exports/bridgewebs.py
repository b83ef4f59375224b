"""What every player won and lost in points, as a file of results that BridgeWebs takes."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from importlib.metadata import version

from firmware.scoring.deal import SEATS, SIDES
from scorepad.club.records.evenings import first_of
from scorepad.club.records.store import Evening
from scorepad.rule_sets import Rules, in_points

_HEADS = ("Position", "Player", "Name", "Score")

Player = tuple[object, ...]  # the id in the roster; of a guest session and seat


def has_balances(rules: Rules) -> bool:
    """Whether a session has what this file is of: points of two sides."""
    return in_points(rules) and len(rules.accounts) == len(SIDES)


def as_bridgewebs(evenings: list[Evening]) -> str:
    """One list of players over all sessions, the best first."""
    paper = io.StringIO()
    table = csv.writer(paper)
    table.writerows(_head(evenings))
    table.writerow(_HEADS)
    table.writerows(_standings(evenings))
    return paper.getvalue()


def _head(evenings: list[Evening]) -> list[tuple[str, ...]]:
    evening = first_of(evening.session.started for evening in evenings)
    played = list(dict.fromkeys(one.session.rules for one in evenings))
    deals = [deal for one in evenings for deal in one.session.deals if deal >= 0]
    return [
        ("#Version", f"Scorepad {version('scorepad')}"),
        ("#Date", f"{evening:%d/%m/%Y}" if evening else ""),
        ("#Title", ", ".join(played)),
        ("#Director", ""),
        ("#Scorer", ""),
        ("#Individual", str(len(_balances(evenings)))),
        ("#Boards", str(len(deals))),
        ("#Winners", "1"),
        ("#Aggregate",),
        ("#Scores",),
    ]


def _standings(evenings: list[Evening]) -> list[tuple[str, int, str, int]]:
    balances, names = _balances(evenings), _names(evenings)
    place = places(balances)
    return [
        (place[player], number, names[player], points)
        for number, (player, points) in enumerate(balances.most_common(), 1)
    ]


def _balances(evenings: list[Evening]) -> Counter[Player]:
    """What the side of each player had more than the other, in all sessions together."""
    balances: Counter[Player] = Counter()
    for evening in evenings:
        north_south, east_west = evening.session.sheet.totals
        for seat, player in enumerate(_players(evening)):
            sign = -1 if seat % 2 else 1
            balances[player] += sign * (north_south - east_west)
    return balances


def _names(evenings: list[Evening]) -> dict[Player, str]:
    return {
        player: name
        for evening in evenings
        for player, name in zip(_players(evening), evening.called, strict=True)
    }


def _players(evening: Evening) -> list[Player]:
    """Who sat from North to West; a guest is another player in every session."""
    ids = zip(SEATS, evening.session.players, strict=True)
    return [(number,) if number else (evening.id, seat) for seat, number in ids]


def places(scores: Mapping[Player, int]) -> dict[Player, str]:
    """The places of the best and all others, as 1, 2= and 2=."""
    ordered = sorted(scores.values(), reverse=True)
    first = {score: ordered.index(score) + 1 for score in ordered}
    shared = Counter(ordered)
    return {who: f"{first[n]}{'=' if shared[n] > 1 else ''}" for who, n in scores.items()}
