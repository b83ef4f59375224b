"""Long work goes on while its page is left, and is done wholly or not at all."""

import json
import re
import signal
import tempfile
import threading
from pathlib import Path

import pytest

from scorepad.errors import UserError
from scorepad.operation import Outcome
from scorepad.scratch import Scratch
from scorepad.web.application import LARGEST
from scorepad.web.authentication.keys import Session
from scorepad.web.forms.drafts import MOST as MOST_LOOKS
from scorepad.web.forms.drafts import MOST_IN_ALL, Draft, Drafts, Gone
from scorepad.web.operating import Told
from scorepad.web.work import MOST, WorkList
from support.commands import scorepad
from support.databases import dump, select
from support.depth import FULL, sampled
from support.waiting import wait_until
from support.web import forms
from support.web.forms import ended, form_of, said
from support.web.served import NO_PORT, Reply, Served, serving

pytestmark = pytest.mark.slow

MANY = 2000 if FULL else 600
ROSTER = b"name,number\n" + b"".join(b"Player %d,N %d\n" % (n, n) for n in range(MANY))
PREVIEW = "/players"


def looked(served: Served, raw: bytes) -> tuple[Reply, str]:
    form = form_of(served, PREVIEW, "club-players-import")
    return forms.looked(served, served.send(PREVIEW, form, {"file": ("roster.csv", raw)}))


def confirm(served: Served, which: str) -> Reply:
    return served.post(PREVIEW, {"confirmed": which})


def done(served: Served, page: str, values: dict[str, str]) -> str:
    began = forms.fill(served, page, values["form"], values)
    assert began.status == 303
    ended(served, began)
    return began.headers["location"]


def names(file: Path | str) -> list[str]:
    return [name for (name,) in select(file, "SELECT name FROM players ORDER BY id")]


@sampled
def test_a_large_roster_is_looked_at_then_taken_in(new: Served) -> None:
    reply, which = looked(new, ROSTER)
    assert reply.status == 200
    assert f"{MANY} new" in reply.body and f"{MANY - 200} more" in reply.body
    assert names(new.database) == []
    began = confirm(new, which)
    page = began.headers["location"]
    assert page in new.get("/files").body
    assert f"{MANY} new" in ended(new, began)
    assert len(names(new.database)) == MANY
    assert f"{MANY} new" in new.get(page).body  # left and found again
    found = new.get("/choices/players?find=player%2059").body
    assert found.count("<option") == 11  # 59, 590 to 599
    assert new.get("/choices/players?find=player").body.count("<option") == 20
    assert 'data-find="/choices/players"' in new.get("/money").body
    assert page in new.get("/files").body


def test_what_is_confirmed_is_what_was_looked_at_once(new: Served) -> None:
    form = {"form": "club-players-add", "name": "Ann", "grade": "junior"}
    assert new.post(PREVIEW, form).status == 303
    reply, which = looked(new, b"name,grade\nAnn,open\n<b>Bo</b>,\n")
    assert "grade: junior → open" in reply.body
    assert "&lt;b&gt;Bo" in reply.body and "<b>Bo" not in reply.body
    there = f"{PREVIEW}?draft={which}"
    assert "1 new, 1 changed, 0 same." in new.get(there).body  # however often one comes back
    assert new.get(f"/start?draft={which}").status == 410  # the form of another page
    assert ended(new, confirm(new, which))
    assert names(new.database) == ["Ann", "<b>Bo</b>"]
    again = confirm(new, which)
    assert (again.status, len(said(again.body))) == (410, 1)
    assert confirm(new, "0" * 16).status == 410
    back = new.get(there)
    assert back.status == 410 and len(said(back.body)) == 1
    assert f'href="{PREVIEW}">' in back.body and "1 new, 1 changed" not in back.body


def test_what_the_columns_of_a_file_are_can_be_chosen(new: Served) -> None:
    reply, which = looked(new, b"Spielerin;Karte;EBU\nAnn;8;7\n")
    assert not which and "for example Ann" in reply.body
    again = re.findall(r'name="look-again" value="(\w+)"', reply.body)
    assert '<option value="spielerin=name">name</option>' in reply.body
    wrong = new.post(PREVIEW, {"look-again": again, "column": ["spielerin=name", "karte=grade"]})
    assert said(wrong.body) and "spielerin=name" in wrong.body  # the file is still there
    chosen = {"look-again": again, "column": ["spielerin=name", "karte=number", ""]}
    reply, which = forms.looked(new, new.post(PREVIEW, chosen))
    assert "1 new" in reply.body
    assert ended(new, confirm(new, which))
    assert select(new.database, "SELECT name, number FROM players") == [("Ann", "8")]
    assert new.post(PREVIEW, {**chosen, "look-again": "0" * 16}).status == 410


def test_a_roster_that_was_changed_since_is_not_overwritten(new: Served) -> None:
    _, which = looked(new, b"name\nAnn\n")
    assert new.post(PREVIEW, {"form": "club-players-add", "name": "Eva"}).status == 303
    told = ended(new, confirm(new, which))
    assert names(new.database) == ["Eva"]
    anew = re.search(rf'href="({PREVIEW}\?draft=(\w+))">Look at what', told)
    assert anew and "1 new" in new.get(anew[1]).body  # with the file that was sent
    assert ended(new, confirm(new, anew[2]))
    assert sorted(names(new.database)) == ["Ann", "Eva"]


