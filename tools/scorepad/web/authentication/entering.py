"""Coming in and leaving."""

from functools import partial

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from scorepad.club.security_log import Kind
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.web.authentication.password import WaitFirst, new_device_cookie
from scorepad.web.languages import back, reader
from scorepad.web.site import NotFound, Site, not_entered, site_of

# The first sign that a browser's User-Agent has, for each: many name others, too.
_BROWSERS = {
    **{"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "FxiOS/": "Firefox"},
    **{"Chrome/": "Chrome", "CriOS/": "Chrome", "Safari/": "Safari"},
}
_SYSTEMS = {
    **{"Windows": "Windows", "iPhone": "iPhone", "iPad": "iPad", "Android": "Android"},
    **{"Macintosh": "macOS", "CrOS": "ChromeOS", "Linux": "Linux"},
}
_DIGITS = 9  # of the number of a session
OTHERS = "others"  # instead of one: all but the own
_YEAR_S = 365 * 24 * 3600


async def enter(request: Request) -> Response:
    """Sign in a user of this machine by a one-time link."""
    site = site_of(request)
    if not site.names.is_at_home(request):
        raise NotFound(text("This link opens only on the machine on which Scorepad was started."))
    secret = site.keys.use_link(request.query_params.get("key", ""), *_browser(request))
    if secret is None:
        return site.message(
            reader(request), 403, text("This link was opened before, or is too old.")
        )
    site.forget_link()
    # A page of its own, not a redirection: to a browser that another program has sent here, a
    # strict cookie belongs only once a page of this site asks.
    return _let_in(request, site.render("entered.html", reader(request)), secret)


async def show_login(request: Request) -> Response:
    """Return the form for the director's password."""
    site = site_of(request)
    _refuse_unasked(site)
    return await site.work(request, lambda: _form(request, 200))


async def sign_in(request: Request) -> Response:
    """Sign in the director by the password, or say why not."""
    site = site_of(request)
    _refuse_unasked(site)
    async with request.form() as sent:
        given, author = str(sent.get("password", "")), name_in(sent)
    try:
        visitor, device = site.names.visitor(request), request.cookies.get(_device(site), "")
        password = await site.password.opens(given, visitor, device, request.is_disconnected)
    except WaitFirst as wait:
        site.security_log.note(Kind.PASSWORD_DELAYED, site.user(request))
        again, seconds = wait.said, str(wait.seconds)
        refused = await site.work(request, lambda: _form(request, 429, again))
        refused.headers["Retry-After"] = seconds
        return refused
    if not password:
        site.security_log.note(Kind.PASSWORD_WRONG, site.user(request))
        wrong = text("This is not the director's password.")
        return await site.work(request, lambda: _form(request, 403, wrong))
    # Of a cookie that came with it nothing is taken over: somebody else may know that.
    site.keys.end(site.secret(request))
    secret = site.keys.new_session(password, author, *_browser(request))
    reply = _let_in(request, RedirectResponse("/", 303), secret)
    made, secure = new_device_cookie(password), site.names.is_secure(request)
    keep = partial(reply.set_cookie, httponly=True, samesite="strict", secure=secure)
    keep(_device(site), made, _YEAR_S, path=request.url.path)
    return reply


async def set_name(request: Request) -> Response:
    """Store the user's name, and show the page again on which it was entered."""
    session = site_of(request).session(request)
    async with request.form() as sent:
        session.call(name_in(sent))
    return back(request)


def name_in(sent: FormData) -> str:
    """Return the author that a form names."""
    return str(sent.get("author", ""))


async def leave(request: Request) -> Response:
    """End the user's session or, if the form says so, all others."""
    site = site_of(request)
    async with request.form() as sent:
        ended = str(sent.get("browser", ""))
    if ended:
        return await site.work(request, partial(_end_others, request, ended))
    site.keys.end(site.secret(request))
    how = (
        text("You have left. To come back, come in with the director's password.")
        if site.names.asks
        else text("You have left. To come back, start Scorepad on this machine again.")
    )
    reply = site.message(reader(request), 200, how)
    secure = site.names.is_secure(request)
    reply.delete_cookie(site.cookie(request), httponly=True, samesite="strict", secure=secure)
    return reply


async def outside(request: Request, problem: Exception) -> Response:
    """Return the page for a visitor without a login: how to get one."""
    site = site_of(request)
    if site.names.asks and request.method == "GET":
        return await site.work(request, lambda: _form(request, 403))
    assert isinstance(problem, UserError)
    return site.message(reader(request), 403, problem.said)


def _device(site: Site) -> str:
    return f"scorepad-{site.names.port}-device"  # with a path, which __Host- forbids


def _refuse_unasked(site: Site) -> None:
    if not site.names.asks:
        raise not_entered()


def _form(request: Request, status: int, refused: str = "") -> Response:
    site = site_of(request)
    return site.render("login.html", site.language(request), status, refused=refused)


def _end_others(request: Request, number: str) -> Response:
    site = site_of(request)
    session_number = int(number) if number.isdecimal() and len(number) <= _DIGITS else 0
    site.keys.end_others(site.session(request), None if number == OTHERS else session_number)
    site.changes.happened()
    return back(request)


def _browser(request: Request) -> tuple[str, str]:
    """Return where a browser is, and its name and system in words of our own, "" if unknown."""
    says = request.headers.get("user-agent", "")
    parts = [
        next((name for sign, name in names.items() if sign in says), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return site_of(request).names.address(request), ", ".join(filter(None, parts))


def _let_in(request: Request, reply: Response, secret: str) -> Response:
    site = site_of(request)
    secure = site.names.is_secure(request)
    name = site.cookie(request)
    reply.set_cookie(name, secret, httponly=True, samesite="strict", secure=secure)
    return reply
