import pytest

from scrapy_bt.core.schemes.scheme import Pages
from scrapy_bt.core.schemes.templates import Hole, SchemeTemplate, find_holes


@pytest.mark.parametrize("pages", [Pages(), Pages(1, 3), Pages(0, 20, 10), Pages(5, 9, 3)])
def test_pages_are_those_of_a_range_with_its_end(pages):
    assert [pages.number(index) for index in range(len(pages))] == list(range(pages.first, pages.last + 1, pages.step))


def test_holes_are_found_with_their_places():
    assert find_holes("{site}/a?q={keywords}&x={{y}}") == [Hole("site", 0, 6), Hole("keywords", 11, 21)]


@pytest.mark.parametrize(("text", "place"), [("a{b", 1), ("a}b", 1), ("{a}{", 3), ("{{}", 2)])
def test_a_brace_without_its_other_is_told_with_its_place(text, place):
    with pytest.raises(ValueError, match=str(place)):
        find_holes(text)


def test_a_template_is_filled_and_doubled_braces_are_braces():
    template = SchemeTemplate("{site}/{{a}}/{page_number}-{page_number}")
    assert template.names == {"site", "page_number"}
    assert template.fill({"site": "http://x", "page_number": "3"}) == "http://x/{a}/3-3"


def test_a_name_of_earlier_files_is_the_one_of_today():
    assert find_holes("{page}") == [Hole("page_number", 0, 6)]
    assert SchemeTemplate("p={page}").fill({"page_number": "3"}) == "p=3"
