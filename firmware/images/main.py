"""main.py of an image: runs the version that its boot.py has started."""

import os

if os.getcwd() == "/":
    __import__("scorepad_main").run()
else:
    with open("main.py") as file:
        exec(file.read(), {"__name__": "__main__"})
