"""Sessions of duplicate as one event in USEBIO 1.2, the XML that bridge unions and clubs upload.

The order of the elements is that of files which other scoring programs write. We have not seen the
specification (usebio.org). That `SCORE` must be there, and is A6040 where N-S have 60 per cent of
the top and E-W 40, is how two programs read it, each side in two digits, and how a third writes
it: Bridge Solver Online, Pairs Stratification Program, and a converter of New Zealand's Scorer.
"""

from fractions import Fraction
from importlib.metadata import version
from xml.etree import ElementTree

from firmware.scoring.deal import EW, NS, SEATS, SIDES, declarer, level, tricks
from firmware.scoring.duplicate import board_vulnerable
from scorepad import board_scores, wording
from scorepad.club.decisions.scores import Artificial, one_deal
from scorepad.club.derived.ranking import GUEST
from scorepad.club.duplicate import doubts as doubts_of
from scorepad.club.duplicate.comparison import MATCHPOINTS, Compared, Comparison, compared
from scorepad.club.duplicate.directed import UNDIRECTED, Directed, directed_field
from scorepad.club.duplicate.field import Field, Pair, pairs_of, turns_of
from scorepad.club.duplicate.hundredths import column, hundredths, written
from scorepad.club.duplicate.ranking import ALL, Place, Ranking, rankings
from scorepad.club.records.evenings import first_of
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import UNSET, Settings
from scorepad.errors import UserError
from scorepad.exports import letters

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'

_DEAL = ("CONTRACT", "PLAYED_BY", "TRICKS", "SCORE")
_MOST_PER_CENT = 99  # in two digits

Element = ElementTree.Element
Player = tuple[str, str]  # name, number in the federation


def not_counted(sessions: list[ClubSession], directed: Directed = UNDIRECTED) -> list[str]:
    """The results that are not in the event: `club duplicate` compares them with nothing."""
    doubts = doubts_of.not_counted(directed_field(sessions, directed))
    return [f"session {one.session}{_board(one.board)}: {one.what}" for one in doubts]


def _board(number: int) -> str:
    return f", board {number}" if number else ""


def as_usebio(
    sessions: list[ClubSession], settings: Settings = UNSET, directed: Directed = UNDIRECTED
) -> str:
    """One event: the results that the evening's field counts. Raises UserError without a board.

    `directed`: what was decided about the evening.
    """
    field = directed_field(sessions, directed)
    if field.unnumbered and not field.boards:
        raise UserError("no deal of these sessions has a board number, as usebio needs it")
    comparison = compared(field, MATCHPOINTS)
    ranked = rankings(comparison)
    pairs = _pairs(sessions, field)
    numbers = {pair: pair.number or place for place, pair in enumerate(pairs, 1)}
    root = Element("USEBIO", Version="1.2")
    _add_all(_add(root, "CLUB"), CLUB_NAME=settings.name, CLUB_ID_NUMBER=settings.number)
    event = _add(root, "EVENT")
    event.set("EVENT_TYPE", "MP_PAIRS")
    travellers = _travellers(comparison)
    _add_all(event, **_about(sessions, len(ranked), len(pairs), len(travellers)))
    _add_participants(event, pairs, ranked, numbers, compared=comparison.top > 0)
    for board, lines in travellers.items():
        _add_board(event, board, [_line(line, numbers, comparison.top) for line in lines])
    ElementTree.indent(root)
    return _HEAD + ElementTree.tostring(root, encoding="unicode") + "\n"


def _travellers(comparison: Comparison) -> dict[int, list[Compared]]:
    """The lines that either side has a score of; no board without any."""
    found = {
        board: [line for line in lines if any(map(line.result.counts_for, (NS, EW)))]
        for board, lines in comparison.travellers.items()
    }
    return {board: lines for board, lines in found.items() if lines}


