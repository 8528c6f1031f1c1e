import pytest
from parsel import Selector

from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.trouble import TroubleSection
from scrapy_bt.testing.site.settings import SiteSettings


@pytest.fixture
def trouble():
    return TroubleSection()


def result(reply):
    return Selector(reply.body.decode()).css("p.result::text").get()


def ask_often(trouble, path, times, **rest):
    return [trouble.answer(Ask(path, **rest)).status for _ in range(times)]


def test_errors_pass_after_as_many_failures_as_named(trouble):
    assert ask_often(trouble, "/trouble/500-until/2", 4) == [500, 500, 200, 200]
    assert ask_often(trouble, "/trouble/500-until/0", 1) == [200]


def test_failures_are_counted_for_each_key_and_number(trouble):
    assert ask_often(trouble, "/trouble/500-until/1", 2, query={"key": "a"}) == [500, 200]
    assert ask_often(trouble, "/trouble/500-until/1", 2, query={"key": "b"}) == [500, 200]
    assert ask_often(trouble, "/trouble/500-until/2", 1, query={"key": "a"}) == [500]


def test_patience_is_rewarded_and_told_in_whole_seconds(trouble):
    settings = SiteSettings(retry_after=2.5)
    replies = [trouble.answer(Ask("/trouble/429", now=now, settings=settings)) for now in (10.0, 11.0, 12.5, 12.6)]
    assert [reply.status for reply in replies] == [429, 429, 200, 200]
    assert [reply.headers.get("Retry-After") for reply in replies] == ["3", "2", None, None]


def test_each_key_waits_apart(trouble):
    for key in "ab":
        assert trouble.answer(Ask("/trouble/429", query={"key": key}, now=5.0)).status == 429


def test_a_reset_brings_the_failures_back(trouble):
    ask_often(trouble, "/trouble/500-until/1", 2)
    ask_often(trouble, "/trouble/429", 1)
    trouble.reset()
    assert ask_often(trouble, "/trouble/500-until/1", 1) == [500]
    assert ask_often(trouble, "/trouble/429", 1, now=100.0) == [429]


def test_silence_lasts_as_long_as_set(trouble):
    assert trouble.answer(Ask("/trouble/timeout", settings=SiteSettings(hang_seconds=7))).work == 7


def test_an_empty_page_lacks_what_working_pages_have(trouble):
    reply = trouble.answer(Ask("/trouble/empty"))
    assert (reply.status, result(reply)) == (200, None)
    assert result(trouble.answer(Ask("/trouble/redirect/0"))) == "The last redirect led here."


def test_a_drop_sends_nothing(trouble):
    assert trouble.answer(Ask("/trouble/drop")).drops


def test_redirects_count_down(trouble):
    reply = trouble.answer(Ask("/trouble/redirect/2"))
    assert (reply.status, reply.headers["Location"]) == (302, "/trouble/redirect/1")


@pytest.mark.parametrize("status", [200, 201, 204, 304, 400, 404, 418, 503, 599])
def test_any_status_can_be_asked_for(trouble, status):
    assert trouble.answer(Ask(f"/trouble/status/{status}")).status == status


@pytest.mark.parametrize(
    "path",
    ["404", "status/199", "status/600", "status/x", "redirect/x", "redirect/101", "500-until/x", "500-until/101", "?"],
)
def test_the_rest_is_not_there(trouble, path):
    assert trouble.answer(Ask(f"/trouble/{path}")).status == 404


def test_every_trouble_of_the_list_answers(trouble):
    links = Selector(trouble.fixed["/trouble/"].body.decode()).css("#troubles a::attr(href)").getall()
    statuses = [trouble.answer(Ask(link.partition("?")[0])).status for link in links]
    assert statuses == [500, 429, 200, 404, 200, 200, 302, 418]
