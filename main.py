"""Runs on the tablet after boot.py: builds the board and the app, and runs it for ever."""

from firmware.app import App
from firmware.board import Board


def build() -> App:
    """The app on this board."""
    return App(Board())


def run() -> None:
    """Never returns."""
    app = build()
    while True:
        app.tick()
        app.rest()


if __name__ == "__main__":
    run()
