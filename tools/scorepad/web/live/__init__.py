"""Live updates of open pages: changes of the club, and connected tablets."""
