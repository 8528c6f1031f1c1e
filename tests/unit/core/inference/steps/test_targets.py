"""Which answer is wanted."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.values import Constant, Extraction
from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import Controller
from scrapy_bt.core.inference.blackboard.source import Post
from scrapy_bt.core.inference.findings import Caused, Finding, ListOf, LongPause, Loop, Target
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.targets import TargetSource, holds
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer, Exchange, Recording, Sent
from tests.made_sites import Told
from tests.pure_site import Browser, page
from tests.recordings import ask, record

ROWS = '{"rows": [{"title": "lamp of brass"}, {"title": "lamp of glass"}]}'


def site(sent: Sent) -> Answer:
    path = sent.url.removeprefix("https://site.test")
    if path.startswith("/api/found"):
        found = [{"title": f"{path[-1]} of brass"}, {"title": f"{path[-1]} of glass"}]
        return Answer(200, sent.url, (("Content-Type", "application/json"),), json.dumps({"rows": found}).encode())
    if path.startswith("/api"):
        body = ROWS if "rows" in path else '{"unread": 3}'
        return Answer(200, sent.url, (("Content-Type", "application/json"),), body.encode())
    if path.startswith("/script"):
        return Answer(200, sent.url, (("Content-Type", "text/javascript"),), b"'lamp of brass'")
    if path.startswith("/missing"):
        return page("lamp", status=404)
    return page(f"<h1>{path}</h1><p>{'many words ' * 3}</p>")


def visits(*paths: str) -> Recording:
    browser = Browser(site)
    for path in paths:
        browser.get(path)
    return browser.recording()


def target(recording: Recording, wanted: str = "", expect: tuple[str, ...] = (), *findings: Finding) -> int | None:
    return target_of([recording], wanted, expect, *findings)


def target_of(
    recordings: Sequence[Recording], wanted: str = "", expect: tuple[str, ...] = (), *findings: Finding
) -> int | None:
    board = Blackboard(recordings)
    Controller(board, [Told(findings), TargetSource(wanted, expect)]).run_round()
    found = board.findings(Target)
    return found[-1].step if found else None


SHOP = visits("/", "/list?q=1", "/api/rows", "/list?q=2", "/api/unread", "/missing")


@pytest.mark.parametrize(
    ("wanted", "step"),
    [
        ("https://site.test/list?q=1", 1),
        ("https://site.test/list", 3),
        ("/list?q=1", 1),
        ("/api/rows#top", None),
        ("/api/rows", 2),
        ("lamp of  glass", 2),
        ("/nowhere", None),
        ("no such text", None),
    ],
)
def test_it_is_named_by_address_or_text(wanted: str, step: int | None) -> None:
    assert target(SHOP, wanted) == step


def test_an_expected_text_names_it_too() -> None:
    assert target(SHOP, expect=("many words", "/list?q=1")) == 1


def test_data_goes_before_a_script_that_holds_the_text() -> None:
    assert target(visits("/api/rows", "/script"), "lamp of brass") == 0
    assert target(visits("/", "/script"), "lamp of brass") == 1


def test_without_a_name_it_is_the_last_page() -> None:
    assert target(visits("/", "/list", "/api/unread")) == 1


def test_what_a_page_holds_in_a_frame_is_no_page_unless_it_says_more() -> None:
    words = "a lamp of brass, and another of glass"
    page = ask("/", f"<p>{words}</p><iframe src=/frame>")
    for text, step in (("star", 0), (words * 2, 1)):
        assert target(record(page, ask("/frame", f"<p>{text}</p>"))) == step


def test_a_page_that_a_script_is_given_once_more_for_any_address_is_not_the_last_one() -> None:
    shell, other = "<div id=app>Goods</div>", "<p>What is new in it</p>"
    page, data = ask("/", shell, kind="document"), ask("/api", [{"title": "lamp"}, {"title": "rope"}], kind="fetch")
    for answer, kind, step in ((shell, "fetch", 1), (other, "fetch", 2), (shell, "document", 2), (shell, "", 2)):
        assert target(record(page, data, ask("/icons", answer, kind=kind))) == step


def test_records_that_were_loaded_after_the_last_page_go_before_it() -> None:
    assert target(visits("/", "/list", "/api/rows", "/api/unread")) == 2


def test_what_was_turned_over_pages_goes_before_what_a_page_loads_by_itself() -> None:
    recording = visits("/", "/list", "/api/rows?a", "/api/rows?b", "/api/rows")
    assert target(recording) == 4
    assert target(recording, "", (), Loop(2, (3,), "counter", None, Constant("2"))) == 3


def test_what_was_asked_for_otherwise_each_time_goes_before_what_a_page_loads_by_itself() -> None:
    lamps, chairs = (visits("/", "/list", "/api/rows", f"/api/found?q={word}") for word in "ab")
    assert target(lamps) == 2
    assert target_of([lamps, chairs]) == 3
    again = visits("/", "/list", "/api/rows", "/api/found?q=a")
    assert target_of([lamps, again]) == 2
    # The browser of these tests begins its recordings at one time; the site says another thing for each address.
    late = [visits("/", "/list", "/api/rows", f"/api/found?_={1_700_000_000_123 + late}") for late in range(2)]
    assert target_of(late) == 2


def test_after_a_break_it_is_what_came_then() -> None:
    assert target(visits("/", "/api/rows", "/api/unread"), "", (), LongPause(2, 60.0)) == 2


def test_with_events_it_is_what_the_last_act_brought_and_says_most() -> None:
    acts = (Caused(1, (4,)), Caused(2, (4,)), Caused(0, (2,)))
    assert target(visits("/", "/api/unread", "/api/rows", "/"), "", (), *acts) == 2


def test_what_is_loaded_piece_by_piece_is_told_together() -> None:
    recording = record(ask("/list", "<p>lamps of brass</p>"), *(ask(f"/more?{n}", "<p>a lamp</p>") for n in range(3)))
    acts = [Caused(step, (4,)) for step in range(4)]
    pieces = Loop(1, (2, 3), "link", None, Constant("/more"))
    assert target(recording, "", (), *acts) == 0
    assert target(recording, "", (), *acts, pieces) == 3


def test_errors_and_scripts_are_no_target() -> None:
    assert target(visits("/missing", "/script")) is None


def test_an_answer_holds_what_a_reader_sees() -> None:
    assert holds(page("<p>a <b>b</b></p>"), "a b")
    assert not holds(page("<p>a</p>"), "c d")


@pytest.mark.parametrize(
    "made", [("rnd=48213", "rnd=7731"), ("key=0.8213441976", "key=0.1192847761"), ("requestId=a7", "requestId=c9")]
)
def test_what_a_script_makes_up_is_not_asked_for_otherwise(made: tuple[str, str]) -> None:
    late = [visits("/", "/list", "/api/rows", f"/api/found?{own}") for own in made]
    assert target_of(late) == 2


def test_of_what_a_page_loads_the_entries_that_were_asked_for_are_wanted_too() -> None:
    recording = visits("/", "/api/rows", "/api/thing/1", "/api/thing/2")
    listed = ListOf(1, 2, None, Extraction("json", "[].id", all=True), (3,))
    assert target(recording, "", (), listed) == 2
    assert target(recording) == 1


def test_of_data_the_entries_that_were_asked_for_are_wanted_not_their_list() -> None:
    recording = visits("/api/rows", "/api/item/1", "/api/item/2")
    listed = ListOf(0, 1, Key("path", "2"), Extraction("json", "rows[].id", all=True), (2,))
    assert target(recording) == 0
    assert target(recording, "", (), listed) == 1
    assert target(recording, "", (), replace(listed, repeats=())) == 0


def test_of_several_that_one_key_asks_for_what_differs_most_is_wanted() -> None:
    def call(name: str, said: object) -> Exchange:
        return ask("/api", {"data": said}, data={"call": name}, kind="fetch")

    names = ("Lamp of brass", "Desk of oak")
    told = [
        (call("thing", {"name": name, "maker": f"Ann at the {name}"}), call("log", [{"by": "Keeper", "what": "Made"}]))
        for name in names
    ]
    recording = record(call("list", [{"id": n, "name": name} for n, name in enumerate(names)]), *told[0], *told[1])
    listed = [ListOf(0, step, None, Extraction("json", "data[].id", all=True), (step + 2,)) for step in (1, 2)]
    assert target(recording, "", (), *listed) == target(recording, "", (), *reversed(listed)) == 1


def test_data_that_only_scripts_read_are_not_what_was_wanted() -> None:
    modules = {"parts": [{"module": f"/assets/part-{n}.js", "hasLoader": True} for n in range(40)]}
    seen = {"boat": {"name": "Dinghy of oak", "keeper": "Ann at the pier"}}
    recording = record(ask("/"), ask("/modules", modules, kind="fetch"), ask("/boat", seen, kind="fetch"))
    caused = Caused(1, (0,)), Caused(2, (0,))
    assert target(recording, "", (), *caused) == 1, "it says most"
    shown = Answer(
        200, "https://shop.test/", (("Content-Type", "text/html"),), b"<h1>Dinghy of oak</h1><p>Ann at the pier"
    )
    assert target(replace(recording, screen=shown), "", (), *caused) == 2


def test_what_a_page_asks_for_its_own_state_is_not_what_the_last_act_brought() -> None:
    state, boats = (
        {"result": {"isOnline": False, "message": "The harbour master is away"}},
        {"boats": ["Dinghy", "Punt"]},
    )
    listed = ask("/boats", "<h1>Boats</h1><ul><li>Dinghy of oak<li>Punt of ash</ul>")
    screen = Answer(200, "", (("Content-Type", "text/html"),), b"<h1>Boats</h1><ul><li>Dinghy<li>Punt")
    for loaded, step in ((state, 0), (boats, 1)):
        recording = record(listed, ask("/state", loaded, kind="fetch"))
        assert target(replace(recording, screen=screen), "", (), Caused(0, (1,)), Caused(1, (2,))) == step
        assert target(recording, "", (), Caused(0, (1,)), Caused(1, (2,))) == 1, "nobody has told what was seen"


def test_of_entries_that_were_opened_and_closed_again_the_details_are_wanted_and_not_the_list_behind_them() -> None:
    rows = {"rows": [{"id": f"b{n}", "name": f"Boat number {n}"} for n in range(4)]}
    details = [ask(f"/api/boat/b{n}", {"boat": {"keeper": f"Keeper {n}"}}, kind="fetch") for n in (1, 2)]
    screen = Answer(200, "", (("Content-Type", "text/html"),), b"<ul><li>Boat number 0<li>Boat number 1")
    recording = replace(record(ask("/"), ask("/api/boats", rows, kind="fetch"), *details), screen=screen)
    caused = Caused(0, (0,)), Caused(1, (1,)), Caused(2, (2,)), Caused(3, (3,))
    listed = ListOf(1, 2, Key("path", "2"), Extraction("json", "rows[].id", all=True), (3,))
    assert target(recording, "", (), *caused, listed) == 2
    assert target(recording, "", (), *caused, replace(listed, repeats=())) == 1, "one may be a mistake"
    back = replace(recording, exchanges=(recording.exchanges[0], *recording.exchanges[2:], recording.exchanges[1]))
    back = record(*back.exchanges)
    listed = replace(listed, step=3, detail=1, repeats=(2,))
    assert target(replace(back, screen=screen), "", (), *caused, listed) == 3, "the list was opened since"


def test_what_a_page_asks_for_now_and_then_is_not_wanted() -> None:
    def called(method: str, answer: object) -> Exchange:
        return ask("/rpc", answer, data={"method": method}, kind="fetch")

    files = called("files", {"files": [{"name": "oak.txt"}, {"name": "ash.txt"}]})
    rates = called("rates", {"rates": [{"name": f"the rate of file number {n}"} for n in range(9)]})
    both = [record(ask("/"), files, rates), record(ask("/"), files, name="second")]
    board = Blackboard(both)
    Controller(board, [AlignmentSource()]).run_round()
    for caused in (Caused(1, (1, 1)), Caused(2, (1, None))):
        board.post(Post(caused, "told"), "told")
    Controller(board, [TargetSource()]).run_round()
    assert board.findings(Target)[-1].step == 1
    assert target(both[0], "", (), Caused(1, (1,)), Caused(2, (1,))) == 2, "it says most"


def test_numbers_that_are_asked_for_anew_are_not_what_was_wanted() -> None:
    files = {"files": [{"name": "oak.txt", "size": 900}, {"name": "ash.txt", "size": 13}], "result": "success"}
    rates = {"rates": [{"rate": n * 1_000_001, "done": False} for n in range(9)], "result": "success"}
    screen = Answer(200, "", (("Content-Type", "text/html"),), b"<table><tr><td>oak.txt<tr><td>ash.txt")
    for loaded, step in ((rates, 1), ({"rates": [{"of": "oak.txt"}, {"of": "elm.txt"}]}, 2)):
        recording = record(ask("/"), ask("/files", files, kind="fetch"), ask("/rates", loaded, kind="fetch"))
        acts = Caused(0, (0,)), Caused(1, (1,)), Caused(2, (2,))
        assert target(replace(recording, screen=screen), "", (), *acts) == step
        assert target(recording, "", (), *acts) == 2, "nobody has told what was seen"
