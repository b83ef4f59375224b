"""Forms ask for what their commands take, give it as it was typed, and keep what was refused."""

import json
import re
from html import escape
from typing import Any
from urllib.parse import quote

import pytest

from scorepad import operations
from scorepad.context import login_name
from scorepad.operation import CHOICE
from scorepad.web.forms.field import field, parameters
from scorepad.web.pages.purposes import purpose
from scorepad.web.pages.table import PAGES
from support.club import mitchell
from support.databases import change, enrol, select
from support.web import full_club
from support.web.forms import done, fill, form_of, forms_of, looked, said
from support.web.served import Served

pytestmark = pytest.mark.slow

COMMANDS = {*operations.index()}
FORMS = [form for page in PAGES for form in page.forms]
DRAWN = next(form for form in FORMS if form.command == "event new")
# Commands that have no place in a browser, and why.
NO_PAGE = {
    "serve": "it is what shows the pages",
    "sim": "a tablet of one's own to try things out, played in a terminal",
    "completion": "it is of shells",
    "club codes": "the page of phones draws them",
    "club seats": "the page of a session shows them",
}
# Parameters that no page asks for, and why.
NO_FIELD = {
    "deploy": {"dry_run"},
    "sync": {"roster", "rules", "event", "no_event", "watch"},  # the server gives all
    "movement mitchell": {"tables"},  # twice as many pairs say the same
    "movement howell": {"tables"},
    "club duplicate": {"ids"},  # what an evening has, and what is left out
    "event new": {"meet_again"},  # each movement has its own
    "event movement": {"meet_again"},
    "club backup": {"file"},  # a browser asks where to keep it
}
PAIRS = {"file": ("pairs.csv", b"player,partner\nid=1,id=2\nid=3,id=4\n")}


def articles(body: str) -> list[str]:
    return re.findall(r"<article.*?</article>", body, re.DOTALL)


def test_every_command_is_on_a_page() -> None:
    there = {form.command for form in FORMS}
    there |= {command for page in PAGES for command in (page.command, page.saves)}
    assert COMMANDS - there == NO_PAGE.keys()


def asked_for(command: str) -> set[str]:
    shown = [
        (*page.asked, *dict((*page.fixed, *page.said)))
        for page in PAGES
        if page.command == command
    ]
    saved = [tuple(dict(page.saved)) for page in PAGES if page.saves == command]
    of = [form for form in FORMS if form.command == command]
    forms = [
        (*one.fields, *dict((*one.fixed, *one.said, *one.preview)), one.chooses) for one in of
    ]
    return {name.partition(".")[0] for names in (*shown, *saved, *forms) for name in names}


def test_every_option_is_on_a_page() -> None:
    lacking = {}
    for command in COMMANDS - NO_PAGE.keys():
        if names := parameters(command).keys() - asked_for(command):
            lacking[command] = names
    assert lacking == NO_FIELD


def test_every_form_asks_for_all_that_its_command_takes() -> None:
    for form in FORMS:
        asked = {name.partition(".")[0] for name in (*form.fields, form.at_files)}
        asked |= {name for name, _ in (*form.fixed, *form.said, *form.preview)}
        for name, each in parameters(form.command).items():
            assert name in asked or not each.required, (form.title, name)


def test_every_page_and_field_is_named_for_people() -> None:
    for page in PAGES:
        assert purpose(page.path)
    for each in (field(form.command, name) for form in FORMS for name in form.fields):
        assert not each.label.startswith("-") and "=" not in each.label
        assert each.kind != CHOICE or each.choices or each.suggests
        assert not (each.required and "default:" in each.hint), each


def test_a_deal_is_corrected_as_the_command_corrects_it(full: Served) -> None:
    page = f"/sessions/{full_club.SHEET}"
    typed = {"deal": "1", "result": "3N N +1", "author": "Ida"}
    assert fill(full, page, "club-correct", typed).status == 303
    assert "3N" in full.command("club", "show", full_club.SHEET)
    assert "Ida" in full.command("club", "decisions")
    form = form_of(full, page, "club-void")
    assert form["author"] == "Ida"
    refused = {**form, "deal": "99", "author": "Bo"}
    assert full.post(page, refused).status == 422  # and Bo has decided nothing
    assert form_of(full, page, "club-void")["author"] == "Ida"
    assert full.post(page, {**form, "deal": "1", "author": ""}).status == 303  # not Ida
    assert form_of(full, page, "club-void")["author"] == ""
    ((author,),) = select(
        full.database, "SELECT author FROM decisions ORDER BY number DESC LIMIT 1"
    )
    assert author == login_name()
    reply = full.post("/name", {"author": " Olga "}, Referer=f"http://{full.host}{page}?a=1")
    assert (reply.status, reply.headers["location"]) == (303, f"{page}?a=1")
    assert 'value="Olga"' in full.get("/evening").body.partition("</header>")[0]
    typed = {"name": "Harbour"}  # where it is not asked who it is
    assert fill(full, "/start", "club-settings-set", typed).status == 303
    assert "Olga" in full.command("club", "settings", "--json")


