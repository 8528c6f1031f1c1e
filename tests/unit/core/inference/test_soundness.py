from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.soundness import drawn_of_others, made_by_script
from scrapy_bt.core.samples.traffic import Answer, Recording
from scrapy_bt.errors import SampleError
from tests.recordings import answer, ask, record

ROWS = "".join(f"<li class=row>thing {number}</li>" for number in range(3))
FORM = "<form method=post action=/login><input name=user><input name=password type=password></form>"


def said(*recordings: Recording) -> str:
    inference = Inference(recordings, Goal(level="none"))
    assert not inference.next()
    return "\n".join(inference.summary.unproven)


def login(user: str, **sets: str) -> Recording:
    sent = {"user": user, "password": f"{user}s-own"}
    return record(ask("/login", FORM), ask("/login", "in", form=sent, sets=sets), ask(f"/list?q={user}", ROWS))


def test_a_recording_of_another_workflow() -> None:
    one = record(ask("https://one.test/"), ask("https://one.test/list", ROWS), name="one")
    two = record(ask("https://two.test/"), ask("https://two.test/shop/7", "<p>price</p>"), name="two")
    assert "recording 2 (two) never asks for the target" in said(one, two)
    assert "never asks" not in said(one, one)


def test_a_file_that_is_cut_off_proves_nothing() -> None:
    cut = replace(record(ask("/"), ask("/list", ROWS)), is_cut=True, name="half")
    inference = Inference([cut], Goal(level="none"))
    inference.next()
    assert "recording 1 (half) is cut off: what came after its request 2 is not known" in said(cut)
    assert not inference.summary.is_proven


def test_a_recording_without_bodies_is_refused_with_what_to_do() -> None:
    whole = record(ask("/"), ask("/list", ROWS))
    bare = [replace(each, answer=replace(each.answer, body=None)) for each in whole.exchanges if each.answer]
    lost = replace(whole, exchanges=tuple(bare), name="bare")
    for recordings in ([lost], [whole, lost]):
        with pytest.raises(SampleError, match=r"bare: .* none of its pages and data \(2\) has a body.*Export HAR"):
            Inference(recordings)
    Inference([replace(whole, exchanges=(bare[0], whole.exchanges[1]))])


def test_a_login_after_which_nothing_says_who_asks() -> None:
    assert "the login (POST /login) sets no cookie" in said(login("ann"), login("bob"))
    assert "sets no cookie" not in said(login("ann", sid="a1b2c3d4"), login("bob", sid="e5f6a7b8"))
    assert "sets no cookie" not in said(record(ask("/list", ROWS)))


def test_a_token_in_a_header_of_any_name_says_who_asks() -> None:
    def with_token(user: str, token: str) -> Recording:
        sent = {"user": user, "password": f"{user}s-own"}
        rows = {"rows": [{"name": f"thing {number}"} for number in range(3)]}
        listed = ask(f"/list?q={user}", rows, sends={"X-Shop-Key": token})
        return record(ask("/login", FORM), ask("/login", {"key": token}, data=sent), listed)

    assert "sets no cookie" not in said(with_token("ann", "3f9a81c7d2b04e65"), with_token("bob", "b86d0fe12a7c4395"))


def test_what_a_script_has_made_is_told() -> None:
    screen = answer("https://shop.test/js#top", f"<h1>All</h1><ul>{ROWS}</ul>")
    plain = replace(record(ask("/js", "<h1>All</h1><script>draw([1, 2])</script>")), screen=screen)
    assert "most of what was on the screen in recording 1 was made by a script" in said(plain)
    assert "“thing 0”" in said(plain)
    shown = replace(record(ask("/js", f"<h1>All</h1><ul>{ROWS}</ul>")), screen=screen)
    assert "screen" not in said(shown)
    for_scripts = "".join(f"<p hidden>{each}</p>" for each in ('[[1, "a"]]', '{"b": 2}', "[[3]]"))
    loaded = answer("https://shop.test/js", f"<h1>All</h1><ul>{ROWS}</ul>{for_scripts}")
    assert "screen" not in said(replace(shown, screen=loaded)), "what is in data is for scripts"
    assert "screen" not in said(replace(record(ask("/other", "<h1>All</h1>")), screen=screen)), "of another page"


def test_what_a_page_loads_of_its_series_is_no_work_of_its_script() -> None:
    screen = answer("https://shop.test/js", f"<h1>All</h1><ul>{ROWS}</ul>")
    first, more = answer("https://shop.test/js", "<h1>All</h1>"), answer("https://shop.test/js?from=0", ROWS)
    recording = replace(record(ask("/js")), screen=screen)
    assert made_by_script([recording], [[first]])
    assert not made_by_script([recording], [[first, more]])


