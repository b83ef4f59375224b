"""The forms of a page as a browser reads them, and what a page says."""

import re
from html.parser import HTMLParser

from support.web.served import Reply, Served


class _Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in given}))


def tags(page: str) -> list[tuple[str, dict[str, str]]]:
    return _Tags(page).found


def forms_of(page: str) -> dict[str, dict[str, str]]:
    """The fields of each form by its name: what a browser would send if nothing is touched."""
    forms, fields, select = dict[str, dict[str, str]](), dict[str, str](), ""
    for tag, of in tags(page):
        if tag == "form":
            fields = {}
        elif tag == "input" and of.get("type") not in ("checkbox", "file"):
            fields.setdefault(of["name"], of.get("value", ""))
            forms[fields.get("form", "")] = fields
        elif tag == "select":
            fields[select := of["name"]] = ""
        elif tag == "option" and "selected" in of:
            fields[select] = of["value"]
    return forms


def form_of(served: Served, page: str, name: str) -> dict[str, str]:
    return forms_of(served.get(page).body)[name]


def fill(served: Served, page: str, name: str, typed: dict[str, str]) -> Reply:
    return served.post(page, {**form_of(served, page, name), **typed})


def said(body: str) -> list[str]:
    """What the page says was done, or why not, as text."""
    found = re.findall(r'<p class="notice (?:done|refused)"[^>]*>(.*?)</p>', body)
    return [re.sub("<[^>]*>|Not done: ?", "", one).strip() for one in found]


def looked(served: Served, reply: Reply) -> tuple[Reply, str]:
    """The page of what a form would do, which was sent, and what confirms it; or why not."""
    if reply.status == 303:
        reply = served.get(reply.headers["location"])
    found = re.search(r'name="confirmed" value="(\w+)"', reply.body)
    return reply, found[1] if found else ""


def done(served: Served, page: str, form: dict[str, str]) -> str:
    return ended(served, served.post(page, form))


def ended(served: Served, begun: Reply) -> str:
    for body in served.told(begun.headers["location"]):
        if "<progress" not in body:
            return body
    raise AssertionError("the server has ended before the work")
