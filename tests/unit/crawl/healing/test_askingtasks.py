"""The task of a tree that visits a page, written down."""

import pytest
from scrapy import Request

from scrapy_bt.core.healing.missed import MissedPage
from scrapy_bt.core.tree.task import Frame, Task, encode_task
from scrapy_bt.crawl.healing.askingtasks import read_task, write_task
from scrapy_bt.frontier.entries import Bucket, Entry

URL = "https://a.test/1"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg"


def entry(variables, node="main/detail/page", **options):
    return Entry(Bucket("shop", node), encode_task(Task([Frame(7, variables)], **options)))


def missed(request, written):
    return MissedPage("product", "title", request.url, *written)


@pytest.mark.parametrize("request_", [Request(URL), Request(URL, method="POST", body="q=Ä")], ids=["get", "post"])
def test_the_task_comes_back_as_it_was_with_its_page(request_):
    one = entry({"link": "/1", "rows": [1, None, "Ä"]})
    page, payload = read_task(missed(request_, write_task(one, request_)))
    assert (payload, page.startswith(request_.method if request_.method == "POST" else URL)) == (one.payload, True)


def test_nothing_is_told_of_what_was_sent():
    sent = [write_task(entry({"n": 1}), Request(URL, method="POST", body=f"pin={pin}")) for pin in (1234, 9876)]
    assert sent[0] == sent[1]


def test_tasks_are_told_apart_by_place_and_variables_and_not_by_what_came_of_them():
    def told(*arguments, **options):
        return write_task(entry(*arguments, **options), Request(URL))[1]

    assert told({"n": 1}) == told({"n": 1}, joins=3)
    assert len({told({"n": 1}), told({"n": 2}), told({"n": 1}, "main/other/page")}) == 3


@pytest.mark.parametrize(
    ("variables", "options", "url"),
    [
        ({"password": "geheim99"}, {}, URL),
        ({"user": {"api_key": "geheim99"}}, {}, URL),
        ({"link": f"/x?t={JWT}"}, {}, URL),
        ({}, {}, f"{URL}/{JWT}"),
        ({}, {}, f"{URL}?password=geheim99"),
        ({"text": "x" * 20_000}, {}, URL),
        ({}, {"used": {"session": 1}}, URL),
    ],
    ids=["password", "inner", "token", "token in the address", "address", "much", "login"],
)
def test_what_is_secret_or_much_or_logged_in_is_not_written_down(variables, options, url):
    assert write_task(entry(variables, **options), Request(url)) is None


@pytest.mark.parametrize(("callback", "asked"), [("?", '["a"]'), ("", "{"), ("", "[]"), ("parse", "")])
def test_what_cannot_be_read_is_asked_for_no_more(callback, asked):
    assert read_task(MissedPage("product", "title", URL, callback, asked)) == (URL, None)