def _pairs(sessions: list[ClubSession], field: Field) -> dict[Pair, list[Player]]:
    """All pairs, as they first sat down, with their players; then those that a decision made."""
    pairs: dict[Pair, list[Player]] = {}
    for club_session in sessions:
        for turn in turns_of(club_session):
            players = [(one.called, one.number) for one in club_session.seated(turn)]
            for side, pair in enumerate(pairs_of(club_session, (), turn)):
                pairs.setdefault(pair, players[side::2])
    known = _known(sessions)
    for result in [result for results in field.boards.values() for result in results]:
        for pair in result.pairs:
            pairs.setdefault(pair, [_player(one, known) for one in pair.players])
    return pairs


def _player(one: int, known: dict[int, Player]) -> Player:
    return known.get(one, (wording.player(None, one), ""))


def _known(sessions: list[ClubSession]) -> dict[int, Player]:
    """Everybody of the roster who sat there, by their ids."""
    known: dict[int, Player] = {}
    for one in sessions:
        said = zip(one.called, one.numbers, strict=True)
        known |= dict(zip(one.session.players, said, strict=True))
        for player, (name, number) in one.decided.people.items():
            known[player] = wording.player(name, player), number
        pairs = one.event.pairs.values() if one.event else ()
        planned = (who for pair in pairs for two in pair.entries.values() for who in two)
        known |= {who.id: (who.called, who.number) for who in planned}
    known.pop(GUEST, None)
    return known


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
        for name, number in players:
            player = _add(listed, "PLAYER")
            _add_all(player, PLAYER_NAME=name, **{"NATIONAL_ID_NUMBER": number} if number else {})


def _place(place: Place) -> dict[str, str]:
    shared = "=" if place.tied else ""
    return {"PLACE": f"{place.rank}{shared}", "PERCENTAGE": written(place.mark)}


def _add_board(event: Element, number: int, lines: list[dict[str, str]]) -> None:
    board = _add(event, "BOARD")
    _add_all(board, BOARD_NUMBER=str(number))
    for line in lines:
        _add_all(_add(board, "TRAVELLER_LINE"), **line)


def _line(line: Compared, pairs: dict[Pair, int], top: int) -> dict[str, str]:
    north_south, east_west = (str(pairs[pair]) for pair in line.result.pairs)
    ns_points, ew_points = (
        points if line.result.counts_for(side) else ""
        for side, points in enumerate(column(line.points))
    )
    return {
        "NS_PAIR_NUMBER": north_south,
        "EW_PAIR_NUMBER": east_west,
        **_played(line, top),
        "NS_MATCH_POINTS": ns_points,
        "EW_MATCH_POINTS": ew_points,
    }


def _played(line: Compared, top: int) -> dict[str, str]:
    """The deal, or the one that was assigned; of another adjusted score only what it is."""
    result = line.result
    deal, score = result.deal, str(result.score)
    if result.adjusted:
        assigned = one_deal(result.adjusted)
        if assigned is None:
            shares = (f"{_per_cent(line, side, top):02}" for side in (NS, EW))
            return dict.fromkeys(_DEAL, "") | {"SCORE": f"A{''.join(shares)}"}
        deal = assigned
        score = str(board_scores.north_south(deal, board_vulnerable(result.board)))
    declared = SEATS[declarer(deal)] if level(deal) > 0 else ""
    said = letters.contract(deal).upper(), declared, str(tricks(deal)), score
    return dict(zip(_DEAL, said, strict=True))


def _per_cent(line: Compared, side: int, top: int) -> int:
    """Of the top, without a fraction: what an artificial score says, else what the side has."""
    if not line.result.counts_for(side):
        return 0
    given = line.result.adjusted[side] if line.result.adjusted else None
    if isinstance(given, Artificial):
        share = given.percent / 100
    else:
        share = line.points[side] / top if top else Fraction(1, 2)
    return min(hundredths(share), _MOST_PER_CENT)


def _add(parent: Element, name: str) -> Element:
    return ElementTree.SubElement(parent, name)


def _add_all(parent: Element, **texts: str) -> None:
    for name, text in texts.items():
        _add(parent, name).text = text
