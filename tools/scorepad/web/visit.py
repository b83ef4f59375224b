"""Somebody asks for a page: what it shows, and what its forms do."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from scorepad import operations
from scorepad.club.database.rows import Rows
from scorepad.club.settings.current import current
from scorepad.context import login_name
from scorepad.errors import Unknown, UserError
from scorepad.language import Language, Text, text
from scorepad.operation import build
from scorepad.web.asked import DRAFT, SAID, Asked
from scorepad.web.authentication.keys import Session
from scorepad.web.drawing import draw_error, render_parts, render_sentence
from scorepad.web.forms import filled
from scorepad.web.forms.drafts import Draft, Gone
from scorepad.web.forms.field import field
from scorepad.web.forms.filled import FORM, filling
from scorepad.web.forms.submission import Submission, current_values, load_initial_values
from scorepad.web.forms.suggesting import list_suggestions
from scorepad.web.operating import Parts, perform
from scorepad.web.pages.page import Form, Page
from scorepad.web.pages.purposes import purpose
from scorepad.web.pages.start import START, is_new
from scorepad.web.pages.table import PAGES
from scorepad.web.site import NotFound, Site, site_of
from scorepad.web.versions import read_versions, write_versions
from scorepad.web.work import Work

_SEEN = "seen"  # the field with the versions of what the page shows
_CONFIRMED = "confirmed"  # the field with the look at what the form would do
_AGAIN = "look-again"  # the same, to look once more
_COLUMN = "column"  # the field with what a column of its file is


class Visit:
    """A user's request for a page, or one that sends a form of it.

    Making it raises NotEntered for somebody who is not logged in.
    """

    def __init__(self, request: Request, page: Page):
        self.site: Site = site_of(request)
        self.session: Session = self.site.session(request)
        self.page = page
        self.asked = Asked(request, page)
        self._request = request
        self._empty = False

    @cached_property
    def language(self) -> Language:
        """The language of the reader."""
        return self.site.language(self._request)

    async def work(self, work: Any) -> Response:
        return await self.site.work(self._request, work)

    def part(self) -> Markup:
        """Return the outcome of the page's command. Raise UserError."""
        try:
            return render_parts(self.site.club, self.parts(), self.language)
        except UserError as refusal:
            if self.asked.path:  # there is no such page
                raise
            self._empty = True
            return render_parts(
                self.site.club, [refusal.said], self.language
            )  # what was asked for can be changed there

    def mark(self) -> str:
        """Return the versions of the page's subjects, the same in all languages."""
        club = self.site.club
        return write_versions(club.read(lambda rows: rows.versions(self._subjects(rows))))

    def _subjects(self, rows: Rows) -> Sequence[str]:
        """Return what the forms of the page are about; nothing if that is not there."""
        page = self.page
        if not (page.about or page.command):
            return ()
        values = {} if page.about else self.asked.values
        try:
            what = build(operations.find(page.about or page.command), values)
        except UserError:  # `part` says what is wrong
            return ()
        try:
            return what.subjects(rows)
        except Unknown:
            return ()

    def parts(self) -> Parts:
        if self.page.show:
            return self.page.show(self.site, self.asked.about)
        told = perform(self.site.club, operations.find(self.page.command), self.asked.values)
        more = self.page.more(self.site, self.asked.about) if self.page.more else []
        return [*told.parts, *more]

    def post(self, sent: FormData) -> Response:
        """Carry out the form that was sent; if it is refused, the page says why."""
        if confirmed := str(sent.get(_CONFIRMED, "")):
            return self._confirm(confirmed)
        if again := str(sent.get(_AGAIN, "")):
            return self._look_again(again, [str(name) for name in sent.getlist(_COLUMN) if name])
        form = next((each for each in self._forms() if each.name == sent.get(FORM)), None)
        if form is None:
            raise NotFound(text("There is no such form."))
        try:
            seen = self._read_seen(sent) if form.about else {}
            submission = Submission(self.site, self.session, form, self.asked, self.language, seen)
            done = submission.work(sent)
        except UserError as refusal:
            return self.render(form, filled.typed(sent, form.command, form.fields), refusal)
        if isinstance(done, Draft):
            return _to(self.asked.address(**{DRAFT: done.id}))
        if isinstance(done, Work):
            return _to(f"/work/{done.id}")
        told = [part for part in done.parts if part and isinstance(part, str)]
        at = form.leads or self.asked.at
        return _to(self.asked.address(at, **{SAID: self.session.keep(at, told)}))

    def _read_seen(self, sent: FormData) -> Mapping[str, int]:
        """Return the versions of what whoever sent a form has read. Raise Changed."""
        said = str(sent.get(_SEEN, ""))
        return read_versions(said) if said or self.mark() else {}

    def _confirm(self, name: str) -> Response:
        try:
            work = self.site.drafts.confirm(name, self.session, self.asked.at)
        except Gone as gone:
            return self.render(refused=gone)
        return _to(f"/work/{work.id}")

    def _look_again(self, name: str, columns: list[str]) -> Response:
        draft = None
        try:
            draft = self.site.drafts.find(name, self.session, self.asked.at)
            return _to(draft.again(columns) if draft.again else self.asked.at)
        except UserError as refusal:
            return self.render(refused=refusal, draft=draft)

    def _forms(self) -> list[Form]:
        """Return the forms that the user may send."""
        return [form for form in self.page.forms if not (form.by_link and self.session.password)]

    def get(self) -> Response:
        """Return the page, with the preview of a form if that is asked for."""
        name = self.asked.key(DRAFT)
        if not name:
            return self.render()
        try:
            draft = self.site.drafts.find(name, self.session, self.asked.at)
        except Gone as gone:
            return self.render(refused=gone)
        form = next((each for each in self.page.forms if each is draft.form), None)
        return self.render(form, draft.typed, draft=draft)

    def render(
        self,
        form: Form | None = None,
        typed: Mapping[str, list[str]] | None = None,
        refused: UserError | None = None,
        draft: Draft | None = None,
    ) -> Response:
        """Return the page, with a form as it was `typed`.

        `refused`: why that was not carried out; `draft`: what it would do, or has found out.
        """
        seen, html = self.mark(), self.part()
        club, page, now = self.site.club, self.page, self.asked
        done = self.session.tell(now.at, now.key(SAID)) if self._request.method == "GET" else []
        asked = [(field(page.command, name), now.typed(name)) for name in page.asked]
        forms = [
            filling(
                each, self._now(each), self._before(each), typed if each is form else None, refused
            )
            for each in self._forms()
        ]
        fields = [each for each, _ in asked] + [each for one in forms for each, _ in one["fields"]]
        return self.site.render(
            "page.html",
            self.language,
            _status(refused),
            page=page,
            kinds=self._kinds(),
            author=self.session.author,
            usual_author=login_name(),
            purpose=purpose(page.path),
            club=current(club.ask).name,
            pages=self._menu(),
            html=html,
            own=page.own(self.site, self.session) if page.own else "",
            seen=seen,
            refused=draw_error(club, refused, self.language) if refused else "",
            at_form=form is not None,
            in_english=refused and not isinstance(refused.said, Text),
            said=[render_sentence(club, line, self.language) for line in done],
            asked=asked,
            forms=forms,
            lists=list_suggestions(self.site, fields, now.about),
            related=now.related,
            at_work=[work for work in self.site.work_list.list_all() if not work.ended],
            draft=draft,
            result=render_parts(club, draft.told.parts, self.language) if draft else "",
            query=now.query,
            chosen=now.has_filter,
            path=now.at,
            address=now.address(),
        )

    def _kinds(self) -> list[str]:
        page = self.page
        if self._empty:
            return []
        suited = page.suited(self.site, self.asked.about) if page.suited else page.kinds
        return [kind for kind in page.kinds if kind in suited]

    def _before(self, form: Form) -> dict[str, list[str]]:
        usual = {"author": [self.session.author], **{name: ["yes"] for name in form.ticked}}
        if not form.now:
            usual |= filled.build_initial_values(load_initial_values(self.site, form, self.asked))
        return {**usual, **self.asked.before(form)}

    def _now(self, form: Form) -> dict[str, str]:
        """Return how its fields are, of a form that changes what there is."""
        return current_values(self.site, form, self.asked) if form.now else {}

    def _menu(self) -> list[Page]:
        """Return the pages of the menu, with the first steps if the club is new."""
        new = is_new(self.site.club)
        return [page for page in PAGES if page.menu or (new and page.path == START)]


def _to(address: str) -> Response:
    return RedirectResponse(address, 303)


def _status(refused: UserError | None) -> int:
    if refused is None:
        return 200
    return 422 if isinstance(refused, Unknown) else refused.status  # the page itself is there
