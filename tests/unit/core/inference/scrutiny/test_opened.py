"""Pages that were opened beside the target."""

from __future__ import annotations

from collections.abc import Collection

from scrapy_bt.core.inference.scrutiny.opened import opened_beside
from scrapy_bt.core.samples.traffic import Element, Event
from tests.recordings import SITE, ask, record

LIST = {"Referer": f"{SITE}/hills/"}
PAGE = "<h1 class=name>{0}</h1><p class=size>{0}</p>"


def beside(*before: tuple[str, str], visited: Collection[str] = (), target: str = "/hills/c/") -> str:
    pages = [ask(path, body, sends=LIST) for path, body in (*before, (target, PAGE.format("c")))]
    last = pages[-1].answer
    assert last is not None
    found = opened_beside(record(ask("/hills/", "<ul>"), *pages), [last], visited)
    return found.removeprefix(SITE)


def test_what_was_opened_from_the_same_page_and_is_built_alike_is_told() -> None:
    own = PAGE.format("a")
    assert beside(("/hills/a/", own)) == "/hills/a/"
    assert beside(("/hills/a/", own), visited=[f"{SITE}/hills/a/"]) == ""
    assert beside(("/hills/a/", "<form class=login><input class=user></form>")) == "", "a page of another kind"
    assert beside(("/help/about/a/", own)) == "", "its address is of another kind"
    assert beside(("/hills/c/?sort=size", own)) == "", "the same page in another order"
    assert beside() == ""


def data_beside(*rows: str) -> str:
    """What is told where the row of each of these names was clicked and a script asked for its data."""
    kinds = [row.rpartition(" ") for row in rows]
    clicks = [
        Event(number + 0.9, "click", f"{SITE}/hills", Element("li", path.format(number + 1), {}, name))
        for number, (path, _, name) in enumerate(kinds)
    ]
    asked = [
        ask(f"/api/hills/{name}", {"name": name, "metres": 300 + number}, kind="xhr", at=number + 1.0)
        for number, (_, _, name) in enumerate(kinds)
    ]
    last = asked[-1].answer
    assert last is not None
    return opened_beside(record(*asked, events=clicks), [last], ()).removeprefix(SITE)


def test_data_of_another_row_of_the_same_list_are_told() -> None:
    row = "ul > li:nth-of-type({})"
    assert data_beside(f"{row} north", f"{row} south") == "/api/hills/north"
    assert data_beside(f"{row} south") == ""
    assert data_beside("nav > a north", f"{row} south") == "", "it was opened from elsewhere"


def keyed_beside(*keys: str, has_acts: bool = True) -> str:
    """What is told where rows were clicked whose data are asked for by keys in a query."""
    row = "ul > li:nth-of-type({})"
    clicks = [
        Event(n + 0.9, "click", f"{SITE}/hills", Element("li", row.format(n), {}, key)) for n, key in enumerate(keys)
    ]
    asked = [ask(f"/hill?of={key}", {"metres": 300 + n}, kind="xhr", at=n + 1.0) for n, key in enumerate(keys)]
    last = asked[-1].answer
    assert last is not None
    return opened_beside(record(*asked, events=clicks if has_acts else ()), [last], ()).removeprefix(SITE)


def test_data_of_another_key_in_the_query_are_told() -> None:
    keys = ("666f52d04bcea4371820076f39bbf701c130837e", "13be2ba653de03a90e1ac5118a497fdcd70f834b")
    assert keyed_beside(*keys) == keyed_beside(*keys, has_acts=False) == f"/hill?of={keys[0]}"
    assert keyed_beside("1", "2") == "", "pages are told by such numbers, too"


def numbered(one: str, other: str, *lists: str) -> str:
    """What is told of pages that these pages of a list led to."""
    body = PAGE.format("a")
    pages = [ask(url, body, sends={"Referer": SITE + led}) for url, led in zip((one, other), lists, strict=True)]
    last = pages[-1].answer
    assert last is not None
    return opened_beside(record(*pages), [last], ()).removeprefix(SITE)


def test_of_one_address_and_another_number_pages_are_told_that_were_opened_from_one_list() -> None:
    seventh, ninth, begin, second = "/?act=show&no=7", "/?act=show&no=9", "/?act=list", "/?act=list&page=2"
    assert numbered(seventh, ninth, begin, begin) == numbered(seventh, ninth, begin, second) == seventh
    assert numbered(seventh, f"{seventh}&as=text", begin, begin) == "", "the same in another way"
    assert numbered("/?act=list&no=7", ninth, begin, begin) == "", "something else"
    assert numbered(begin + "&page=3", second, begin, begin + "&page=3") == "", "pages of the list"
    assert numbered(seventh, ninth, begin, "/other?act=list") == "", "from elsewhere"


def test_what_was_opened_from_another_page_of_one_list_is_told() -> None:
    def opened(before: str) -> str:
        lists = [{"Referer": f"{SITE}{path}"} for path in (before, "/hills/?page=2")]
        pages = [ask(f"/hills/{name}/", PAGE.format(name), sends=own) for name, own in zip("ac", lists, strict=True)]
        assert pages[1].answer is not None
        return opened_beside(record(*pages), [pages[1].answer], ()).removeprefix(SITE)

    assert opened("/hills/") == opened("/hills/?page=1") == "/hills/a/"
    assert opened("/hills/?kind=high&page=2") == opened("/lakes/?page=1") == ""
