"""Firmware of a few modules, by their names, on which joining could go wrong."""

SAME_NAMES = {
    "app": """
from firmware import first
from firmware.second import name, total
print(first.name(), name(), first.total, total, first.Thing().name(), list("ba"))
""",
    "first": """
total = "first"
def name():
    return list("first")[0]
class Thing:
    total = "of the class"
    def name(self):
        return self.total, total, name()
""",
    "second": """
total = "second"
def name():
    return total
def list(word):
    return word.upper()
print(list("own"))
""",
}
HIDDEN = {
    "app": """
from firmware import scale
from firmware.scale import factor as by
def doubled(size, names=("grown",)):
    grown = scale.size(size)
    return [scale.grown(size) + grown for size in (1, by())]
def listed(grown):
    return [scale.grown(each) for each in grown], (lambda size: scale.size(size) + size)(5)
def packed():
    import struct
    return struct.calcsize("<H")
print(packed())
try:
    scale.fail()
except ValueError as size:
    print(size, scale.size(1))
print(doubled(3), listed([4]))
""",
    "scale": """
def size(value):
    return value * 10
def grown(value):
    return value + 1
def factor():
    return 7
def fail():
    raise ValueError("failed")
""",
}
NUMBERS = {
    "app": """
from micropython import const
from firmware import sizes
from firmware.sizes import FIRST, SECOND, WIDE, LAST, LEAST
_HIDDEN = const(3)
print(FIRST, SECOND, sizes.WIDE - sizes.HIGH, LAST, 2 - LEAST, _HIDDEN << 2, f"{WIDE:>5}|")
print(sizes.again(), sizes.turned(), sizes.turned(), sizes.turns, sizes.yes, sizes.late)
""",
    "sizes": """
FIRST, SECOND = range(2)
WIDE, HIGH = 128, 64
LAST = (WIDE - 1) // 2  # of a row
LEAST = -LAST
turns = 0
yes = True
late = 1
late = 2
def again(WIDE=5):
    return WIDE + HIGH
def turned():
    global turns
    turns += 1
    return turns
""",
}
SET_FROM_OUTSIDE = {
    "app": """
from firmware import words
def hear(text):
    print("heard", text)
words.say("one")
__import__("firmware.late")
words.say("two")
print(words.count)
""",
    "words": """
count = 0
def speak(text):
    print("said", text)
def say(text):
    speak(text)
""",
    "late": """
from firmware import app, words
from firmware.words import say
words.speak, words.count = app.hear, words.count + 1
say("late")
""",
}
CLASSES = {
    "app": """
from firmware import below
class Upper(below.Base):
    kind = "upper"
    def told(self, *more, far=2, **rest):
        return super().told(*more) + [self.kind, far, rest]
    @property
    def size(self):
        return len(self.kind)
    @size.setter
    def size(self, kind):
        self.kind = kind * self.size
made = Upper()
made.size = "ab"
print(made.told(1, far=3, near=4), made.size, isinstance(made, below.Base), below.made().kind)
""",
    "below": """
kind = "module's"
class Base:
    kind = kind + " base"
    def told(self, first, second=kind):
        def inner(first):
            return [first, second, kind]
        return inner(first)
def made():
    return Base()
""",
}
PARAMETERS = {
    "app": """
from firmware.work import Work, folded, grown
print(grown(1, extra=2), grown(extra=3, value=4), folded([1, 2], 5), folded([], 0))
print(Work(7).tripled(2), Work(7).named(other=3))
""",
    "work": """
def grown(value, _step=1, extra=0):
    return value + _step + extra
def folded(items, start, *rest):
    try:
        start += items[0]
    except IndexError as items:
        start = str(items)
    def add(each, start=start):
        return [start, each, rest, f"{each}", [each for each in (1, 2)]]
    return add(start), (lambda start: start)(6)
class Work:
    def __init__(self, size):
        self.size = size
    def tripled(self, times):
        return [self.size for times in range(times)], times
    def named(self, other):
        return self.size * other
""",
}
