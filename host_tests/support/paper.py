"""Printed pages, as libraries read and render them that we have not written."""

import io
from collections.abc import Iterator

import pypdf
import pypdfium2
from PIL import Image, ImageOps

MARGIN = 40  # points (1/72 inch) that are left white but for the foot


def pictures(pdf: bytes, scale: int = 1) -> Iterator[Image.Image]:
    """Each page in grey; `scale`: pixels a point."""
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        yield page.render(scale=scale).to_pil().convert("L")
    document.close()


def texts(pdf: bytes) -> list[str]:
    """The text of each page, in one line."""
    return [
        " ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages
    ]


def whole_pages(pdf: bytes) -> list[str]:
    """The same, of pages whose margins are white."""
    for picture in pictures(pdf):
        left, top, right, bottom = ImageOps.invert(picture).getbbox()
        assert min(left, top, picture.width - right, picture.height - bottom) >= MARGIN
    return texts(pdf)
