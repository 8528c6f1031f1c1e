import re

import pytest
from parsel import Selector

from scrapy_bt.testing.site.exchange import Ask, show
from scrapy_bt.testing.site.noise import decorate
from scrapy_bt.testing.site.sections.assets import Assets
from scrapy_bt.testing.site.sections.home import Home
from scrapy_bt.testing.site.sections.section import Section, page_number
from scrapy_bt.testing.site.sections.single import Single
from scrapy_bt.testing.site.sections.trouble import TroubleSection
from scrapy_bt.testing.site.settings import SiteSettings


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


def test_the_home_page_explains_every_section_and_setting():
    page = Selector(Home([TroubleSection(), Single()]).fixed["/"].body.decode())
    assert page.css("section h2 a::attr(href)").getall() == ["/trouble/", "/single/"]
    assert all(len(text) > 40 for text in page.css("section p").xpath("string()").getall())
    assert page.css("#settings code::text").getall() == list(vars(SiteSettings()))


def test_crawlers_are_kept_from_the_controls_only():
    assert Home([]).fixed["/robots.txt"].body == b"User-agent: *\nAllow: /\nDisallow: /_\n"


def test_the_home_page_is_only_read():
    assert Home([]).answer(Ask("/", method="POST")).status == 405


def test_what_pages_and_styles_and_scripts_ask_for_is_there():
    assets = Assets()
    text = decorate(assets.fixed["/assets/"]).body + b"".join(reply.body for reply in assets.fixed.values())
    asked = {path.decode() for path in re.findall(rb"/assets/[\w.]+", text)}
    assert asked - set(assets.fixed) == {"/assets/collect"}


def test_the_tracker_takes_everything():
    assert Assets().answer(Ask("/assets/collect", method="POST", body=b"{}")).status == 204
