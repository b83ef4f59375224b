"""The tablet to try, and the one in the documentation, which keeps nothing."""

from firmware.link.codec import frame as framed
from scorepad.json_text import json_text
from scorepad.simulator import script
from scorepad.sources import SOURCES
from scorepad.web.tablet import bundle
from website import frame

STORY = SOURCES / "docs" / "examples" / "screens.keys"
_HEAD = '<html lang="en">'
_PAGE = 'src="page.mjs"'


def files() -> dict[str, bytes]:
    """Return the files of the tablet's folder, by name. Raise BuildError, UserError."""
    page = {path.name: path.read_bytes() for path in bundle.site().iterdir()}
    alone = page["index.html"].decode()
    assert (alone.count(_HEAD), alone.count(_PAGE)) == (1, 1)
    demo = alone.replace(_HEAD, '<html lang="en" data-alone data-worker="demo_worker.mjs">')
    return {
        **page,
        **frame.folder("demo"),
        "index.html": alone.replace(_HEAD, '<html lang="en" data-alone>').encode(),
        "demo.html": demo.replace(_PAGE, 'src="demo.mjs"').encode(),
        "screens.json": steps().encode(),
    }


def steps() -> str:
    """Return the script of the documentation's pictures as JSON: a list, with one key a step.

    What is asked over the cable is there as the line that is sent. Raise UserError.
    """
    parsed = script.parse(STORY.read_text(encoding="utf-8"), str(STORY))
    return json_text([step for each in parsed for step in _single(each)])


def _single(step: script.Step) -> list[dict[str, object]]:
    if step.verb == "press":
        return [{"verb": "press", "key": key} for key in step.keys]
    said: dict[str, object] = {"verb": step.verb}
    if step.verb == "shot":
        said["name"] = step.name
    if step.verb == "ask":
        said["line"] = framed(f"?1 {step.name}").decode()
    if step.keys:
        said["key"] = step.keys[0]
    if step.milliseconds:
        said["milliseconds"] = step.milliseconds
    return [said]
