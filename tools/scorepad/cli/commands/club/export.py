"""`scorepad club export`: sessions as a file, for people, programs and clubs' sites."""

import argparse
from collections import defaultdict
from functools import partial

from scorepad import wording
from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.club_settings import settings_for
from scorepad.club.duplicate.gathering import directed_of, with_boards
from scorepad.club.records import choosing, evenings
from scorepad.club.records.store import Club, ClubSession
from scorepad.errors import UserError
from scorepad.exports import formats
from scorepad.language import counted


def export(given: argparse.Namespace) -> None:
    """Writes sessions as a file. Raises UserError."""
    if bool(given.ids) + (given.evening is not None) + given.all != 1:
        raise UserError(
            "export: name the ID of a session, or an --evening, or --all for all of them"
        )
    with club_of(given) as club:
        chosen = choosing.without(_chosen(club, given), given.without)
        directed = directed_of(club, chosen)
        chosen = with_boards(club, chosen)
    suited = _suited(chosen, given.format, forgiving=not given.ids)
    formats.check_together(given.format, suited, named=bool(given.ids))
    for line in formats.FORMATS[given.format].lacks(suited, directed):
        output.left_out(line)
    exported = formats.exported(given.format, suited, settings_for(given), directed)
    output.save(exported, given.output)


def _chosen(club: Club, given: argparse.Namespace) -> list[ClubSession]:
    """The sessions that are meant; says which have no score unless they are named."""
    if given.ids:
        return choosing.in_order(choosing.counting(club.session(name)) for name in given.ids)
    sessions, damaged = choosing.loaded(club, _ids(club, given.evening))
    for fault in damaged:
        output.left_out(fault)
    return sessions


def _ids(club: Club, evening: str | None) -> list[str]:
    if evening is None:
        return club.ids()
    wanted = None if evening == evenings.NONE else evenings.day(evening)
    return club.read(partial(choosing.of_evening, evening=wanted))


def _suited(chosen: list[ClubSession], kind: str, forgiving: bool) -> list[ClubSession]:
    """Those that can be exported so. Raises UserError if one cannot or, forgiving, says why."""
    suited, unfit = [], defaultdict[str, list[str]](list)
    for club_session in chosen:
        if why := formats.unfit(kind, club_session):
            unfit[why].append(f"{club_session.id} ({club_session.session.rules})")
        else:
            suited.append(club_session)
    said = [_refusal(kind, why, names) for why, names in unfit.items()]
    if said and not forgiving:
        raise UserError(said[0])
    for line in said:
        output.left_out(line)
    return suited


def suited_by(club_session: ClubSession) -> list[str]:
    """The formats that a session can be exported in."""
    return [kind for kind in formats.FORMATS if not formats.unfit(kind, club_session)]


def _refusal(kind: str, why: str, names: list[str]) -> str:
    return counted(
        len(names),
        "session {names} does not suit {kind}: {why}",
        "sessions {names} do not suit {kind}: {why}",
        **{"names": wording.some_names(names), "kind": kind, "why": why},
    )