def test_only_what_is_decided_of_a_session_refuses_the_forms_of_its_page(full: Served) -> None:
    other = f"{full_club.TABLET.hex()}-2"
    page = f"/sessions/{full_club.SHEET.upper()}"  # which is another spelling of its id
    original = f"/sessions/{full_club.SHEET}?original=yes"
    form, unchanging = form_of(full, page, "club-void"), form_of(full, original, "club-void")
    full.command("club", "void", other, "1")
    why = "see `scorepad club undo 1`"
    assert full.post(page, {**form, "deal": "2", "reason": why}).status == 303
    assert f">{why}</td>" in full.get("/decisions").body  # as it was typed
    reply = full.post(original, {**unchanging, "deal": "3"})  # it shows the same as before
    assert reply.status == 409


def test_what_was_typed_stands_beside_the_refusal(full: Served) -> None:
    page = f"/sessions/{full_club.SHEET}"
    form = form_of(full, page, "club-correct")
    typed = {**form, "deal": "99", "result": '9N "N" <b>', "reason": "x" * 50}
    reply = full.post(page, typed)
    assert reply.status == 422 and said(reply.body)
    again = forms_of(reply.body)
    assert again["club-correct"] | typed == again["club-correct"]
    assert again["club-void"]["deal"] == again["club-void"]["reason"] == ""


def test_two_players_are_a_pair(full: Served) -> None:
    form = form_of(full, "/events/id=1", "event-pair")
    pair = {**{name: [value] for name, value in form.items()}, "pair": ["2"]}
    assert full.post("/events/id=1", {**pair, "players": ["id=5", "id=6"]}).status == 303
    assert "Bo Ek" in full.command("event", "show", "id=1")
    reply = full.post("/events/id=1", {**pair, "pair": ["3"], "players": ["id=7", ""]})
    assert reply.status in (409, 422)


def test_what_a_form_has_done_is_told_to_who_sent_it_once(full: Served) -> None:
    there = full.post("/tokens", {"form": "club-token-new", "name": "Site"}).headers["location"]
    for path in ("/tokens", "/players?" + there.partition("?")[2], "/evening"):
        assert said(full.get(path).body) == [], path
    assert full.ask("HEAD", there).status == 200
    assert said(full.get(there).body) != []
    assert said(full.get(there).body) == []
    assert "said=" not in full.get(there).body


def test_a_knockout_has_a_page_whatever_it_is_called(full: Served) -> None:
    name = "100% a?b#c.live"
    form = form_of(full, "/knockouts", "club-knockout-draw")
    drawn = full.send("/knockouts", {**form, "name": name}, PAIRS)
    page = f"/knockouts/{quote(name)}/"
    told = full.get(drawn.headers["location"]).body
    assert f'href="{page}">The draw' in told and "" not in said(told)
    assert f'href="{page}"' in full.get("/knockouts").body
    body = full.get(page).body
    assert escape(name) in body and "club-knockout-drop" in body
    assert full.get(f"{page}.html").status == 200
    dropped = full.post(page, form_of(full, page, "club-knockout-drop"))
    assert dropped.headers["location"].startswith("/knockouts?")
    assert said(full.get(dropped.headers["location"]).body) != []


def test_a_draw_is_tried_and_not_kept(full: Served) -> None:
    form = form_of(full, "/knockouts", "club-knockout-draw-try")
    before = select(full.database, "SELECT count(*) FROM decisions")
    tried = full.send("/knockouts", {**form, "name": "Spring"}, PAIRS)
    body = full.get(tried.headers["location"]).body
    assert "Spring" in body and "Zoë Lund" in body and "confirmed" not in body
    assert select(full.database, "SELECT count(*) FROM decisions") == before


