"""Tells a program that what it has read is no longer so: ETag, and If-Match.

The ETag of an answer says what was asked, so that it can be asked again before something is
written, and a digest of what was answered then.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

from scorepad.web.own import Changed

_LONGEST = 20_000  # characters of an ETag: more than a path that a server takes


def etag(path: str, query: str, answer: bytes | bytearray) -> str:
    """Of what was answered when this was asked."""
    asked = urlsafe_b64encode(f"{path}?{query}".encode()).decode().rstrip("=")
    return f'"{asked}.{sha256(answer).hexdigest()[:32]}"'


def asked(tag: str) -> tuple[str, str]:
    """The path and the query of what was asked. Raises Changed for what no answer ever had."""
    coded = tag.strip('"').partition(".")[0]
    try:
        if len(tag) > _LONGEST or not coded.isascii():
            raise Changed
        path, _, query = urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode().partition("?")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise Changed from error
    return path, query
