"""The documentation as pages: docs/, README.md, and the files to which these lead."""

import posixpath
import re
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from scorepad.errors import UserError
from scorepad.sources import SOURCES as ROOT
from website import frame

_READER = MarkdownIt("commonmark").enable("table")
_READER.add_render_rule("code_inline", lambda _, tokens, at, *__: _code(tokens[at].content))
_READER.add_render_rule("table_open", lambda *_: '<div class="wide" tabindex="0">\n<table>\n')
_READER.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
_COMMENT = re.compile(r"^<!-- .*? -->\n", re.MULTILINE)  # marks for what writes tables
_BREAKS = re.compile(r"(?<=[/.:(])(?=\w)")
_SHORT = 24  # characters of code that stay on one line
_ELSEWHERE = re.compile(r"[a-z]+:")
_PLAYED = "docs/tablet.md"  # the page that has a tablet beside it


class NoHeading(UserError):
    """A page that does not begin with its heading."""


def files() -> dict[str, bytes]:
    """Return the files of the documentation's folder, by path. Raise NoHeading, OSError."""
    pages = ["README.md", *(_path_of(path) for path in sorted((ROOT / "docs").glob("*.md")))]
    made: dict[str, bytes] = {}
    others: set[str] = set()
    for page in pages:
        read = _Page(page)
        made[_place(page)] = read.render()
        others |= read.led_to - set(pages)
    for name in sorted(others):
        content = (ROOT / name).read_bytes()
        made[_place(name)] = content if _is_picture(name) else _text_page(name, content)
    theme = frame.HERE / "theme"
    return made | {name: (theme / name).read_bytes() for name in ("docs.css", "beside.mjs")}


def _path_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _is_picture(name: str) -> bool:
    return name.startswith("docs/pictures/")


def _place(name: str) -> str:
    if _is_picture(name):
        return name.removeprefix("docs/")
    if name == "README.md":
        return "scorepad.html"
    if name == "docs/README.md":
        return "index.html"
    if name.startswith("docs/") and name.endswith(".md"):
        return name.removeprefix("docs/").removesuffix(".md") + ".html"
    return f"files/{name}.html"


def _text_page(name: str, content: bytes) -> bytes:
    up = "../" * _place(name).count("/")
    *folders, file = name.split("/")
    return frame.render("file.html", name=file, folders=folders, text=content.decode(), up=up)


def _code(text: str) -> str:
    """Render code within a line; a long path may continue on the next one."""
    if len(text) <= _SHORT:
        return f'<code class="short">{escape(text)}</code>'
    return f"<code>{_BREAKS.sub('<wbr>', escape(text))}</code>"


def _section(heading: str) -> str:
    """Return the anchor of a heading, as where the sources are shown."""
    return re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")


@dataclass
class _Page:
    """A page of Markdown. `led_to`: files of the project, also pictures."""

    name: str
    led_to: set[str] = field(default_factory=set)

    def render(self) -> bytes:
        text = _COMMENT.sub("", (ROOT / self.name).read_text(encoding="utf-8"))
        tokens = _without_empty_heads(_READER.parse(text))
        if tokens[0].type != "heading_open":
            raise NoHeading(f"{self.name}: a page begins with its heading")
        self._prepare(tokens)
        body = _READER.renderer.render(tokens, _READER.options, {})
        title, beside = tokens[1].content, self.name == _PLAYED
        return frame.render("docs.html", title=title, body=body, beside=beside, up="../")

    def _prepare(self, tokens: list[Token]) -> None:
        """Give headings anchors, lead links to pages, and let wide parts scroll on their own."""
        for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
            if token.type == "heading_open":
                token.attrSet("id", _section(following.content))
            elif token.type in ("code_block", "fence"):
                token.attrSet("tabindex", "0")
            for part in token.children or ():
                if part.type == "link_open":
                    part.attrSet("href", self._lead(str(part.attrs["href"])))
                elif part.type == "image":
                    part.attrSet("src", self._lead(str(part.attrs["src"])))

    def _lead(self, target: str) -> str:
        file, mark, section = target.partition("#")
        if not file or _ELSEWHERE.match(target):
            return target
        there = posixpath.normpath(posixpath.join(posixpath.dirname(self.name), file))
        self.led_to.add(there)
        return _place(there) + mark + section


def _without_empty_heads(tokens: list[Token]) -> list[Token]:
    """Return the tokens without empty table heads, which Markdown requires."""
    kept: list[Token] = []
    begin = 0
    for token in tokens:
        if token.type == "thead_open":
            begin = len(kept)
        kept.append(token)
        if token.type == "thead_close" and not any(each.content for each in kept[begin:]):
            del kept[begin:]
    return kept
