"""JSON as every command and export writes it."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

# What a terminal would obey of that which JSON lets through (wording.UNSEEN).
_OBEYED = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def json_text(content: Any, on_one_line: bool = False, ascii_only: bool = False) -> str:
    """Return the JSON text without the end of its last line. Times are UTC.

    `ascii_only`: for what is printed, where a terminal may not be able to show all letters.
    """
    indent = None if on_one_line else 2
    text = json.dumps(
        content, ensure_ascii=ascii_only, indent=indent, default="{:%Y-%m-%dT%H:%M:%SZ}".format
    )
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_list(entries: Iterable[Any]) -> Iterator[str]:
    """Yield the JSON text of a list, piece by piece, with the end of its last line."""
    between = "["
    for entry in entries:
        yield between + ("\n" + json_text(entry)).replace("\n", "\n  ")
        between = ","
    yield "[]\n" if between == "[" else "\n]\n"
