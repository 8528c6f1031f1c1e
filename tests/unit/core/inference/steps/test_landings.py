from __future__ import annotations

from dataclasses import replace
from typing import Any

from scrapy_bt.core.inference.answers.requests.cookies import cookies_sent
from scrapy_bt.core.inference.steps.landings import is_landing, with_landings
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, record

PAGE = "<h1>Welcome</h1><ul class=rows><li class=row>One</li></ul>"
NEXT = ask("/home/2", PAGE)


def login(lands: str = "/home", status: int = 302, **rest):  # type: ignore[no-untyped-def]
    hop = replace(ask("/login", status=status, form={"user": "eva"}, sets={"session": "s2", "new": "n"}), hops=())
    kept = {"session": "s1"}
    return ask(
        "/login", PAGE, form={"user": "eva"}, hops=[hop], lands=f"https://shop.test{lands}", cookies=kept, **rest
    )


def test_a_page_to_which_a_form_led_is_a_request_of_its_own() -> None:
    one, _ = with_landings([record(ask("/"), login(), NEXT), record(login("/home#top"), NEXT)])
    assert [(each.index, each.sent.method, each.sent.url) for each in one.exchanges] == [
        (0, "GET", "https://shop.test/"),
        (1, "POST", "https://shop.test/login"),
        (2, "GET", "https://shop.test/home"),
        (3, "GET", "https://shop.test/home/2"),
    ]
    page = one.exchanges[2]
    assert (page.hops, page.sent.body, page.answer) == ((), None, one.exchanges[1].answer)
    assert page.sent.header("content-type") is None


def test_it_is_asked_for_with_the_cookies_that_the_form_brought() -> None:
    (one,) = with_landings([record(login(), NEXT)])
    assert cookies_sent(one.exchanges[1]) == {"session": "s2", "new": "n"}
    assert cookies_sent(one.exchanges[0]) == {"session": "s1"}


def test_what_a_form_makes_anew_each_time_is_no_page_to_be_visited() -> None:
    recordings = [record(login(f"/orders/{number}"), ask("/orders/3", PAGE)) for number in (1, 2)]
    assert with_landings(recordings) == tuple(recordings)
    alone = [record(login("/order?id=7"), ask("/order?id=8", PAGE))]
    assert with_landings(alone) == tuple(alone)


def search(word: str, again: str, **sent: Any) -> Recording:
    found = f"/found?of={word}"
    path = "/seek" if sent else f"/seek?word={word}"
    led = ask(path, PAGE, hops=[ask(path, status=302, **sent)], lands=f"https://shop.test{found}", **sent)
    return record(led, ask(f"{found}{again}", PAGE))


def test_the_address_that_a_search_leads_to_may_say_what_was_sent() -> None:
    for form in (True, False):
        pages = [search(word, "", **({"form": {"word": word}} if form else {})) for word in ("lamp", "rope")]
        for word, page in zip(("lamp", "rope"), with_landings(pages), strict=True):
            assert [each.sent.url for each in page.exchanges[1:]] == [f"https://shop.test/found?of={word}"] * 2
    others = [search(word, "", form={"word": "all"}) for word in ("lamp", "rope")]
    assert with_landings(others) == tuple(others)
    further = [search(word, "&page=2") for word in ("lamp", "rope")]
    assert with_landings(further) == tuple(further)


def test_a_page_that_nothing_like_it_follows_is_left() -> None:
    for other in (ask("/home/2", "<p>Other</p>"), ask("/away", PAGE), ask("/home", PAGE, method="POST")):
        recordings = [record(NEXT, login(), other)]
        assert with_landings(recordings) == tuple(recordings)


def test_what_is_no_page_behind_a_form_is_left() -> None:
    assert not is_landing(ask("/login", PAGE, form={"a": "b"}))
    assert not is_landing(login(status=307))
    assert not is_landing(replace(login(), answer=None))
    assert not is_landing(ask("/home", PAGE, hops=[ask("/", status=302)]))
