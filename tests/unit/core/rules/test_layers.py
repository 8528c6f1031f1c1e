import time
from dataclasses import replace

import pytest

from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.rules.layers import next_url, put_together, read_page
from scrapy_bt.core.rules.offsets import Offset
from scrapy_bt.core.rules.results import PageResults, TagResult, TagValues
from scrapy_bt.core.rules.rule import Layer, Tag
from scrapy_bt.errors import PatternTimeout

ARTICLE = Layer(
    "article",
    entries=("https://a.test/<1,1000000,1,false>", "https://b.test/"),
    tags=(
        Tag("title", start="<h1>", end="</h1>"),
        Tag("text", start="<p>", end="</p>"),
        Tag("word", rematch=r"\w+", parent="text"),
        Tag("next", start='rel="next" href="', end='"', link=True),
    ),
    next_page="next",
    content="text",
)
FIRST = '<h1>T</h1><p>one two</p><a rel="next" href="?2">'
SECOND = "<h1>T (2)</h1><p> three</p>"


def test_a_page_is_read() -> None:
    page = read_page(ARTICLE, FIRST, "https://a.test/1")
    assert (page.layer, page.url) == ("article", "https://a.test/1")
    assert page.values("title") == ("T",)
    assert page.values("next") == ("https://a.test/1?2",)
    assert page.found[1].results[0].children[0].values == ("one", "two")
    assert read_page(ARTICLE, FIRST, "https://a.test/1", base_url="https://b.test/").values("next") == (
        "https://b.test/?2",
    )


def test_the_next_page() -> None:
    assert next_url(ARTICLE, read_page(ARTICLE, FIRST, "https://a.test/1")) == "https://a.test/1?2"
    assert next_url(ARTICLE, read_page(ARTICLE, SECOND, "https://a.test/1?2")) == ""
    assert next_url(Layer("x"), read_page(Layer("x"), FIRST, "")) == ""


def test_an_article_is_put_together_in_the_order_of_its_pages() -> None:
    pages = [read_page(ARTICLE, text, "https://a.test/1") for text in (FIRST, SECOND)]
    whole = put_together(ARTICLE, pages)
    assert whole.values("title") == ("T",)
    assert whole.values("text") == ("one two\n three",)
    assert whole.found[1].results[0].children[0].values == ("one", "two", "three")
    assert put_together(ARTICLE, pages[:1]) is pages[0]
    assert put_together(replace(ARTICLE, joint=" / "), pages).values("text") == ("one two /  three",)


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        (["one.", "Two."], "one.\nTwo."),
        (["one.\n", "Two."], "one.\nTwo."),
        (["one.", "\r\nTwo."], "one.\r\nTwo."),
        (["one.\n", "\nTwo."], "one.\n\nTwo."),
        (["one", "", "two", "three"], "one\ntwo\nthree"),
        (["", "one", ""], "one"),
        (["", ""], ""),
        (["a</p><p>b", "c</p><p>d"], "ab\ncd"),
    ],
)
def test_each_page_of_an_article_begins_on_a_new_line(texts: list[str], whole: str) -> None:
    pages = [read_page(ARTICLE, f"<p>{text}</p>", "") for text in texts]
    assert put_together(ARTICLE, pages).values("text") == (whole,)
    # As in a crawl, one page after the other.
    article = pages[0]
    for page in pages[1:]:
        article = put_together(ARTICLE, [article, page])
    assert article.values("text") == (whole,)


def test_offsets_of_child_tags_are_those_of_each_page() -> None:
    tags = (Tag("text", start="<p>", end="</p>"), Tag("name", parent="text", start="^", start_offset=Offset(1, 2)))
    layer = Layer("l", tags=tags, content="text")
    pages = [read_page(layer, f"<p>head {name}\n- {name}</p>", "") for name in "ab"]
    (whole,) = put_together(layer, pages).found[0].results
    assert whole.value == "head a\n- a\nhead b\n- b"
    assert whole.children[0].values == ("a", "b")


def test_an_article_without_content() -> None:
    pages = [read_page(ARTICLE, "<h1>T</h1>", "")] * 2
    assert put_together(ARTICLE, pages).values("text") == ()


def test_tracing_reaches_every_tag() -> None:
    page = read_page(ARTICLE, FIRST, "", is_traced=True)
    assert all(found.trace for found in page.found)
    assert page.found[1].results[0].children[0].trace


def test_a_slow_pattern_names_its_tag() -> None:
    layer = Layer("l", tags=(Tag("fine", start="a", end="b"), Tag("slow", rematch=r"(a+)+\1b")))
    with pytest.raises(PatternTimeout, match="tag slow"):
        read_page(layer, "a" * 100_000, "", timeout=Timeout(0.05, time.perf_counter))


def test_values_of_a_page() -> None:
    page = PageResults(
        "list", "https://a.test/", (TagValues.of("a", [TagResult("1"), TagResult("2")]), TagValues("b", ()))
    )
    assert page.values("a") == ("1", "2")
    assert page.values("b") == ()
    assert page.values("absent") == ()
