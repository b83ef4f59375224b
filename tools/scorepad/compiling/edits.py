"""A text with replacements. Lines stay where they are."""

import ast

Part = ast.stmt | ast.expr | ast.arg  # of a syntax tree, with its place


class Edits:
    """Changes to the text of a module, by the places of its syntax tree."""

    def __init__(self, text: str):
        self._lines = [line.encode() for line in text.split("\n")]
        self._changes: dict[tuple[int, int], tuple[tuple[int, int], bytes]] = {}

    def over(self, node: Part, text: str) -> None:
        """Write `text` over a part of the tree; the lines it took stay, as empty ones."""
        start = node.lineno, node.col_offset
        assert node.end_lineno and node.end_col_offset
        end = node.end_lineno, node.end_col_offset
        if isinstance(node, ast.Name):  # Python has not always told places in f-strings right
            assert self._lines[start[0] - 1][start[1] : end[1]].decode() == node.id, ast.dump(node)
        self._change(start, end, text + "\n" * (end[0] - start[0]))

    def word(self, node: Part, old: str, new: str) -> None:
        start = node.lineno, node.col_offset
        self._change(start, (start[0], start[1] + len(old.encode())), new)

    def name(self, node: Part, old: str, new: str) -> None:
        """Replace the name in a definition, where it follows the first word."""
        line = self._lines[node.lineno - 1]
        at = line.index(old.encode(), line.index(b" ", node.col_offset))
        self._change((node.lineno, at), (node.lineno, at + len(old.encode())), new)

    def _change(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        self._changes[start] = end, text.encode()

    def text(self) -> str:
        lines = list(self._lines)
        for start, (end, new) in sorted(self._changes.items(), reverse=True):
            head, tail = lines[start[0] - 1][: start[1]], lines[end[0] - 1][end[1] :]
            lines[start[0] - 1 : end[0]] = (head + new + tail).split(b"\n")
        return b"\n".join(lines).decode()
