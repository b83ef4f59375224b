"""Files to be taken away: what they are called, and what they are."""

import re
from pathlib import PurePath
from urllib.parse import quote

_TYPES = {
    "bridgewebs": "text/csv; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "db": "application/vnd.sqlite3",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "pbn": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "usebio": "application/xml",
}
_ENDINGS = {"bridgewebs": "bridgewebs.csv", "usebio": "usebio.xml"}
_SEEN = ("pdf", "json")  # a browser shows them; others it keeps, HTML too for its own style
_NO_NAME = re.compile(r"[^\w.=-]+")


def file_name(*parts: str, kind: str) -> str:
    """Return a safe name of a file of this format, such as `session-02005c0e9ad0-7.pdf`."""
    words = "-".join(_NO_NAME.sub("-", part).strip("-.") for part in parts if part)
    return f"{words[:100] or 'scorepad'}.{_ENDINGS.get(kind, kind)}"


def media_type(kind: str) -> str:
    return _TYPES.get(kind, "application/octet-stream")


def disposition(name: str, kind: str) -> str:
    """Return a Content-Disposition header with the name, encoded by RFC 6266 if not ASCII."""
    how = "inline" if kind in _SEEN else "attachment"
    plain = name.encode("ascii", "replace").decode().replace("?", "_")
    return f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(PurePath(name).name, safe='')}"
