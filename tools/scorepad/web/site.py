"""The state that all pages share: the club, sessions of users, templates and languages."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from scorepad.club.codes import Codes, find_codes
from scorepad.club.password import load_hash
from scorepad.club.records.store import Club
from scorepad.club.security_log import Kind
from scorepad.club.settings.current import current
from scorepad.context import Actor
from scorepad.errors import UserError
from scorepad.language import Language, say_in, text
from scorepad.web.authentication import table_links
from scorepad.web.authentication.handshakes import Https
from scorepad.web.authentication.keys import Keys, Session
from scorepad.web.authentication.names import TABLET, Names
from scorepad.web.authentication.password import Password
from scorepad.web.authentication.patience import MOST_LIVE, Places
from scorepad.web.authentication.security_log import SecurityLog
from scorepad.web.forms.drafts import Drafts
from scorepad.web.html import Html
from scorepad.web.languages import language_names, reader
from scorepad.web.live.changes import Changes, Shared
from scorepad.web.live.phones import Phones
from scorepad.web.live.relays import Relays
from scorepad.web.live.tablets import Tablets
from scorepad.web.work import WorkList

LIVE = {"X-Accel-Buffering": "no"}  # a proxy passes each event on at once

Made = TypeVar("Made")


class NotFound(UserError):
    """A page that was not found."""


class NotEntered(UserError):
    """Somebody without a key."""


@pass_context
def _say(context: Context, value: object) -> object:
    """Return what a template shows of a value: a text in the language of the page."""
    return say_in(context["language"], value) if isinstance(value, str) else value


@cache
def _templates() -> Environment:
    return Environment(
        finalize=_say,
        loader=PackageLoader("scorepad.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@dataclass
class Site:
    """The pages of a club for signed-in users; others see released results (web/public)."""

    club: Club
    keys: Keys
    changes: Changes
    tablets: Tablets
    work_list: WorkList
    names: Names
    password: Password
    shared: Shared
    phones: Phones
    relays: Relays
    security_log: SecurityLog
    https: Https | None = None  # the part that is encrypted, None: nothing is
    watching: Places = field(default_factory=partial(Places, MOST_LIVE))  # the room's live pages
    forget_link: Callable[[], object] = lambda: None  # called when the printed link was opened
    drafts: Drafts = field(default_factory=Drafts)

    def render(
        self, template: str, language: Language, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """Return a page in a language."""
        return HTMLResponse(self.part(template, **values).in_language(language.code), status)

    def part(self, template: str, **values: Any) -> Html:
        """Return a part of a page, which is drawn in the language of that."""

        def make(code: str) -> Markup:
            about = {"say": text, "language": code, "languages": language_names()}
            return Markup(_templates().get_template(template).render(about, **values))

        return Html(make)

    def message(self, language: Language, status: int, said: str, **more: Any) -> Response:
        """Return a page that says only this, `in_english` to everybody, with a menu of `pages`."""
        return self.render("message.html", language, status, text=said, path="", **more)

    def language(self, request: HTTPConnection) -> Language:
        """Return the language that was chosen, else the club's."""
        return reader(request, current(self.club.ask).language)

    def cookie(self, connection: HTTPConnection) -> str:
        """Return the name of the login's cookie. Browsers send a host's cookies to all its ports.

        By HTTPS its prefix keeps other hosts from setting it (RFC 6265bis, 4.1.3).
        """
        prefix = "__Host-" if self.names.is_secure(connection) else ""
        return f"{prefix}scorepad-{self.names.port}"

    def secret(self, connection: HTTPConnection) -> str:
        """Return the value of the client's session cookie, or ""."""
        return connection.cookies.get(self.cookie(connection), "")

    def knows(self, scope: Scope) -> bool:
        """Return True if the client is signed in."""
        return self.keys.running(self.secret(HTTPConnection(scope))) is not None

    def user(self, connection: HTTPConnection) -> Actor:
        """Return who asks, for the security log."""
        session = self.keys.running(self.secret(connection))
        return Actor(session.author if session else "", self.names.address(connection))

    def session(self, request: Request) -> Session:
        """Return the client's session. Raise NotEntered."""
        session = self.keys.session(self.secret(request))
        if session is None:
            raise not_entered()
        return session

    async def still(self, request: Request) -> None:
        """Raise NotEntered if the client's session has ended since."""
        session = self.keys.running(self.secret(request))
        if session is None:
            raise not_entered()
        if session.password:
            await run_in_threadpool(self.check_password, request)

    async def work(self, request: Request, work: Callable[[], Made]) -> Made:
        """Run it in a thread, with the club's settings."""

        def as_set() -> Made:
            with self.as_set(request):
                return work()

        return await run_in_threadpool(as_set)

    @contextlib.contextmanager
    def as_set(self, request: Request) -> Iterator[None]:
        """Like `set_for`, but raise NotEntered if the client's password has been changed since."""
        self.check_password(request)
        with self.set_for(request):
            yield

    @property
    def codes(self) -> Codes | None:
        """The codes of the tables that hold now."""
        return self.club.read(partial(find_codes, now=datetime.now(UTC)))

    def links_of(self, codes: Codes, tables: Iterable[int]) -> list[str]:
        """Return the links to the tablets of these tables; no secret of them is in a path."""
        page = self.names.outside(TABLET)
        return [f"{page}#{table}-{table_links.token(codes.key, table)}" for table in tables]

    def check_password(self, connection: HTTPConnection) -> None:
        """Raise NotEntered if the client signed in by a password that has been changed since."""
        session = self.keys.running(self.secret(connection))
        if session and session.password and session.password != self.club.read(load_hash):
            self.keys.end(self.secret(connection), Kind.SESSION_EXPIRED)
            raise not_entered()

    @contextlib.contextmanager
    def set_for(self, request: Request) -> Iterator[None]:
        """Raise Trouble for what rows have caused."""
        with self.club.explaining():
            yield


def not_entered() -> NotEntered:
    """Return the error for a visitor without a login."""
    return NotEntered(
        text("Only the browser that Scorepad has opened comes in: to come back, start it again.")
    )


def site_of(request: Request) -> Site:
    """Return the site of a connection."""
    return request.app.state.site
