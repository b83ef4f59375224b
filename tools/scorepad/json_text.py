"""JSON as every command and export writes it."""

import json
from datetime import datetime
from typing import Any


def json_text(content: Any, on_one_line: bool = False, ascii_only: bool = False) -> str:
    """The text, without the end of its last line. Times are UTC.

    `ascii_only`: for what is printed, where a terminal may not be able to show all letters.
    """
    indent = None if on_one_line else 2
    return json.dumps(content, ensure_ascii=ascii_only, indent=indent, default=_utc)


def _utc(time: datetime) -> str:
    return f"{time:%Y-%m-%dT%H:%M:%SZ}"
