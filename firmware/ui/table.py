"""Tables as text, `key=value` a line: dictionaries would take the heap five times as much."""


def look_up(table: str, key: str, otherwise: str = "") -> str:
    """The value that stands for `key`; `otherwise` if there is none. Values are not empty."""
    start = table.find("\n" + key + "=")
    if start < 0:
        return otherwise
    start += len(key) + 2
    return table[start : table.find("\n", start)]