def test_a_session_is_left_out_for_once(full: Served) -> None:
    for page, rules in (("/ranking", "rubber"), ("/money", "rubber"), ("/duplicate", "duplicate")):
        found = select(full.database, f"SELECT id FROM sessions WHERE rules = '{rules}'")
        without = full.get(f"{page}?without={found[0][0]}").body
        assert articles(without) != articles(full.get(page).body), page


def test_a_season_is_the_year_of_the_latest_evening(full: Served, new: Served) -> None:
    begun = re.compile('name="from_"[^>]* value="2026-01-01"')
    usual, of_all, later = (
        full.get(f"/season{asked}").body for asked in ("", "?from_=", "?from_=2026-01-18")
    )
    assert begun.search(usual)
    assert not begun.search(of_all) and "2026-01-17" in of_all
    assert articles(later) != articles(usual)
    assert not re.search('name="from_"[^>]* value="2', new.get("/season").body)


def test_what_does_not_matter_is_not_on_a_page(full: Served) -> None:
    ((of_event,), *_) = select(full.database, "SELECT id FROM sessions WHERE rules = 'duplicate'")
    change(full.database, "UPDATE sessions SET event = 1 WHERE id = ?", of_event)
    for session in (of_event, full_club.SHEET):
        body = full.get(f"/sessions/{session}").body
        assert "Nothing was changed" not in body and "N guest" not in body
    assert " pays " in full.get("/money").body  # of the latest evening
    assert " pays " not in full.get("/money?evening=").body
    for path in ("/sessions/02", "/sessions/x.csv", "/players/id=999", "/events/x", "/nothing"):
        reply = full.get(path)
        assert reply.status == 404 and 'href="/evening"' in reply.body, path
        assert "02005c0e9" not in reply.body
        assert 'href="/evening"' not in full.get(path, Cookie="").body


def test_four_totals_are_a_result(full: Served) -> None:
    page = "/knockouts/Cup%202026/"
    form = {name: [value] for name, value in form_of(full, page, "club-knockout-result").items()}
    called = re.findall(
        r'<label for="club-knockout-resulttotals-\d">([^<]*)<', full.get(page).body
    )
    assert called == ["Pair", "Points"] * 2
    reply = full.post(page, {**form, "totals": ["id=1", "2000", "nobody", "10"]})
    assert reply.status == 422
    assert "nobody" in said(reply.body)[0]


def test_no_file_of_the_server_is_read(full: Served) -> None:
    form = form_of(full, "/knockouts", "club-knockout-draw")
    for path in ("/etc/passwd", "../club.db"):
        for name in ("Mine", path):
            reply = full.post("/knockouts", {**form, "name": name, "file": path})
            assert reply.status == 422
            assert "root:" not in reply.body and "SQLite" not in reply.body


HOSTILE = {
    "another encoding": ("latin.csv", "name\nZoë\n".encode("latin-1"), "not UTF-8"),
    "a way out": ("../../../etc/passwd", b"", "passwd: "),
    "another way out": ("..\\..\\boot.ini", b"", "boot.ini: "),
    "no name": ("..", b"", "file: "),
    "a tag": ("<script>alert(1)</script>", b"", "script&gt;: "),
    "a long name": ("x" * 500 + ".csv", b"", "x.csv: "),
    "no text": ("a\x07\u202eb.csv", b"", "ab.csv: "),
}


def test_a_hostile_file_is_refused_in_the_words_of_the_command(full: Served) -> None:
    form = form_of(full, "/players", "club-players-import")
    for name, (called, raw, why) in HOSTILE.items():
        reply = full.send("/players", form, {"file": (called, raw)})
        assert reply.status == 422, name
        assert why in said(reply.body)[0], name
        assert "/tmp" not in reply.body and "<script>alert" not in reply.body


def test_a_form_of_another_page_or_without_its_fields_is_refused(full: Served) -> None:
    for sent, status in (
        ({"form": "club-players-import"}, 409), ({"form": "club-players-add"}, 422),
        ({"form": "club-settings-set"}, 404), ({}, 404),
    ):  # fmt: skip
        assert full.post("/players", sent).status == status, sent


def test_a_setting_is_a_field_and_only_what_is_changed_is_decided(new: Served) -> None:
    form = form_of(new, "/settings", "club-settings-set")
    assert form["paper"] == "a4"
    typed = {"name": "Harbour = Bridge", "paper": "letter"}
    assert new.post("/settings", {**form, **typed}).status == 303
    form = form_of(new, "/settings", "club-settings-set")
    assert {**form, **typed} == form
    assert new.post("/settings", {**form, "name": ""}).status == 303
    told = new.command("club", "settings", "--json")
    assert told.count('"setting"') == 3
    assert '"name": ""' in told


