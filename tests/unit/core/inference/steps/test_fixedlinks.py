"""Ways of listing that find more than a list: links that never change."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.steps.fixedlinks import with_fixed
from tests.recordings import answer

ALL, OWN = (Extraction("css", f"{css}::attr(href)", all=True) for css in ("a", "main a"))


def told(lists: Sequence[str], beside: Sequence[str]) -> set[Extraction]:
    pages = [
        answer("/", "<main>" + "".join(f"<a href=/p/{n}>{n}</a>" for n in own) + f"</main><div>{others}</div>")
        for own, others in zip(lists, beside, strict=True)
    ]
    return with_fixed([ALL, OWN], pages)


LINK = "<a href=/p/3>3</a>"


def test_more_links_that_are_the_same_on_all_pages_are_none_of_a_list_that_is_not() -> None:
    assert told(["123", "456"], [LINK, LINK]) == {ALL}


def test_others_each_time_may_be_more_of_the_list_and_so_may_be_those_beside_a_list_that_stays() -> None:
    assert told(["123", "456"], [LINK, "<a href=/p/9>9</a>"]) == set()
    assert told(["123", "123"], [LINK, LINK]) == set()
    assert told(["123"], [LINK]) == set()