def test_what_a_script_adds_to_each_page_is_not_what_was_wanted() -> None:
    months = "".join(f"<td>A month with the number {number}</td>" for number in range(12))
    lists = ["".join(f"<li>the {kind} {number}</li>" for number in range(4)) for kind in ("lamp", "rope")]
    pages = [[answer("https://shop.test/js", f"<ul>{own}</ul>")] for own in lists]
    drawn = f"<table><tr>{months}</tr></table>"
    screens = [answer("https://shop.test/js", f"<ul>{own}</ul>{drawn}") for own in lists]
    recordings = [replace(record(ask("/js")), screen=screen) for screen in screens]
    assert not made_by_script(recordings, pages)
    bare = [[answer("https://shop.test/js", "<ul></ul>")] for _ in lists]
    assert "such as “the lamp 0”" in made_by_script(recordings, bare)
    assert made_by_script([recordings[0]] * 2, [pages[0]] * 2), "nothing tells what is added to each page"


def test_data_that_say_nothing_of_what_was_shown_are_not_what_it_was_drawn_of() -> None:
    kinds = ("oak", "fir")
    screens = [
        answer("https://shop.test/ask", f"<h1>Trees</h1><p>{kind} on the hill</p><p>{kind}wood by {kind}ville</p>")
        for kind in kinds
    ]
    recordings = [replace(record(ask("/ask")), screen=screen) for screen in screens]
    tickets = [[answer("https://shop.test/queue", {"ticket": f"a1-{len(kind)}"})] for kind in kinds]
    alone: list[list[Answer]] = [[], []]
    assert "such as “oakville”, “oakwood”" in drawn_of_others(recordings, tickets, alone)
    data = [[answer("https://shop.test/trees", {"places": [f"{kind}wood", f"{kind}ville"]})] for kind in kinds]
    assert not drawn_of_others(recordings, data, alone)
    assert not drawn_of_others(recordings, [tickets[0], data[1]], alone), "one of them says what was shown"
    assert not drawn_of_others([recordings[0]] * 2, tickets, alone), "both show the same"
    assert not drawn_of_others([record(ask("/ask"))] * 2, tickets, alone), "nobody knows what was shown"


def test_a_list_that_stays_beside_what_was_opened_is_not_what_was_wanted() -> None:
    kinds = ("oak", "fir")
    names = {kind: [f"{kind}{number}" for number in range(40)] for kind in kinds}
    lists = [[answer("https://shop.test/trees", names[kind])] for kind in kinds]
    shown = {kind: f"{kind}wood {kind}ville {kind}holm" for kind in kinds}
    screens = [
        answer("https://shop.test/ask", f"<ul><li>{'<li>'.join(names[kind])}</ul><p>{shown[kind]}</p>")
        for kind in kinds
    ]
    recordings = [replace(record(ask("/ask")), screen=screen) for screen in screens]
    details = [[answer("https://shop.test/tree", {"grows": shown[kind].split()})] for kind in kinds]
    assert drawn_of_others(recordings, details, [[], []]), "the list came from elsewhere"
    assert not drawn_of_others(recordings, details, lists)
    rows = [[answer("https://shop.test/trees", names[kind][:20])] for kind in kinds]
    assert not drawn_of_others(recordings, rows, lists), "what a list says, too, is said"
    tickets = [[answer("https://shop.test/queue", {"ticket": f"a1-{len(kind)}"})] for kind in kinds]
    assert drawn_of_others(recordings, tickets, lists), "details that say nothing of what was shown beside it"
    almost = [
        [replace(page, body=json.dumps([*names[kind], *shown[kind].split()[:2]]).encode()) for page in own]
        for kind, own in zip(kinds, lists, strict=True)
    ]
    assert not drawn_of_others(recordings, details, almost), "a word is all that is shown beside it"


def test_what_is_signed_for_one_request_is_told() -> None:
    oauth = 'OAuth oauth_nonce="36746452", oauth_timestamp="1773812960", oauth_signature="k2%2Fq"'
    assert "the header Authorization of GET /list is signed" in said(
        record(ask("/list", ROWS, sends={"Authorization": oauth}))
    )
    assert "signed" not in said(record(ask("/list", ROWS, sends={"Authorization": "Bearer k2q=="})))


def test_what_was_sent_and_not_recorded_is_told() -> None:
    typed = ask("/login", "in", form={"user": "ann"}, sets={"sid": "a1b2c3d4"}, sends={"Content-Length": "8"})
    lost = replace(typed, sent=replace(typed.sent, body=None))
    asked = ask("/list", ROWS, cookies={"sid": "a1b2c3d4"})
    assert "what POST /login sends was not recorded" in said(record(ask("/login", FORM), lost, asked))
    assert "not recorded" not in said(record(ask("/login", FORM), typed, asked))


def test_pages_without_their_bodies_are_no_styles() -> None:
    style = ask("/a.css", b"body{}", gives={"Content-Type": "text/css"}, kind="stylesheet")
    page = ask("/list", ROWS)
    assert page.answer is not None
    lost = replace(page, answer=replace(page.answer, body=None))
    for recording in (record(style, lost), record(lost)):
        with pytest.raises(SampleError, match=r"none of its pages and data \(1\) has a body"):
            Inference([recording], Goal(level="none")).next()


def test_styles_alone() -> None:
    style = ask("/a.css", b"body{}", gives={"Content-Type": "text/css"}, kind="stylesheet")
    with pytest.raises(SampleError, match="no page and no data in the recordings, only such as styles"):
        Inference([record(style, style)], Goal(level="none")).next()
