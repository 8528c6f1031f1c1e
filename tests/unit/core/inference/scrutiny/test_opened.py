"""Pages that were opened beside the target."""

from __future__ import annotations

from collections.abc import Collection

from scrapy_bt.core.inference.scrutiny.opened import opened_beside
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
