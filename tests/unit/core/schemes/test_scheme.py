import pytest

from scrapy_bt.core.schemes.scheme import Pages


@pytest.mark.parametrize("pages", [Pages(), Pages(1, 3), Pages(0, 20, 10), Pages(5, 9, 3)])
def test_pages_are_those_of_a_range_with_its_end(pages):
    assert [pages.number(index) for index in range(len(pages))] == list(range(pages.first, pages.last + 1, pages.step))
