"""The language that a browser has chosen: in a cookie, so that who has no key has it too."""

from functools import cache
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from scorepad.language import ENGLISH, Language, languages, text_as

_COOKIE = "language"
_YEAR_S = 365 * 24 * 3600


@cache
def language_names() -> dict[str, str]:
    """Return each language's own name, by code."""
    english = text_as("language", "English")
    return {code: english.in_language(code) for code in languages()}


def find_chosen_language(request: HTTPConnection) -> str:
    """Return the code of the language that a browser has chosen, or ""."""
    code = request.cookies.get(_COOKIE, "")
    return code if code in languages() else ""


async def choose(request: Request) -> Response:
    """Choose a language, and show the page again on which that was done."""
    async with request.form() as sent:
        code = str(sent.get("language", ""))
    reply = back(request)
    if code in languages():
        reply.set_cookie(_COOKIE, code, _YEAR_S, httponly=True, samesite="lax")
    return reply


def back(request: Request) -> Response:
    """Redirect to the page from which a form was sent."""
    page = urlsplit(request.headers.get("referer", ""))
    # With one slash: a path of two would be the address of another server.
    there = "/" + page.path.lstrip("/") + ("?" + page.query if page.query else "")
    return RedirectResponse(there, 303)


def reader(request: HTTPConnection, usual: str = ENGLISH) -> Language:
    """Return the user's language; `usual`: if the browser has chosen none."""
    return Language(find_chosen_language(request) or usual)
