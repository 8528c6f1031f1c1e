"""What is seen of one page."""

from scrapy.http import HtmlResponse, JsonResponse, Response

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.pagekinds import PageKind
from scrapy_bt.crawl.healing.looks import PageLooks


def look(body="<h1>Storm</h1>", status=200):
    return PageLooks(HtmlResponse("https://a.test/", status=status, body=body.encode(), encoding="utf-8"))


def test_several_extractions_of_a_field_are_one():
    seen = look()
    seen.note("n", "f", [" a ", 3], found=2, empty=0, selector="css", place="x:1")
    seen.note("n", "f", ["b", ["c", "d"], None, {}], found=3, empty=1)
    assert seen.observations == [Observation("n", "f", "css", 5, 1, ("a", "3", "b", "c", "d"), "x:1")]


def test_what_is_kept_of_a_page_is_bounded():
    seen = look()
    for number in range(500):
        seen.note("n", str(number), ["x" * 10_000] * 50, found=50, empty=0)
    assert len(seen.observations) == 200
    assert {(len(one.values), len(one.values[0])) for one in seen.observations} == {(5, 500)}


def test_its_kind():
    assert look().kind() is PageKind.CONTENT
    assert look("<input type=password>").kind() is PageKind.LOGIN
    assert look(status=500).kind() is PageKind.ERROR
    assert look("").kind() is PageKind.ERROR
    assert PageLooks(JsonResponse("https://a.test/", body=b"{}")).kind() is PageKind.OTHER
    assert PageLooks(Response("https://a.test/", body=b"\0")).kind() is PageKind.OTHER
