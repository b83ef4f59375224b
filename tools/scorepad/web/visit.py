"""Somebody asks for a page: what it shows, what its forms do, the files that it is saved as."""

from functools import partial
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from scorepad.cli.club_options import login
from scorepad.cli.output import Taken
from scorepad.club.database.opening import Trouble
from scorepad.club.records import evenings
from scorepad.club.settings.current import current
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.web.command import in_language, run
from scorepad.web.door.keys import Session
from scorepad.web.downloading import disposition, file_name, media_type
from scorepad.web.drawing import drawn, printing, said
from scorepad.web.forms import filled
from scorepad.web.forms.drafts import Draft
from scorepad.web.forms.filling import FORM, filling
from scorepad.web.forms.submission import Known, Submission, known
from scorepad.web.forms.suggesting import suggested
from scorepad.web.own import Changed, Own
from scorepad.web.pages.field import field
from scorepad.web.pages.page import PRINT, Form, Page, Parts
from scorepad.web.pages.purposes import purpose
from scorepad.web.pages.start import START, is_new
from scorepad.web.pages.table import PAGES
from scorepad.web.site import NotFound, Site, site_of
from scorepad.web.work import Work

_SEEN = "seen"  # the field with what the page looked like that somebody has read
_SAID = "said"  # in the query: the key of what a form has done, for the page of who sent it
_CONFIRMED = "confirmed"  # the field with the look at what the form would do


