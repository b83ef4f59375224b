"""Who sat at one deal of a session, with what the club has decided about it."""

from scorepad.club.events.event import EventPlayer
from scorepad.club.records.store import ClubSession


def seated_at(club_session: ClubSession, deal: int) -> list[EventPlayer]:
    """Return the players of a deal from North to West."""
    turn, decided = club_session.rounds.of(deal), club_session.decided
    if turn >= 0:
        at = club_session.rounds.listed[turn]
        return club_session.seat_pairs(at.round, decided.history.find_pairs(deal, at.ns, at.ew))
    seats = club_session.seated()
    known = {player.id: player for player in seats}
    for player, (name, number) in decided.people.items():
        known[player] = EventPlayer(player, name or "", number)
    ids = decided.seats(deal, [player.id for player in seats])
    return [known.get(player, EventPlayer(player)) for player in ids]
