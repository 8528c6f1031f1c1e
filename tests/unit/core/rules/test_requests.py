import pytest

from scrapy_bt.core.rules.requests import RuleRequest, parse_request
from scrapy_bt.core.rules.rule import TagRef
from scrapy_bt.errors import NodeError


@pytest.mark.parametrize(
    ("texts", "request_"),
    [
        (["list.title"], RuleRequest("values", "list", "title")),
        (["list", "entry"], RuleRequest("entry", "list")),
        (["list", "next", "w"], RuleRequest("next", "list", way="w")),
        (["list", "content", "w"], RuleRequest("content", "list", way="w")),
        (["list.link", "steps", "w"], RuleRequest("steps", "list", "link", "w")),
        (["list.link", "links", ""], RuleRequest("links", "list", "link")),
        (["list", "url"], RuleRequest("url", "list")),
        (["list.link", "urls"], RuleRequest("urls", "list", "link")),
        (["list", "rows", "books"], RuleRequest("rows", "list", "books")),
        (["list", "rows", "w", "books"], RuleRequest("rows", "list", "books", "w")),
    ],
)
def test_what_a_source_asks_for(texts, request_):
    assert parse_request(texts) == request_


@pytest.mark.parametrize(
    "texts",
    [["list"], ["list."], [".t"], ["list.title", "entry"], ["list", "steps", "w"], ["list", "rows"],
     ["list.t", "values"], ["list", "rows", "w", "g", "x"], ["list", "more", "w"]],
)  # fmt: skip
def test_other_texts_are_no_source(texts):
    with pytest.raises(NodeError):
        parse_request(texts)


def test_the_tag_of_a_request():
    assert parse_request(["list.title"]).ref == TagRef("list", "title")
