"""Addresses as pictures for the cameras of phones: QR codes (ISO/IEC 18004)."""

import io
from functools import lru_cache

import segno
from starlette.responses import Response


def qr_code(address: str) -> Response:
    return Response(_picture(address), media_type="image/svg+xml")


@lru_cache(100)
def _picture(address: str) -> bytes:
    drawn = io.BytesIO()
    segno.make_qr(address).save(drawn, kind="svg", scale=8, light="#fff")
    return drawn.getvalue()
