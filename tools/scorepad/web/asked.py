"""The request for a page: its path and its query."""

from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request

from scorepad.language import text
from scorepad.web.forms import filled
from scorepad.web.forms.filled import FORM
from scorepad.web.pages.page import Fixed, Form, Page
from scorepad.web.site import site_of

SAID = "said"  # in the query: the key of what a form has done, for the page of who sent it
DRAFT = "draft"  # the same, of what a form would do

_NOT_ASKED = (SAID, DRAFT)


class Asked:
    """The request for a page. `at`: the path as it was sent; `path`: its parts by name."""

    def __init__(self, request: Request, page: Page):
        self._page = page
        self._site = site_of(request)
        self._query = request.query_params
        self.at: str = request.scope["path"]
        self.path: dict[str, str] = dict(request.path_params)

    def key(self, name: str) -> str:
        """Return the query's value of this name, or ""."""
        return self._query.get(name, "")

    @property
    def query(self) -> str:
        """The query without keys of messages and drafts."""
        return urlencode([item for item in self._query.multi_items() if item[0] not in _NOT_ASKED])

    def address(self, at: str = "", **keys: str) -> str:
        """Return the page's address with the values asked for, without those of its forms.

        Without scheme and host, because a proxy has others. `at`: the path of another page;
        `keys`: more for the query.
        """
        asked = [item for item in self._query.multi_items() if item[0] in self._page.asked]
        query = urlencode([*asked, *keys.items()], safe="=")
        return f"{quote(at or self.at)}?{query}".rstrip("?")

    @property
    def has_filter(self) -> bool:
        """Return True if the query has a value that the page asks for."""
        return any(name in self._query for name in self._page.asked)

    def typed(self, name: str) -> list[str]:
        """Return the values of this name as they were typed, or the usual one."""
        return self._query.getlist(name) or [self._usual.get(name, "")]

    @cached_property
    def _usual(self) -> dict[str, str]:
        rest = [item for item in self._page.usual if item[0] not in self._query]
        return {name: how if isinstance(how, str) else how(self._site) for name, how in rest}

    def before(self, form: Form) -> dict[str, list[str]]:
        """Return a form's initial values from the query."""
        asked = {name: self._query.getlist(name) for name in form.fields if name in self._query}
        led = {FORM: [form.name]} if self.key(FORM) == form.name else {}
        return {**asked, **led}

    @property
    def about(self) -> dict[str, str]:
        """The page's values from path and query, by name."""
        return {**self.named_values, **self.path}

    @property
    def named_values(self) -> dict[str, str]:
        """The query's values, and the usual ones, by name."""
        return {**self._usual, **self.sent_values}

    @property
    def sent_values(self) -> dict[str, str]:
        """The same, without what is usual."""
        return {name: self._query[name] for name in self._page.asked if self._query.get(name)}

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of the page's command, from path and query."""
        page = self._page
        query = filled.parse_values(self._query, page.command, page.asked)
        query |= {name: value for name, value in self._usual.items() if value}
        return {**query, **self.fixed(page.fixed), **dict(page.said)}

    def fixed(self, names: Fixed) -> dict[str, str]:
        """Return parts of the path, by the names of parameters."""
        return {name: self.path[part] for name, part in names}

    @property
    def related(self) -> list[tuple[str, str]]:
        """Return the titles and addresses of related pages."""
        parts = {name: quote(part, safe="=") for name, part in self.path.items()}
        return [(text(title), page.format(**parts)) for title, page in self._page.related]
