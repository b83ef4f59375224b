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


def is_as_shown(printed: str, said: str) -> bool:
    """Whether a command prints what the page has, or begins so where the page ends with `...`."""
    if said.endswith("..."):
        return printed.startswith(said.removesuffix("..."))
    return printed.rstrip() == said
