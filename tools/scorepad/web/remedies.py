"""Where pages do what a remedy says: `scorepad club correct ...` leads to its form, filled in."""

import shlex
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple
from urllib.parse import quote, urlencode

from scorepad import operations
from scorepad.language import Language, joined, marked, text
from scorepad.operation import Parameter, parameters
from scorepad.web.pages.page import Form, Page, form_at
from scorepad.web.pages.table import PAGES

_OTHERS = {  # what no page does by a form
    "sync": (marked("plugging a tablet in"), "/evening"),
    "deploy": (marked("whoever has built it"), ""),
    "club rules set": (marked("House rules"), "/house-rules"),
}
_PROGRAM = "scorepad"
_LETTERS = 2  # of a word that stands for itself in capitals: a seat, a side
_ANY_NUMBER = "N"
_LONGEST = 3  # words of a command's name

Given = dict[str, list[str]]  # by the names of parameters


class Lead(NamedTuple):
    """`title`: of the page, or of its form, that does it; `path`: "" if none does."""

    title: str
    path: str = ""


def lead(line: str) -> Lead:
    """Where that is done which a command line says, from the command's name on.

    What names no command, which somebody may have written into a reason, stays as it is.
    """
    command, rest = _command(_words(line))
    if not command:
        return Lead(f"`{_PROGRAM} {line}`")
    return lead_to(command, dict(_values(command, rest)))


def lead_to(command: str, given: Mapping[str, object]) -> Lead:
    """Return where an operation is done with these values."""
    if command in _OTHERS and "table" not in given:
        title, path = _OTHERS[command]
        return Lead(text(title), path)
    values = {
        name: [*map(str, said)] if isinstance(said, (list, tuple)) else [str(said)]
        for name, said in given.items()
        if said not in (None, "", False)
    }
    found = [one for page in PAGES for one in _of_page(page, command, values)]
    if not found:
        return Lead(text("whoever looks after this machine"))
    return max(found, key=lambda one: one[0])[1]


def linked(line: str, language: Language) -> str:
    """The HTML that leads there."""
    return anchor(lead(line), language)


def anchor(lead: Lead, language: Language) -> str:
    """Return the HTML of a link there; of what no page does only its name."""
    title, path = language.say(lead.title), lead.path
    return f'<a href="{escape(path)}">{escape(title)}</a>' if path else escape(title)


def untied(line: str, language: Language) -> str:
    """The HTML that says the same to those who may not do it."""
    return escape(language.say(lead(line).title))


def _of_page(page: Page, command: str, values: Given) -> Iterator[tuple[int, Lead]]:
    """How well it does it, and where."""
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
    title = next((one.title for one in PAGES if one.path == above), page.title)
    return Lead(text(title), above)


def _path(page: Page, fixed: tuple[tuple[str, str], ...], values: Given) -> str:
    """The page's; "" if the values do not say which one it is."""
    parts = {part: quote(values[name][0], safe="=") for name, part in fixed if name in values}
    wanted = page.path.count("{")
    if wanted != len(parts):
        return ""
    return page.path.replace(":path", "").format(**parts)


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:  # a quotation mark has no other
        return []


def _command(words: list[str]) -> tuple[str, list[str]]:
    """The longest name of a command that these begin with, and the others."""
    for end in range(min(len(words), _LONGEST), 0, -1):
        name = " ".join(words[:end])
        if name in operations.index() or name in operations.GROUPS:
            return name, words[end:]
    return "", words


def _values(command: str, words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what is said of what the operation takes; not what stands for something, as RESULT."""
    takes = parameters(operations.find(command)) if command in operations.index() else ()
    named = {each.option: each for each in takes if not each.positional}
    places = iter([each for each in takes if each.positional])
    rest = iter(words)
    for word in rest:
        each, said = named.get(word), word
        if each is None:
            each = next(places, None)
        else:
            said = "yes" if each.type is bool else next(rest, "")
        if each is not None and not _stands_for(each, said):
            yield each.name, [said]


def _stands_for(each: Parameter, word: str) -> bool:
    if word == each.metavar or not word:
        return True
    capitals = word.isalpha() and word.isupper()
    return capitals and (len(word) > _LETTERS or (not each.positional and word == _ANY_NUMBER))
