"""Sessions of duplicate as one event in USEBIO 1.2, the XML that bridge unions and clubs upload.

The order of the elements is that of files which other scoring programs write.
"""

from importlib.metadata import version
from xml.etree import ElementTree

from firmware.scoring.deal import SEATS, declarer, level, tricks
from scorepad.club import letters, wording
from scorepad.club.field import Field, Line, Names, places
from scorepad.club.store import Evening

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'

Element = ElementTree.Element


def as_usebio(evenings: list[Evening]) -> str:
    """One event; every deal of every session is a board with a number."""
    field = Field(evenings)
    root = Element("USEBIO", Version="1.2")
    _add_all(_add(root, "CLUB"), CLUB_NAME="", CLUB_ID_NUMBER="")
    event = _add(root, "EVENT")
    event.set("EVENT_TYPE", "MP_PAIRS")
    _add_all(event, **_about(evenings, field))
    _add_participants(event, field)
    for number, lines in field.boards.items():
        _add_board(event, number, lines)
    ElementTree.indent(root)
    return _HEAD + ElementTree.tostring(root, encoding="unicode") + "\n"


def _about(evenings: list[Evening], field: Field) -> dict[str, str]:
    about = {
        "PROGRAM_NAME": "Scorepad",
        "PROGRAM_VERSION": version("scorepad"),
        "EVENT_DESCRIPTION": "Duplicate",
        "DATE": _date(evenings),
        "WINNER_TYPE": "1",
        "PAIRS": str(len(field.pairs)),
        "BOARDS_PLAYED": str(len(field.boards)),
    }
    return {name: text for name, text in about.items() if text}


def _date(evenings: list[Evening]) -> str:
    """Of the first session whose tablet knew it; else nothing."""
    started = [wording.moment(evening.session.started) for evening in evenings]
    known = [moment for moment in started if moment]
    return f"{min(known):%d/%m/%Y}" if known else ""


def _add_participants(event: Element, field: Field) -> None:
    participants = _add(event, "PARTICIPANTS")
    scores = field.percentages()
    place = places(scores)
    for number, names in field.pairs.items():
        pair = _add(participants, "PAIR")
        _add_all(pair, PAIR_NUMBER=str(number))
        if number in scores:
            _add_all(pair, PLACE=place[number], PERCENTAGE=f"{scores[number]:.2f}")
        _add_players(pair, names)


def _add_players(pair: Element, names: Names) -> None:
    for name in names:
        _add_all(_add(pair, "PLAYER"), PLAYER_NAME=wording.player(name))


def _add_board(event: Element, number: int, lines: list[Line]) -> None:
    board = _add(event, "BOARD")
    _add_all(board, BOARD_NUMBER=str(number))
    for line in lines:
        _add_all(_add(board, "TRAVELLER_LINE"), **_line(line))


def _line(line: Line) -> dict[str, str]:
    played = level(line.deal) > 0
    north_south, east_west = line.pairs
    return {
        "NS_PAIR_NUMBER": str(north_south),
        "EW_PAIR_NUMBER": str(east_west),
        "CONTRACT": letters.contract(line.deal).upper(),
        "PLAYED_BY": SEATS[declarer(line.deal)] if played else "",
        "TRICKS": str(tricks(line.deal)),
        "SCORE": str(line.score),
        "NS_MATCH_POINTS": str(line.won),
        "EW_MATCH_POINTS": str(line.top - line.won),
    }


def _add(parent: Element, name: str) -> Element:
    return ElementTree.SubElement(parent, name)


def _add_all(parent: Element, **texts: str) -> None:
    for name, text in texts.items():
        _add(parent, name).text = text
