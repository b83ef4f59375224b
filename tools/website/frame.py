"""The common frame of all pages of the site."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorepad.errors import UserError

HERE = Path(__file__).parent
# Nothing from elsewhere, and no script but the site's; WebAssembly: CSP 3, 6.7.1.
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; "
    "form-action 'none'; object-src 'none'"
)
_POLICED = '<meta http-equiv="Content-Security-Policy"'
_CHARSET = '<meta charset="utf-8">'
_TEMPLATES = Environment(
    loader=FileSystemLoader(HERE / "theme"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    keep_trailing_newline=True,
)


class NoHead(UserError):
    """A page into which nothing can be put."""


def render(template: str, **content: object) -> bytes:
    """Render a template of theme/."""
    return _TEMPLATES.get_template(template).render(content).encode()


def framed(path: str, page: bytes) -> bytes:
    """Return a page with the site's head. `path`: in the site. Raise NoHead."""
    html = page.decode()
    if html.count(_CHARSET) != 1:
        raise NoHead(f"{path}: the page has not one {_CHARSET} but {html.count(_CHARSET)}")
    lines = [_CHARSET]
    if _POLICED not in html:
        lines.append(f'{_POLICED} content="{POLICY}">')
    up = "../" * path.count("/")
    lines.append(f'<script type="module" src="{up}site.mjs"></script>')
    return html.replace(_CHARSET, "\n".join(lines)).encode()


def folder(name: str) -> dict[str, bytes]:
    """Return the files of a folder in here, by path."""
    there = (path for path in (HERE / name).rglob("*") if path.is_file())
    files = [path for path in there if path.parent.name != "__pycache__"]
    return {path.relative_to(HERE / name).as_posix(): path.read_bytes() for path in files}
