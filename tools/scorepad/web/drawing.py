"""What commands show, as parts of pages: all that it names leads to its page."""

from collections.abc import Callable, Sequence

from markupsafe import Markup

from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.operations import command_line
from scorepad.reports.content.report import Report
from scorepad.reports.drawing.html import article
from scorepad.reports.drawing.leading import Leads, linking, on_paper, sentence
from scorepad.web.naming import of_parts
from scorepad.web.remedies import lead, linked, untied

EVERY = ("/",)


def drawn(
    club: Club,
    parts: Sequence[Report | str],
    where: str = "",
    kinds: tuple[str, ...] = EVERY,
    command: Callable[[str], str] = linked,
) -> Markup:
    """All of it; `where`, `kinds`, `command`: as of Leads."""
    with linking(Leads(where, kinds, of_parts(club, parts), command)):
        return Markup("").join(map(_part, parts))


def for_paper(club: Club, reports: Sequence[Report]) -> list[Report]:
    """What members may read of them: the words of a page, without what leads to others."""
    with linking(Leads(kinds=(), names=of_parts(club, reports), command=untied)):
        return [on_paper(one.public) for one in reports]


def said(club: Club, text: str) -> Markup:
    """A sentence, without a paragraph of its own."""
    if isinstance(text, Markup):
        return text
    with linking(Leads(names=of_parts(club, [text]), command=linked)):
        return Markup(sentence(text))


def draw_error(club: Club, error: UserError) -> Markup:
    """Return why something was refused, and links to the forms that would help."""
    lines = [command_line(each).partition(" ")[2] for each in error.remedies]
    ways = [Markup(linked(line)) for line in lines if lead(line).path]
    return Markup(" ").join([said(club, str(error)), *ways])


def remedied(text: str) -> Markup:
    """The same, of a text that names no session."""
    with linking(Leads(command=linked)):
        return Markup(sentence(text))


def _part(part: Report | str) -> Markup:
    if isinstance(part, Markup):
        return part
    if isinstance(part, str):
        return Markup('<p class="said">{}</p>').format(Markup(sentence(part)))
    return Markup(article(part))
