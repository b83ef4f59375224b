"""One transaction in the club's database."""

from sqlalchemy.orm import Session as Rows

__all__ = ["Rows"]