class Visit:
    """Somebody asks for a page. Raises NotEntered."""

    def __init__(self, request: Request, page: Page):
        self.site: Site = site_of(request)
        self.session: Session = self.site.session(request)
        self.page = page
        self._request = request
        self._known = dict[str, Known]()

    async def work(self, work: Any) -> Response:
        """Does it as the club and whoever asks have set."""
        return await self.site.work(self._request, work)

    def part(self) -> tuple[Markup, str]:
        """What the command of the page shows, and a digest of it. Raises UserError."""
        try:
            html = drawn(self.site.club, self._shown())
        except UserError as refusal:
            if self._path:  # there is no such page
                raise
            html = drawn(self.site.club, [str(refusal)])  # what was asked for can be changed there
        # What is decided elsewhere may be of the same deal, which this page need not show.
        decided = self.site.club.ask("SELECT max(id) FROM decisions", {})
        return html, sha256(f"{html}{decided}".encode()).hexdigest()[:16]

    def _shown(self) -> Parts:
        if self.page.show:
            return self.page.show(self.site, self._about())
        taken = run(self.site.club, self.page.command, self._asked())
        return [*taken.notes, *taken.shown]

    def saved(self, kind: str) -> Response:
        """The page in the format that is asked for. Raises UserError."""
        page, today = self.page, str(evenings.today())
        asked = self._asked()
        command, how = page.command, {"--json": True} if kind == "json" else {"--format": kind}
        if page.saves:
            asked = self._fixed(page.saved) or {"--evening": self._query().get("--evening", today)}
            command, how = page.saves, {"--format": kind}
        shown = self._shown() if kind in PRINT and not page.saves else []
        with printing(self.site.club, shown):
            taken = run(self.site.club, command, {**asked, **how})
        said = self._path.values() or self._query().values() or [today] * bool(page.saves)
        name = file_name(page.path.split("/")[1].removesuffix("s"), *map(str, said), kind=kind)
        named = {"Content-Disposition": disposition(name, kind)}
        return Response(bytes(taken.saved), media_type=media_type(kind), headers=named)

    def answered(self, sent: FormData) -> Response:
        """Carries out the form that was sent; where it is refused, the page says why."""
        form = next((one for one in self._forms() if one.name == sent.get(FORM)), None)
        if form is None:
            raise NotFound(say("There is no such form."))
        check = partial(self._check, str(sent.get(_SEEN, "")))
        submission = Submission(self.site, self.session, form, self._path, check)
        try:
            done = submission.work(sent, str(sent.get(_CONFIRMED, "")))
        except UserError as refusal:
            return self.shown(refusal, sent, form)
        if isinstance(done, Draft):
            return self.shown(draft=done, result=done.taken)
        if isinstance(done, Work):
            return RedirectResponse(f"/work/{done.id}", 303)
        if form.shows:
            return self.shown(sent=sent, form=form, result=done)
        told = [one for one in (*done.notes, *done.shown) if one and isinstance(one, str)]
        at = form.leads or self._at
        return RedirectResponse(self._address(at, self.session.keep(at, told)), 303)

    def _address(self, at: str, key: str) -> str:
        """Of a page with what is asked for, not with what its forms were filled in with.

        Without scheme and host: a proxy has others. `key`: of what it tells.
        """
        asked = [one for one in self._asked_for if one[0] in self.page.asked]
        return f"{quote(at)}?{urlencode([*asked, (_SAID, key)], safe='=')}"

    def _forms(self) -> list[Form]:
        """Those that whoever asks may send."""
        return [one for one in self.page.forms if not (one.by_link and self.session.password)]

    def _check(self, seen: str) -> None:
        if self.part()[1] != seen:
            raise Changed

    def shown(
        self,
        refused: UserError | None = None,
        sent: FormData | None = None,
        form: Form | None = None,
        draft: Draft | None = None,
        result: Taken | None = None,
    ) -> Response:
        """The page. `refused`: why `form` was not carried out as it was `sent`.

        `draft`: what a form would do, which is the `result`, or what a form has found.
        """
        html, seen = self.part()
        key = self._request.query_params.get(_SAID, "") if self._request.method == "GET" else ""
        club, done = self.site.club, self.session.tell(self._at, key)
        asked = [(field(self.page.command, name), self._typed(name)) for name in self.page.asked]
        forms = [
            filling(one, self._now(one), self._before(one), sent if one is form else None, refused)
            for one in self._forms()
        ]
        fields = [each for each, _ in asked] + [each for one in forms for each, _ in one["fields"]]
        return self.site.drawn(
            "page.html",
            _status(refused),
            page=self.page,
            author=self.session.author,
            usual_author=login(),
            purpose=purpose(self.page.path),
            club=current(club.ask).name,
            pages=self._menu(),
            html=html,
            seen=seen,
            refused=said(club, str(refused)) if refused else "",
            in_english=refused and not isinstance(refused, Own),
            said=[said(club, line) for line in done],
            asked=asked,
            forms=forms,
            lists=suggested(self.site, {each.suggests for each in fields}, self._about()),
            related=self._related(),
            at_work=[one for one in self.site.work_list.listed() if not one.ended],
            draft=draft,
            result=drawn(club, [*result.notes, *result.shown]) if result else "",
            query=urlencode(self._asked_for),
            chosen=any(name in self._request.query_params for name in self.page.asked),
            path=self._at,
        )

    @property
    def _at(self) -> str:
        path: str = self._request.scope["path"]
        return path

    @property
    def _asked_for(self) -> list[tuple[str, str]]:
        """The query, but for what was said."""
        query = self._request.query_params.multi_items()
        return [(name, value) for name, value in query if name != _SAID]

    def _typed(self, name: str) -> list[str]:
        usual = dict(self.page.usual).get(name, "")
        return self._request.query_params.getlist(name) or [usual]

    def _before(self, form: Form) -> dict[str, list[str]]:
        """What is filled in before anybody types, where it is not known how it is."""
        query = self._request.query_params
        usual = {name: [value] for name, value in form.usual}
        asked = {name: query.getlist(name) for name in form.fields if name in query}
        led = {FORM: [form.name]} if query.get(FORM) == form.name else {}
        return {"--author": [self.session.author], **usual, **asked, **led}

    def _now(self, form: Form) -> dict[str, str]:
        """How its fields are; all forms of a page are about the same."""
        if form.now and form.now not in self._known:
            self._known[form.now] = known(self.site.club, form, self._path)
        return filled.now_of(self._known.get(form.now, {}), form.fields)

    def _about(self) -> dict[str, str]:
        """What the page is about, by the names of its parts and of what is asked for."""
        return {**self._query(), **self._path}

    @property
    def _path(self) -> dict[str, str]:
        return dict(self._request.path_params)

    def _related(self) -> list[tuple[str, str]]:
        parts = {name: quote(part, safe="=") for name, part in self._path.items()}
        return [(say(title), page.format(**parts)) for title, page in self.page.related]

    def _menu(self) -> list[Page]:
        """The first steps are in it as long as the club is new."""
        new = is_new(self.site.club)
        return [one for one in PAGES if one.menu or (new and one.path == START)]

    def _query(self) -> dict[str, str]:
        """What is asked for of the page, by its names."""
        query = self._request.query_params
        return dict(self.page.usual) | {n: query[n] for n in self.page.asked if query.get(n)}

    def _asked(self) -> dict[str, Any]:
        """What the page's command takes, from its path and the query."""
        query = filled.given(self._request.query_params, self.page.command, self.page.asked)
        query |= {n: [v] for n, v in self.page.usual if n not in self._request.query_params}
        fixed = {**self._fixed(self.page.fixed), **dict(self.page.said)}
        return {**in_language(self.page.command), **query, **fixed}

    def _fixed(self, names: tuple[tuple[str, str], ...]) -> dict[str, str]:
        return {name: self._request.path_params[part] for name, part in names}


def _status(refused: UserError | None) -> int:
    if refused is None:
        return 200
    if isinstance(refused, Trouble):
        return 503
    return 409 if isinstance(refused, Changed) else 422
