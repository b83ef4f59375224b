"""Sessions of duplicate as one event in USEBIO 1.2, the XML that bridge unions and clubs upload.

The order of the elements is that of files which other scoring programs write.
"""

from importlib.metadata import version
from xml.etree import ElementTree

from firmware.scoring.deal import SEATS, SIDES, declarer, level, tricks
from scorepad.club.duplicate import doubts as doubts_of
from scorepad.club.duplicate.comparison import MATCHPOINTS, Compared, compared
from scorepad.club.duplicate.field import Pair, field_of, pairs_of, turns_of
from scorepad.club.duplicate.hundredths import column, written
from scorepad.club.duplicate.ranking import ALL, Place, Ranking, rankings
from scorepad.club.records.evenings import first_of
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import UNSET, Settings
from scorepad.errors import UserError
from scorepad.exports import letters

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'

Element = ElementTree.Element
Player = tuple[str, str]  # name, number in the federation


def not_counted(sessions: list[ClubSession]) -> list[str]:
    """The results that are not in the event: `club duplicate` compares them with nothing."""
    doubts = doubts_of.not_counted(field_of(sessions))
    return [f"session {one.session}{_board(one.board)}: {one.what}" for one in doubts]


def _board(number: int) -> str:
    return f", board {number}" if number else ""


def as_usebio(sessions: list[ClubSession], settings: Settings = UNSET) -> str:
    """One event: the results that the evening's field counts. Raises UserError without a board."""
    field = field_of(sessions)
    if field.unnumbered and not field.boards:
        raise UserError("no deal of these sessions has a board number, as usebio needs it")
    comparison = compared(field, MATCHPOINTS)
    ranked = rankings(comparison)
    pairs = _pairs(sessions)
    numbers = {pair: pair.number or place for place, pair in enumerate(pairs, 1)}
    root = Element("USEBIO", Version="1.2")
    _add_all(_add(root, "CLUB"), CLUB_NAME=settings.name, CLUB_ID_NUMBER=settings.number)
    event = _add(root, "EVENT")
    event.set("EVENT_TYPE", "MP_PAIRS")
    _add_all(event, **_about(sessions, len(ranked), len(pairs), len(field.boards)))
    _add_participants(event, pairs, ranked, numbers, compared=comparison.top > 0)
    for board, lines in comparison.travellers.items():
        _add_board(event, board, lines, numbers)
    ElementTree.indent(root)
    return _HEAD + ElementTree.tostring(root, encoding="unicode") + "\n"


def _pairs(sessions: list[ClubSession]) -> dict[Pair, list[Player]]:
    """All pairs, as they first sat down, with their players."""
    pairs: dict[Pair, list[Player]] = {}
    for club_session in sessions:
        for turn in turns_of(club_session):
            players = [(one.called, one.number) for one in club_session.seated(turn)]
            for side, pair in enumerate(pairs_of(club_session, (), turn)):
                pairs.setdefault(pair, players[side::2])
    return pairs


def _about(sessions: list[ClubSession], winners: int, pairs: int, boards: int) -> dict[str, str]:
    event = sessions[0].event
    about = {
        "PROGRAM_NAME": "Scorepad",
        "PROGRAM_VERSION": version("scorepad"),
        "EVENT_DESCRIPTION": event.name if event else "Duplicate",
        "DATE": _date(sessions),
        "WINNER_TYPE": str(max(winners, 1)),
        "PAIRS": str(pairs),
        "BOARDS_PLAYED": str(boards),
    }
    return {name: text for name, text in about.items() if text}


def _date(sessions: list[ClubSession]) -> str:
    """Of the evening, if a tablet knew it; else nothing."""
    evening = first_of(club_session.session.started for club_session in sessions)
    return f"{evening:%d/%m/%Y}" if evening else ""


def _add_participants(
    event: Element,
    pairs: dict[Pair, list[Player]],
    ranked: list[Ranking],
    numbers: dict[Pair, int],
    compared: bool,
) -> None:
    """In two lists each pair has its direction; where nothing is compared there are no places."""
    places = {place.pair: (place, one.side) for one in ranked for place in one.places}
    participants = _add(event, "PARTICIPANTS")
    for pair, players in pairs.items():
        listed = _add(participants, "PAIR")
        _add_all(listed, PAIR_NUMBER=str(numbers[pair]))
        if pair in places:
            place, side = places[pair]
            _add_all(listed, **({"DIRECTION": SIDES[side]} if side != ALL else {}))
            _add_all(listed, **(_place(place) if compared else {}))
        _add_players(listed, players)


def _place(place: Place) -> dict[str, str]:
    shared = "=" if place.tied else ""
    return {"PLACE": f"{place.rank}{shared}", "PERCENTAGE": written(place.mark)}


def _add_players(pair: Element, players: list[Player]) -> None:
    for name, number in players:
        player = _add(pair, "PLAYER")
        _add_all(player, PLAYER_NAME=name, **{"NATIONAL_ID_NUMBER": number} if number else {})


def _add_board(event: Element, number: int, lines: list[Compared], pairs: dict[Pair, int]) -> None:
    board = _add(event, "BOARD")
    _add_all(board, BOARD_NUMBER=str(number))
    for line in lines:
        _add_all(_add(board, "TRAVELLER_LINE"), **_line(line, pairs))


def _line(line: Compared, pairs: dict[Pair, int]) -> dict[str, str]:
    result = line.result
    played = level(result.deal) > 0
    north_south, east_west = (str(pairs[pair]) for pair in result.pairs)
    ns_points, ew_points = column(line.points)
    return {
        "NS_PAIR_NUMBER": north_south,
        "EW_PAIR_NUMBER": east_west,
        "CONTRACT": letters.contract(result.deal).upper(),
        "PLAYED_BY": SEATS[declarer(result.deal)] if played else "",
        "TRICKS": str(tricks(result.deal)),
        "SCORE": str(result.score),
        "NS_MATCH_POINTS": ns_points,
        "EW_MATCH_POINTS": ew_points,
    }


def _add(parent: Element, name: str) -> Element:
    return ElementTree.SubElement(parent, name)


def _add_all(parent: Element, **texts: str) -> None:
    for name, text in texts.items():
        _add(parent, name).text = text
