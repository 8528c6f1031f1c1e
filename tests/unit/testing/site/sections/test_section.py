import pytest

from scrapy_bt.testing.site.exchange import Ask, show
from scrapy_bt.testing.site.sections.section import Section, page_number


class Fixed(Section):
    names = ("fixed",)
    summary = ""
    fixed = {"/fixed/": show("")}  # noqa: RUF012

    def answer(self, ask):
        return self.refuse(ask)


def test_a_fixed_page_refuses_other_methods_and_names_the_right_one():
    reply = Fixed().answer(Ask("/fixed/", method="POST"))
    assert (reply.status, reply.headers["Allow"]) == (405, "GET")


def test_a_page_that_is_not_there_is_named():
    reply = Fixed().answer(Ask("/fixed/<b>"))
    assert reply.status == 404
    assert b"There is no page /fixed/&lt;b&gt; here." in reply.body


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("3", 3), ("03", 3)])
def test_numbers_of_pages_are_read(text, number):
    assert page_number(text, pages=3) == number


@pytest.mark.parametrize("text", ["", "0", "4", "-1", "1.0", "x", "²", "٣", "9" * 5000])
def test_what_names_no_page_is_none(text):
    assert page_number(text, pages=3) is None
