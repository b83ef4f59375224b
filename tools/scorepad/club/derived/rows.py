"""The rows that follow from the records of a session."""

from scorepad.club.database.schema import DealRow, ResultRow, SeatRow, SessionRow, SettlementRow
from scorepad.club.derived.ranking import imps_won
from scorepad.club.derived.replay import Replay
from scorepad.club.derived.settling import settlements


def session_row(replay: Replay) -> SessionRow:
    """The session with its deals, seats and results; a damaged one has none of these.

    In the seats are those whom the tablet has there (decisions/seating.py).
    """
    session = replay.session
    row = SessionRow(
        id=replay.id,
        tablet=replay.tablet,
        number=replay.number,
        table_number=session.table,
        rules=session.rules,
        state=replay.state,
        records=replay.records,
        crc=replay.crc,
        started=session.started,
        fault=replay.fault,
    )
    if not replay.fault:
        row.deals, row.seats, row.results = _deals(replay), _seats(replay), _results(replay)
        row.settlements = _settlements(replay)
    return row


def _deals(replay: Replay) -> list[DealRow]:
    won = imps_won(replay.session)
    return [
        DealRow(
            number=row.number,
            deal=row.deal,
            place=row.place,
            dealer=row.dealer,
            vulnerable=row.vulnerable,
            won=won.get(row.number),
        )
        for row in replay.session.rows()
        if row.number
    ]


def _seats(replay: Replay) -> list[SeatRow]:
    seated = enumerate(replay.session.players)
    return [SeatRow(seat=seat, entered=player, player=player) for seat, player in seated]


def _results(replay: Replay) -> list[ResultRow]:
    sheet = replay.session.sheet
    totals = zip(sheet.accounts, sheet.totals, strict=True)
    return [
        ResultRow(account=account, place=place, points=points)
        for place, (account, points) in enumerate(totals)
    ]


def _settlements(replay: Replay) -> list[SettlementRow]:
    return [
        SettlementRow(seat=seat, opponent=opponent, points=points)
        for seat, opponent, points in settlements(replay.session)
    ]