def test_a_form_that_changes_nothing_is_refused(full: Served) -> None:
    assert full.post("/settings", form_of(full, "/settings", "club-settings-set")).status == 422
    forms = forms_of(full.get("/duplicate").body)
    for name, typed in (
        ("club-release", {}),
        ("club-release-event", {}),
        ("club-adjust-board", {"ns": "3", "ew": "5", "score": "A+"}),
    ):
        assert full.post("/duplicate", {**forms[name], **typed}).status == 422, name


def test_house_rules_have_the_options_of_their_rule_set(full: Served) -> None:
    page, option = "/house-rules/chicago", "option.chicago.vulnerable"
    assert fill(full, page, "club-rules-set", {"name": "A", option: "nondealer"}).status == 303
    form = form_of(full, page, "club-rules-set")
    (made,) = _rules_called("A", full)
    assert (made["rules"], made["options"]["vulnerable"]) == ("chicago", "nondealer")
    assert fill(full, page, "club-rules-set", {"name": "B", option: "nobody"}).status == 422
    # Rules that somebody else has set are not replaced unseen, nor from another rule set's page.
    other = "/house-rules/rubber"
    assert fill(full, other, "club-rules-set", {"name": "Wed"}).status == 303
    assert full.post(page, {**form, "name": "Wed"}).status == 409
    assert [rules["rules"] for rules in _rules_called("Wed", full)] == ["rubber"]


def _rules_called(name: str, served: Served) -> list[dict[str, Any]]:
    listed = json.loads(served.command("club", "rules", "list", "--json"))
    return [rules for rules in listed if rules["name"] == name]


def test_what_nobody_has_touched_is_not_put_back_to_what_it_was(new: Served) -> None:
    page = "/players/id=1"
    new.command("club", "players", "add", "Ann Reid", "--number", "NZ 1")
    mine = form_of(new, page, "club-players-edit")
    assert (mine["name"], mine["number"], mine["rating"]) == ("Ann Reid", "NZ 1", "")
    assert new.post(page, {**mine, "number": "NZ 2"}).status == 303
    refused = new.post(page, {**mine, "area": "Napier"})
    assert refused.status == 409
    again = forms_of(refused.body)["club-players-edit"]
    assert (again["number"], again["area"]) == ("NZ 2", "Napier")
    assert new.post(page, again).status == 303
    now = form_of(new, page, "club-players-edit")
    assert (now["number"], now["area"]) == ("NZ 2", "Napier")


def test_results_that_come_in_refuse_no_form_but_decisions_do(new: Served) -> None:
    rounds = mitchell.evening()
    early, late = ({at: rounds[at] for at in rounds if at[1] == turn} for turn in (1, 2))
    mitchell.take(new.database, early)
    enrol(new.database, mitchell.NAMES)
    page, typed = "/duplicate", {"amount": "10%", "pair": mitchell.NAMES[0]}
    form = {**form_of(new, page, "club-penalty"), **typed}
    assert form["evening"] == full_club.EVENING  # though a newer one may come in
    before = articles(new.get(page).body)
    mitchell.take(new.database, late)
    assert before != articles(new.get(page).body)
    sent = new.post(page, form)
    assert sent.status == 303, said(sent.body)
    assert new.post(page, form).status == 409  # now that somebody has decided something
    released = form_of(new, "/released", "club-release") | {"evening": full_club.EVENING}
    form = {**form_of(new, page, "club-penalty"), **typed}
    [(session,), *_] = select(new.database, "SELECT id FROM sessions")
    new.command("club", "void", session, "1")
    for seen in (form["seen"], ""):
        assert new.post(page, {**form, "seen": seen}).status == 409
    new.command("club", "release", "--evening", full_club.EVENING)
    assert new.post("/released", {**released, "back": "yes"}).status == 409


def test_deals_are_scored_where_they_are_typed(full: Served) -> None:
    page = "/scoring/duplicate"
    typed = {"file": "b1 4S N =\r\nb2 3N E -1", "explain": "yes"}
    reply, _ = looked(full, fill(full, page, "score", typed))
    assert reply.status == 200 and "420" in reply.body
    assert "b2 3N E -1</textarea>" in reply.body
    wrong = fill(full, page, "score", {"file": "b1 4S N =\n9N"})
    assert wrong.status == 422 and said(wrong.body)[0].startswith("deals:2: ")


