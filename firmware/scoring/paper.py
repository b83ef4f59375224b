"""The paper score sheet: per account the points above the line and, game by game, below it."""

from firmware.scoring.sheet import ABOVE, unpacked


class Paper:
    """Filled from the rows of a session (`Session.rows`).

    `above[account]`: (points, deal number, reason) from the line upwards, deal 0 = at the end.
    `games[game][account]`: the same below the line; a line is drawn between two games.
    """

    def __init__(self, accounts: int, rows):
        self.above: list[list[tuple[int, int, str]]] = [[] for _ in range(accounts)]
        self.games: list[list[list[tuple[int, int, str]]]] = [[[] for _ in range(accounts)]]
        for row in rows:
            for account, where, points, reason in unpacked(row.postings):
                column = self.above if where == ABOVE else self.games[-1]
                column[account].append((points, row.number, reason))
            if row.line:
                self.games.append([[] for _ in range(accounts)])
