from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.origins.links import last, leads_to, links_to, local, path_pieces, query, whole
from tests.recordings import answer

URL = "https://shop.test/list/page/2?x=1"


def test_spellings() -> None:
    assert whole(f"{URL}#top") == URL
    assert local(URL) == "/list/page/2?x=1"
    assert last(URL) == "2?x=1"
    assert last("https://shop.test/list/") == ""
    assert query(URL) == "?x=1"


@pytest.mark.parametrize("spelled", [URL, "/list/page/2?x=1", "2?x=1"])
def test_links_in_every_spelling(spelled: str) -> None:
    own = answer("https://shop.test/list/page/1", f'<p>2?</p><a class="next" href="{spelled}">on</a>')
    places = list(links_to(URL, own, 0))
    assert places
    assert {leads_to(place.value, own, 0) for place in places} == {URL}


def test_what_is_not_there_leads_nowhere() -> None:
    own = answer("https://shop.test/", "<a>no</a>")
    assert list(links_to(URL, own, 0)) == []
    assert leads_to(Taken(0, Extraction("css", "a::attr(href)")), own, 0) is None


def test_the_pieces_of_a_path_are_decoded() -> None:
    assert path_pieces("/all/a%20b/api::boat.boat?page=1") == {"all", "a b", "api::boat.boat"}
    assert path_pieces("http://[") == frozenset()