def test_the_example_of_a_file_has_what_its_command_reads(full: Served) -> None:
    for page, form, field_ in (
        ("/players", "club-players-import", "file"),
        ("/events/id=1", "event-pair-file", "file"),
        ("/knockouts", "club-knockout-draw", "file"),
        ("/movements", "movement-check", "file"),
    ):
        shown = full.get(page).body
        body = shown.partition(f'id="{form}"')[2].partition("</form>")[0]
        (example,) = re.findall(r'href="(/static/examples/[^"]+)" download', body)
        raw = full.get(example).raw
        named = {**forms_of(shown)[form], "name": "Tried"}
        reply = full.send(page, {n: v for n, v in named.items() if v}, {field_: ("a.csv", raw)})
        assert reply.status == 303, said(reply.body)


def test_a_movement_is_drawn_before_it_is_used(full: Served) -> None:
    needed = [name for name in DRAWN.fields if field(DRAWN.command, name).required]
    assert needed == ["name"]  # or a browser would not send it
    form = form_of(full, "/events", "event-new")
    sized = {"name": "Cup", "movement.kind": "mitchell", "movement.pairs": "12"}
    none = full.post("/events", {**form, "name": "Cup"})
    assert none.status == 422 and "is missing" in said(none.body)[0]
    reply, confirmed = looked(
        full, full.post("/events", {**form, **sized, "movement.relay": "yes"})
    )
    assert reply.status == 200 and "relay and share" in reply.body
    assert forms_of(reply.body)["event-new"]["name"] == "Cup"  # to change it and look again
    assert "Cup" not in full.command("event", "list")
    told = done(full, "/events", {"confirmed": confirmed})
    assert "Cup" in full.command("event", "list")
    planned = json.loads(full.command("event", "show", "Cup", "--json"))["id"]
    page = f"/events/id={planned}"
    assert f'href="{page}">Its movement' in told
    assert f'href="{page}?form=event-pair">No pair has a name yet' in told
    assert "Mitchell" in told and "Cup" in told  # the plan itself
    pairs = {"pairs": ("pairs.csv", b"pair,first,second\n1,id=1,id=2\n")}
    _, confirmed = looked(full, full.send("/events", {**form, **sized, "name": "B"}, pairs))
    full.command("event", "new", "C", "--movement", "mitchell --pairs 12")  # none of its business
    told = done(full, "/events", {"confirmed": confirmed})
    assert "Its movement, its pairs" in told and "No pair has a name" not in told


def test_a_movement_that_was_looked_at_replaces_no_newer_one(full: Served) -> None:
    page = "/events/id=1"
    planned = form_of(full, page, "event-movement")
    assert (planned["movement.kind"], planned["movement.pairs"]) == ("mitchell", "14")
    sized = {"movement.kind": "mitchell", "movement.pairs": "12"}
    _, confirmed = looked(full, fill(full, page, "event-movement", sized))
    full.command("event", "movement", "id=1", "--movement", "mitchell --pairs 12 --rounds 4")
    assert done(full, page, {"confirmed": confirmed})
    shown = full.command("event", "show", "id=1", "--json")
    assert json.loads(shown)["rounds"] == 4
    own = ("--movement", "howell --pairs 12", "--movement", "mitchell --pairs 30 --rounds 11")
    full.command("event", "new", "Own", *own, "--compare", "sections")
    planned = json.loads(full.command("event", "show", "Own", "--json"))["id"]
    form = form_of(full, f"/events/id={planned}", "event-movement")
    assert not form.get("movement.kind")  # sections of two kinds are no one movement


def test_two_files_of_one_form_may_be_called_alike(full: Served) -> None:
    form = form_of(full, "/events", "event-new") | {"name": "Ours", "movement.kind": "check"}
    movement = full.get("/static/examples/movement.csv").raw
    pairs = b"pair,first,second\n1,id=1,id=2\n"
    called = "check our's.csv"
    files = {"movement.file": (called, movement), "pairs": (called, pairs)}
    reply, confirmed = looked(full, full.send("/events", form, files))
    assert confirmed and said(reply.body) == [] and "check our" in reply.body
    twice = b"round,table,ns,ew,first board,last board\n1,1,1,2,1,2\n2,1,2,1,3,4\n"
    files = {"movement.file": ("ours.csv", twice)}
    (refusal,) = said(full.send("/events", form, files).body)
    assert "unless two pairs may meet more than once" in refusal
    assert looked(full, full.send("/events", {**form, "movement.meet_again": "yes"}, files))[1]
