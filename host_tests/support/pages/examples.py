"""The examples of a page: commands, and what they print."""

import re


def shown(page: str) -> list[tuple[str, str]]:
    """Each command of a page, without `scorepad`, with what stands beneath it."""
    listed = []
    for block in re.findall(r"(?:^    .*\n|^\n)+", page, re.MULTILINE):
        for piece in re.split(r"^ {4,}\$ scorepad ", block, flags=re.MULTILINE)[1:]:
            command, _, said = piece.partition("\n")
            listed.append((command, re.sub("^    ", "", said, flags=re.MULTILINE).rstrip()))
    return listed