def test_too_many_looks_end_the_oldest_one_once() -> None:
    drafts, works = Drafts(), WorkList(lambda: None)
    sessions = [Session(0.0, 0.0) for _ in range(MOST_IN_ALL // MOST_LOOKS)]
    added = [
        Draft(by, PREVIEW, None, {}, Told(Outcome()), works.new("Import"))
        for by in (*(by for by in sessions for _ in range(MOST_LOOKS)), sessions[0])
    ]
    for draft in added:
        drafts.add(draft)
    with pytest.raises(Gone):  # the oldest of all, and of those of its session
        drafts.find(added[0].id, sessions[0], PREVIEW)
    for draft in added[1:]:
        assert drafts.find(draft.id, draft.by, PREVIEW) is draft


@pytest.mark.full
def test_a_server_that_is_stopped_leaves_nothing_half_done(tmp_path, monkeypatch):
    file, folder = tmp_path / "new.db", tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with serving(file, NO_PORT) as served:
        served.enter()
        _, which = looked(served, ROSTER)
        _, _ = looked(served, b"name\nAnn\n")
        page = confirm(served, which).headers["location"]
        assert served.end() == 0
    assert len(names(file)) in (0, MANY)
    assert list(folder.iterdir()) == []
    with serving(file, NO_PORT) as served:
        served.enter()
        assert served.get(page).status == 404
        assert list(folder.iterdir()) == []  # nothing is there before a file comes
        looked(served, b"name\nAnn\n")
        other = Scratch()
        (kept,) = set(folder.iterdir()) - {other.new().parent}
        served.end(signal.SIGKILL)
    with serving(file, NO_PORT) as served:  # which removes what the dead one has left, not others'
        assert list(folder.iterdir()) == [other.new().parent] and not kept.exists()
        other.close()
        served.enter()
        looked(served, b"name\nAnn\n")
        assert served.end(signal.SIGTERM) == 0
    assert list(folder.iterdir()) == []


def test_without_a_temporary_folder_only_files_are_refused(new, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    assert new.post("/players", {"form": "club-players-add", "name": "Eva"}).status == 303
    form = form_of(new, PREVIEW, "club-players-import")
    assert new.send(PREVIEW, form, {"file": ("a.csv", b"name\nAnn\n")}).status == 422
    (tmp_path / "none").mkdir()
    assert new.send(PREVIEW, form, {"file": ("a.csv", b"name\nAnn\n")}).status == 303


def test_files_are_what_the_commands_make(full: Served) -> None:
    values = {"form": "club-export", "format": "json", "all": "yes"}
    page = done(full, "/files", values)
    taken = full.get(f"{page}/file")
    assert f'href="{page}/file"' in full.get(page).body
    assert taken.headers["content-disposition"].startswith("attachment")
    assert "sessions-" in taken.headers["content-disposition"]
    exported = scorepad("club", "export", "--all", "--format", "json", "--db", full.database)
    assert json.loads(taken.raw) == json.loads(exported.stdout)
    page = done(full, "/files", {**values, "format": "csv"})
    assert full.get(f"{page}/file").body.startswith("\ufeffsession,")
    assert full.get(f"{page}/file", Cookie="").status == 403
    assert full.post("/files", {"form": "club-export", "format": "pdf"}).status == 422
    assert "Rebuilt" in full.get(done(full, "/files", {"form": "club-rebuild"})).body


def test_a_backup_is_taken_away_and_brought_back(full: Served, new: Served) -> None:
    page = done(full, "/files", {"form": "club-backup"})
    backup = full.get(f"{page}/file")
    assert re.search(r'filename="club-\d{4}-\d\d-\d\d\.db"', str(backup.headers))
    assert "/tmp" not in full.get(page).body
    assert "can replace it" in brought_back(full, "club.db", backup.raw)
    assert "no database" in (told := brought_back(new, "../../a.db", b"x" * 5000))
    assert "/tmp" not in told
    larger = b"x" * (LARGEST + 1)  # than other files may be
    assert "no database" in brought_back(new, "large.db", larger)
    new.post("/players", {"form": "club-players-add", "name": "Eva"})  # first steps
    assert "1 player, 0 sessions" in new.get("/restore").body
    told = brought_back(new, "club.db", backup.raw, replace="yes")
    (kept,) = Path(new.database).parent.glob("before-restore-*.db")
    assert str(kept) in told and names(kept) == ["Eva"] and "Eva" not in names(new.database)
    assert sorted(dump(full.database)) == sorted(dump(new.database))


def brought_back(served: Served, called: str, raw: bytes, replace: str = "") -> str:
    form = {**form_of(served, "/restore", "club-restore"), "replace": replace}
    reply = served.send("/restore", form, {"file": (called, raw)})
    assert reply.status == 303
    return ended(served, reply)


def test_what_is_at_work_when_the_server_ends_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorepad.web.work._LEAVE_S", 0)
    began, over = threading.Event(), threading.Event()

    def run(progress) -> Told:
        progress(1, 2, "waiting")
        began.set()
        over.wait()
        progress(2, 2, "at the end")
        return Told(Outcome())

    listed = WorkList(lambda: None)
    with listed.going_on():
        work = listed.new("Import")
        folder = work.folder
        listed.begin(work, run)
        began.wait()
        assert (work.done, work.number, work.ended) == (1, 2, False)
    over.set()
    wait_until(lambda: work.ended)
    assert work.refused
    assert not folder.exists()


def test_old_work_goes_with_its_files() -> None:
    listed = WorkList(lambda: None)

    def refuse(progress) -> Told:
        raise UserError("no")

    with listed.going_on():
        works = []
        for _ in range(MOST + 3):
            work = listed.new("Backup")
            assert work.folder.exists()
            listed.begin(work, refuse)
            wait_until(lambda work=work: work.ended)
            works.append(work)
        assert listed.list_all() == works[: -MOST - 1 : -1]
        assert not works[0].folder.exists()
        with pytest.raises(UserError):
            listed.find(works[0].id)
