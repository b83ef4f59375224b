"""What every player won and lost in points, as a file of results that BridgeWebs takes."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from importlib.metadata import version

from firmware.scoring.deal import SEATS, SIDES
from scorepad.club.records.evenings import first_of
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import UNSET, Settings
from scorepad.rule_sets import Rules, in_points

_HEADS = ("Position", "Player", "Name", "Score")

Player = tuple[object, ...]  # the id in the roster; of a guest session and seat


def has_balances(rules: Rules) -> bool:
    """Whether a session has what this file is of: points of two sides."""
    return in_points(rules) and len(rules.accounts) == len(SIDES)


def as_bridgewebs(sessions: list[ClubSession], settings: Settings = UNSET) -> str:
    """One list of players over all sessions, the best first."""
    paper = io.StringIO()
    table = csv.writer(paper)
    table.writerows(_head(sessions, settings.name))
    table.writerow(_HEADS)
    table.writerows(_standings(sessions))
    return paper.getvalue()


def _head(sessions: list[ClubSession], club: str) -> list[tuple[str, ...]]:
    evening = first_of(club_session.session.started for club_session in sessions)
    played = list(dict.fromkeys(one.session.rules for one in sessions))
    deals = [deal for one in sessions for deal in one.session.deals if deal >= 0]
    return [
        ("#Version", f"Scorepad {version('scorepad')}"),
        ("#Date", f"{evening:%d/%m/%Y}" if evening else ""),
        ("#Title", ", ".join(filter(None, (club, *played)))),
        ("#Director", ""),
        ("#Scorer", ""),
        ("#Individual", str(len(_balances(sessions)))),
        ("#Boards", str(len(deals))),
        ("#Winners", "1"),
        ("#Aggregate",),
        ("#Scores",),
    ]


def _standings(sessions: list[ClubSession]) -> list[tuple[str, int, str, int]]:
    balances, names = _balances(sessions), _names(sessions)
    place = places(balances)
    return [
        (place[player], number, names[player], points)
        for number, (player, points) in enumerate(balances.most_common(), 1)
    ]


def _balances(sessions: list[ClubSession]) -> Counter[Player]:
    """What the side of each player had more than the other, in all sessions together."""
    balances: Counter[Player] = Counter()
    for club_session in sessions:
        north_south, east_west = club_session.session.sheet.totals
        for seat, player in enumerate(_players(club_session)):
            sign = -1 if seat % 2 else 1
            balances[player] += sign * (north_south - east_west)
    return balances


def _names(sessions: list[ClubSession]) -> dict[Player, str]:
    return {
        player: name
        for club_session in sessions
        for player, name in zip(_players(club_session), club_session.called, strict=True)
    }


def _players(club_session: ClubSession) -> list[Player]:
    """Who sat from North to West; a guest is another player in every session."""
    ids = zip(SEATS, club_session.session.players, strict=True)
    return [(number,) if number else (club_session.id, seat) for seat, number in ids]


def places(scores: Mapping[Player, int]) -> dict[Player, str]:
    """The places of the best and all others, as 1, 2= and 2=."""
    ordered = sorted(scores.values(), reverse=True)
    first = {score: ordered.index(score) + 1 for score in ordered}
    shared = Counter(ordered)
    return {who: f"{first[n]}{'=' if shared[n] > 1 else ''}" for who, n in scores.items()}
