"""What draws PDF: its libraries and fonts are large, so they need not be there."""

from importlib import import_module
from typing import Any

from scorepad.errors import UserError


def with_pdf(module: str) -> Any:
    """A module that draws, by its whole name. Raises UserError if it cannot."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        raise UserError(
            f"pdf needs {missing.name}, which is not installed: pip install 'scorepad[pdf]'; "
            "or take html and print it"
        ) from missing
