"""Runs on the tablet after boot.py: builds the board and the app, and runs it indefinitely."""

from firmware.app import App
from firmware.board import Board, pause_watchdog


def build() -> App:
    """Return the app on this board."""
    return App(Board())


def run() -> None:
    """Run the app, until it is interrupted from the serial port."""
    app = build()
    try:
        while True:
            app.tick()
            app.rest()
    except KeyboardInterrupt:
        pause_watchdog()
        raise


if __name__ == "__main__":
    run()
