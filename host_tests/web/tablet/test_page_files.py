"""The files of the tablet's page over HTTP: small, whole, and with a policy."""

from scorepad.web.tablet import bundle
from support.web.served import Served


def test_all_of_it_is_small_on_the_wire(served: Served) -> None:
    names = ["", *(path.name for path in bundle.site().iterdir() if path.name != "index.html")]
    replies = [served.get(f"/tablet/{name}", Accept_Encoding="gzip") for name in names]
    assert {reply.status for reply in replies} == {200}
    assert sum(len(reply.raw) for reply in replies) < 400 * 1024


def test_nothing_else_runs_in_it(served: Served) -> None:
    reply = served.get("/tablet/worker.mjs")
    assert "script-src 'self' 'wasm-unsafe-eval';" in reply.headers["content-security-policy"]
    assert reply.headers["content-type"].startswith("text/javascript")
    assert served.get("/tablet/micropython.wasm").headers["content-type"] == "application/wasm"
    assert served.get("/tablet").headers["location"] == "/tablet/"
    assert served.get("/tablet/no-such-file").status == 404
    assert served.get("/tablet/%2e%2e/board.py").status == 404
