"""Sessions of duplicate as one event in USEBIO 1.2, the XML that bridge unions and clubs upload.

The order of the elements is that of files which other scoring programs write; we have not seen the
specification (usebio.org). What readers take, as their code says:

- Points: Bridge Solver Online takes `NS_MATCH_POINTS`, in IMPs `NS_CROSS_IMP_POINTS`, else
  `NS_BUTLER_POINTS`. `SCORE` must be there: A6040 where N-S have 60 per cent of the top and E-W
  40, each in two digits; Pairs Stratification Program reads it too.
- Places: ImportUsebio takes `PLACE`, and of `TOTAL_SCORE` and `PERCENTAGE` the last; it calls
  `BUTLER_IMPS` a percentage. Both have one `WINNER_TYPE` for the event, and `DIRECTION` for pairs.
- Sections: both find them in `SESSION`. Bridge Solver Online shows the boards of all, and the
  names of the first.
"""

from importlib.metadata import version
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from firmware.scoring.deal import EW, NS, SIDES
from scorepad.club.duplicate.comparison import Comparison
from scorepad.club.duplicate.evening import ScoredEvening
from scorepad.club.duplicate.hundredths import format_hundredths
from scorepad.club.duplicate.ranking import ALL, Place
from scorepad.club.events.history import SCORINGS
from scorepad.club.settings.current import UNSET, Settings
from scorepad.exports.event import date_of, find_deal, find_lines, find_pairs, per_cent, points_of

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'

_IN_IMPS = ("CROSS_IMPS", "CROSS_IMP"), ("BUTLER_IMPS", "BUTLER")
_METHODS = dict(zip(SCORINGS, (("MATCH_POINTS", "MATCH"), *_IN_IMPS * 2), strict=True))
_DEAL = ("CONTRACT", "PLAYED_BY", "TRICKS", "SCORE")
_MOST_PER_CENT = 99  # in two digits


def as_usebio(evenings: list[ScoredEvening], settings: Settings = UNSET) -> str:
    """Return the file of an event, or of its sections if each was compared in itself."""
    root = Element("USEBIO", Version="1.2")
    _add_all(SubElement(root, "CLUB"), CLUB_NAME=settings.name, CLUB_ID_NUMBER=settings.number)
    event = SubElement(root, "EVENT", EVENT_TYPE="PAIRS")
    _add_all(event, **{name: text for name, text in _about(evenings).items() if text})
    if len(evenings) == 1:
        _add_section(event, evenings[0])
    else:
        session = SubElement(event, "SESSION", SESSION_ID="1")
        for evening in evenings:
            section = SubElement(session, "SECTION", SECTION_ID=evening.gathering.section)
            _add_section(section, evening)
    indent(root)
    return _HEAD + tostring(root, encoding="unicode") + "\n"


def _about(evenings: list[ScoredEvening]) -> dict[str, str]:
    """Return what is said of the event; if any section has one list of winners, it has one."""
    planned = evenings[0].gathering.event
    boards = {board for evening in evenings for board in find_lines(evening.comparison)}
    return {
        "PROGRAM_NAME": "Scorepad",
        "PROGRAM_VERSION": version("scorepad"),
        "EVENT_DESCRIPTION": planned.name if planned else "Duplicate",
        "DATE": date_of(evenings[0]),
        "SECTION_COUNT": str(len(evenings)) if len(evenings) > 1 else "",
        "WINNER_TYPE": str(min(len(evening.rankings) or 1 for evening in evenings)),
        "BOARD_SCORING_METHOD": _METHODS[evenings[0].comparison.scoring][0],
        "PAIRS": str(sum(len(find_pairs(evening)) for evening in evenings)),
        "BOARDS_PLAYED": str(len(boards)),
    }


def _add_section(parent: Element, evening: ScoredEvening) -> None:
    pairs, comparison = find_pairs(evening), evening.comparison
    sides = [(place, ranking.side) for ranking in evening.rankings for place in ranking.places]
    places = {place.pair: (place, side) for place, side in sides}
    participants = SubElement(parent, "PARTICIPANTS")
    for pair, (number, players) in pairs.items():
        listed = SubElement(participants, "PAIR")
        _add_all(listed, PAIR_NUMBER=number)
        if pair in places:
            _add_all(listed, **_place(*places[pair], comparison))
        for name, federal in players:
            said = {"NATIONAL_ID_NUMBER": federal} if federal else {}
            _add_all(SubElement(listed, "PLAYER"), PLAYER_NAME=name, **said)
    points = [f"{side}_{_METHODS[comparison.scoring][1]}_POINTS" for side in SIDES]
    for place, lines in find_lines(comparison).items():
        board = SubElement(parent, "BOARD")
        _add_all(board, BOARD_NUMBER=str(place))
        for line in lines:
            ns, ew = (pairs[pair][0] for pair in line.result.pairs)
            shares = [min(per_cent(line, side, comparison), _MOST_PER_CENT) for side in (NS, EW)]
            deal = find_deal(line) or ("", "", "", "A{:02}{:02}".format(*shares))
            _add_all(
                SubElement(board, "TRAVELLER_LINE"),
                NS_PAIR_NUMBER=ns,
                EW_PAIR_NUMBER=ew,
                **{name: str(text).upper() for name, text in zip(_DEAL, deal, strict=True)},
                **dict(zip(points, points_of(line), strict=True)),
            )


def _place(place: Place, side: int, comparison: Comparison) -> dict[str, str]:
    """Return what a pair has reached; in two lists each pair has its direction."""
    said = {"DIRECTION": SIDES[side]} if side != ALL else {}
    if comparison.has_compared:
        said |= {"BOARDS_PLAYED": str(place.boards), "PLACE": f"{place.rank}{'=' * place.tied}"}
        said |= {"TOTAL_SCORE": format_hundredths(place.total)}
        said |= {"PERCENTAGE": format_hundredths(place.mark)} if comparison.top else {}
    return said


def _add_all(parent: Element, **texts: str) -> None:
    for name, text in texts.items():
        SubElement(parent, name).text = text
