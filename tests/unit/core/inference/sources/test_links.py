"""Links that lead to pages."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Argument, Called, Extraction, Taken
from scrapy_bt.core.inference.findings import Typed
from scrapy_bt.core.samples.parameters import WHOLE_URL
from tests.recordings import SITE, ask, event
from tests.searching import best, css, found, origins

KINDS = """<ul><li><a href="/tag/12">Red shoes</a></li><li><a href="/tag/17">Men's hats</a></li></ul>"""
BY_NAME = Called(0, Argument("tag"), ("//a[normalize-space()=", "]/@href"))


def test_a_link_is_an_origin_of_the_whole_address() -> None:
    page = '<p>New: <a class="latest" href="/issue/{}/">today</a></p>'
    known = found(*([ask("/", page.format(name)), ask(f"/issue/{name}/")] for name in ("june-4", "may-28")))
    assert best(known, 1, str(WHOLE_URL)) == css(0, "a.latest::attr(href)")


def test_a_link_that_was_chosen_by_its_text_is_found_by_it() -> None:
    chosen = (("/tag/12", "Red shoes"), ("/tag/17", "Men's hats"))
    known = found(
        *((ask("/", KINDS), ask(path, f"<h1>{text}</h1>")) for path, text in chosen),
        events=((event(0.5, "click", "a", text=text, href=path),) for path, text in chosen),
    )
    assert best(known, 1, str(WHOLE_URL)) == BY_NAME
    typed = next(each for each in known.findings(Typed) if each.key == WHOLE_URL)
    assert (typed.argument, typed.values) == ("tag", ("Red shoes", "Men's hats"))
    assert origins(known, 1, "path 1") == []


def test_what_is_usual_has_a_link_without_what_others_tell() -> None:
    page = '<a href="/log/">main</a> <a href="/log/?of=next{0}">next</a>'
    by_name = Called(0, Argument("of"), ("//a[normalize-space()=", "]/@href"))
    for more, way in (("", by_name), ("&n=2", None)):
        chosen = (("/log/", "main"), (f"/log/?of=next{more}", "next"))
        known = found(
            *((ask("/", page.format(more)), ask(path, f"<h1>{text}</h1>")) for path, text in chosen),
            events=((event(0.5, "click", "a", text=text, href=path),) for path, text in chosen),
        )
        assert (best(known, 1, str(WHOLE_URL)) if origins(known, 1, str(WHOLE_URL)) else None) == way


def test_an_address_that_data_gives_is_followed_in_a_single_recording_too() -> None:
    given = {"goods": {"id": 4711, "details": f"{SITE}/goods/4711/details?v=2"}}
    known = found([ask("/api", given), ask("/goods/4711/details?v=2", {"name": "Lamp"})])
    assert best(known, 1, str(WHOLE_URL)) == Taken(0, Extraction("json", "goods.details"))


def test_a_link_that_a_person_may_have_chosen_is_none_in_a_single_recording() -> None:
    known = found([ask("/", KINDS), ask("/tag/12", "<h1>Red shoes</h1>")])
    assert origins(known, 1, str(WHOLE_URL)) == []


def test_without_events_the_link_to_an_address_tells_what_was_chosen() -> None:
    ids = {"chairs": "a81f3c77d2", "lamps": "b0c94e6612", "desks": "ffe0123ac4"}
    menu = "".join(f'<a href="/c?id={own}&v=1">{name}</a>' for name, own in ids.items())
    known = found(*([ask("/", menu), ask(f"/c?id={own}&v=1")] for own in list(ids.values())[:2]))
    assert best(known, 1, str(WHOLE_URL)) == Called(0, Argument("id"), ("//a[normalize-space()=", "]/@href"))
