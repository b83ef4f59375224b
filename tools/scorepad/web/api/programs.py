"""Users of the API: a program, by its token, or the user of an open page, who may only read."""

import contextlib
from functools import partial

from starlette.requests import Request

from scorepad.club import tokens
from scorepad.club.database.opening import Trouble
from scorepad.club.records.store import Club
from scorepad.club.security_log import Kind
from scorepad.context import Actor
from scorepad.errors import UserError
from scorepad.web.site import NotEntered, Site

_SCHEME = "bearer"
_OPEN = "a token is taken by https, or at the machine itself; this one others could have read"
_WITHOUT = (
    "this takes a token, as `Authorization: Bearer ...`; `scorepad club token new` makes one"
)


class NoToken(NotEntered):
    """A program without a token that is known."""


class MayNot(UserError):
    """A program whose token does not let it do that, or has come so that others could read it."""

    status = 403


def admit(site: Site, request: Request, writes: bool) -> str:
    """Return the name of the program that asks, "" for a page. Raise NoToken; MayNot.

    A token alone is sufficient. A page only reads: what a browser sends by itself,
    its cookie, shall change nothing here.
    """
    said = request.headers.getlist("authorization")
    by = site.user(request)
    refuse = partial(site.security_log.note, Kind.TOKEN_REFUSED, by)
    if not said:
        if request.method == "POST":
            raise NoToken(_WITHOUT)
        try:
            site.session(request)
            with site.as_set(request):  # a session ends when the password is another one
                return ""
        except NotEntered as stranger:
            raise NoToken(_WITHOUT) from stranger
    if not (site.names.is_at_home(request) or site.names.is_secure(request)):
        refuse()
        raise MayNot(_OPEN)
    scheme, _, token = said[0].partition(" ")
    known = _find_token(site.club, token.strip(), by) if scheme.lower() == _SCHEME else None
    if known is None or len(said) > 1:
        refuse()
        raise NoToken("this token lets nobody in; `scorepad club token list` shows which do")
    if writes and known.may != tokens.WRITE:
        refuse(known.name)
        raise MayNot(f"the token {known.name!r} may read and change nothing")
    return known.name


def _find_token(club: Club, token: str, by: Actor) -> tokens.Token | None:
    """Return a valid token from the database: every server refuses a revoked one at once."""
    known = club.read(lambda rows: tokens.find_token(rows, token))
    if known and known.used != str(club.evenings.today()):
        with contextlib.suppress(Trouble):  # who only reads need not wait for a database to write
            club.write(lambda rows: tokens.use(rows, known, by))
    return known
