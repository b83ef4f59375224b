"""Who sat at one deal of a session, with what the club has decided about it."""

from firmware.scoring.deal import SIDES
from scorepad.club.decisions.kinds import NUMBER, SEAT, SWAP
from scorepad.club.decisions.seating import swapped
from scorepad.club.events.event import EventPlayer
from scorepad.club.records.store import ClubSession


def seated_at(club_session: ClubSession, deal: int) -> list[EventPlayer]:
    """From North to West."""
    turn, decided = club_session.rounds.of(deal), club_session.decided
    seats = club_session.seated(turn)
    if turn >= 0:
        return _in_round(club_session, deal, turn, seats)
    known = {player.id: player for player in seats}
    for player, (name, number) in decided.people.items():
        known[player] = EventPlayer(player, name or "", number)
    ids = decided.seats(deal, [player.id for player in seats])
    return [known.get(player, EventPlayer(player)) for player in ids]


def _in_round(
    club_session: ClubSession, deal: int, turn: int, seats: list[EventPlayer]
) -> list[EventPlayer]:
    """The same in an event, where pairs sit."""
    at = club_session.rounds.listed[turn].round
    for effect in club_session.decided.about(deal, SWAP, SEAT):
        row = effect.row
        if row.kind == SWAP:
            seats = swapped(seats)
        elif row.who in SIDES:
            pair = club_session.pair(int(row.said.removeprefix(NUMBER)))
            seats[SIDES.index(row.who) :: 2] = pair.players(at)
    return seats
