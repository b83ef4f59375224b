"""Links for remedies: each opens the form of its operation, filled in."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple
from urllib.parse import quote, urlencode

from scorepad.errors import Remedy
from scorepad.language import Language, joined, marked, text
from scorepad.web.pages.page import Form, Page, form_at
from scorepad.web.pages.table import PAGES

_OTHERS = {  # what no page does by a form
    "sync": (marked("plugging a tablet in"), "/evening"),
    "club rules set": (marked("House rules"), "/house-rules"),
}

Given = dict[str, list[str]]  # by the names of parameters


class Lead(NamedTuple):
    """`title`: of the page, or of its form, that does it; `path`: "" if none does."""

    title: str
    path: str = ""


def lead_to(command: str, given: Mapping[str, object]) -> Lead:
    """Return where an operation is done with these values."""
    if command in _OTHERS and "table" not in given:
        title, path = _OTHERS[command]
        return Lead(text(title), path)
    values = {
        name: [*map(str, said)] if isinstance(said, (list, tuple)) else [str(said)]
        for name, said in given.items()
        if said not in (None, "", False, ...)
    }
    found = [way for page in PAGES for way in _of_page(page, command, values)]
    if not found:
        return Lead(text("the person who looks after this machine"))
    return max(found, key=lambda way: way[0])[1]


def anchor(lead: Lead, language: Language) -> str:
    """Return the HTML of a link there; of what no page does only its name."""
    title, path = language.say(lead.title), lead.path
    return f'<a href="{escape(path)}">{escape(title)}</a>' if path else escape(title)


def draw_link(remedy: Remedy, language: Language) -> str:
    """Return the HTML of a link to where a remedy is done; without a page only its title."""
    return anchor(lead_to(*remedy), language)


def draw_title(remedy: Remedy, language: Language) -> str:
    """Return the HTML that says the same to those who may not do it."""
    return escape(language.say(lead_to(*remedy).title))


def _of_page(page: Page, command: str, values: Given) -> Iterator[tuple[int, Lead]]:
    """Yield the links of a page for a command, each with a rank; lower is better."""
    for form in page.forms:
        if form.command == command and not form.said:
            yield _to_form(page, form, values)
    if page.command == command and page.fixed:
        yield 0, _above(page)
    elif page.command == command and page.menu:
        given = {name: said for name, said in values.items() if name in page.asked}
        query = "?" * bool(given) + urlencode(given, doseq=True, safe="=")
        yield 2 - bool(page.show), Lead(text(page.title), page.path + query)


def _to_form(page: Page, form: Form, values: Given) -> tuple[int, Lead]:
    path = _path(page, form.fixed, values)
    if not path:
        return page.menu, _above(page)
    given = {name: said for name, said in values.items() if name in form.fields}
    title = text(form.title) if form.fixed else joined((text(page.title), text(form.title)), ": ")
    return 2 * len(form.fixed) + 2 + page.menu, Lead(title, form_at(path, form, given))


def _above(page: Page) -> Lead:
    above = page.path.partition("/{")[0]
    title = next((other.title for other in PAGES if other.path == above), page.title)
    return Lead(text(title), above)


def _path(page: Page, fixed: tuple[tuple[str, str], ...], values: Given) -> str:
    """Return the page's path; "" if the values do not determine it."""
    parts = {part: quote(values[name][0], safe="=") for name, part in fixed if name in values}
    wanted = page.path.count("{")
    if wanted != len(parts):
        return ""
    return page.path.replace(":path", "").format(**parts)
