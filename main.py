"""Runs on the tablet after boot.py: builds the board and the app, and runs it for ever."""

from firmware.app import App
from firmware.board import Board


def run() -> None:
    """Never returns."""
    board = Board()
    app = App(board)
    while True:
        app.tick()
        board.idle()


if __name__ == "__main__":
    run()
