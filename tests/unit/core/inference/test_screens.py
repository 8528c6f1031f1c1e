"""Pages as they were seen, and the visits in a browser that grow from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.screens import screen_url, seen_pages
from scrapy_bt.core.samples.traffic import Recording
from scrapy_bt.errors import SampleError
from tests.recordings import SITE, answer, ask, record


def shop(word: str, url: str = "") -> Recording:
    """A search whose rows a script draws."""
    rows = "".join(f"<li class=offer><b>{word} {number}</b><i>{number}.50</i></li>" for number in range(4))
    plain = record(ask("/"), ask(f"/found?q={word}", "<script>draw('x')</script>"), ask("/found/more", {"n": 1}))
    return replace(plain, screen=answer(url or f"{SITE}/found?q={word}#top", f"<h1>Found</h1><ul>{rows}</ul>"))


def tree(*recordings: Recording) -> str:
    inference = Inference(recordings, Goal(level="none", in_browser=True))
    assert not inference.next()
    assert not inference.can_be_rehearsed
    return print_grown(grow(inference.conclusion))


def test_the_last_page_says_what_was_seen_and_is_the_target() -> None:
    recordings = seen_pages([shop("lamp")])
    assert screen_url(recordings) == f"{SITE}/found?q=lamp"
    page = recordings[0].exchanges[1].answer
    assert page is not None
    assert b"lamp 3" in (page.body or b"")


def test_its_visit_waits_in_a_browser_for_the_rows() -> None:
    text = tree(shop("lamp"), shop("rope"))
    assert "playwright              = true" in text
    assert 'playwright_page_methods = [["wait_for_selector", "li.offer"]]' in text
    assert 'item each css "li.offer"' in text
    assert "Not proven" in text


def test_a_page_of_which_nothing_is_known_is_waited_for_until_it_is_quiet() -> None:
    empty = replace(shop("lamp"), screen=answer(f"{SITE}/found?q=lamp", "<canvas></canvas>"))
    assert '[["wait_for_load_state", "networkidle"]]' in tree(empty)


def test_where_nobody_knows_how_it_looked_that_is_said() -> None:
    for recording in (replace(shop("lamp"), screen=None), shop("lamp", f"{SITE}/never")):
        with pytest.raises(SampleError, match="how the last page looked"):
            seen_pages([recording])
    with pytest.raises(SampleError, match="“#/list” in its address"):
        seen_pages([shop("lamp", f"{SITE}/found?q=lamp#/list")])
    assert seen_pages([replace(shop("lamp"), screen=None), shop("rope")])[0].exchanges[1].answer
