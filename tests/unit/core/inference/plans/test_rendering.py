"""Values become texts, and texts become parts of requests."""

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.values import (
    Argument,
    Called,
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Random,
    Taken,
    Value,
)
from scrapy_bt.core.inference.plans.plan import PlannedStep
from scrapy_bt.core.inference.plans.rendering import MissingValue, Situation, is_carried, render, render_step
from scrapy_bt.core.samples.parameters import WHOLE_URL, Key
from scrapy_bt.core.samples.traffic import Answer, Sent

PAGE = Answer(
    200,
    "https://shop.test/list/",
    (("Content-Type", "text/html"),),
    b'<base href="/shop/"><a href="item?q=a b">x</a><input name="t" value="YQ==">',
)
TOKEN = Taken(1, Extraction("css", "input::attr(value)"))
CALLED = Called(1, Argument("user"), ("//a[.=", "]/@href"))
LINK = Taken(1, Extraction("css", "a::attr(href)"))
SITUATION = Situation({"user": "ann"}, {1: PAGE}, 1_700_000_000.25, lambda below: below - 1)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Constant("x"), "x"),
        (Argument("user"), "ann"),
        (TOKEN, "YQ=="),
        (Now(), "1700000000250"),
        (Now("s"), "1700000000"),
        (Now("%Y-%m-%d"), "2023-11-14"),
        (Random("uuid", 36), "ffffffff-ffff-4fff-bfff-ffffffffffff"),
        (Random("hex", 4), "ffff"),
        (Random("digits", 2), "99"),
        (Random("letters", 2), "zz"),
        (Joined((Constant("a"), Argument("user"))), "aann"),
        (Coded(Argument("user"), "hex"), "616e6e"),
        (Decoded(TOKEN, "base64"), "a"),
        (replace(CALLED, or_given=True), "ann"),
    ],
)
def test_a_value_is_rendered(value: Value, text: str) -> None:
    assert render(value, SITUATION) == text


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (Argument("secret"), "nobody gave one in this recording"),
        (CALLED, 'xpath `//a[.="ann"]/@href` found nothing in the answer of step 2'),
        (Taken(2, Extraction("css", "a")), "it comes from step 3, which was not sent before"),
        (Taken(1, Extraction("css", "b")), "css `b` found nothing in the answer of step 2"),
        (Decoded(Argument("user"), "hex"), "what should be hex-coded is not"),
        (Each(1), "no loop runs here"),
    ],
)
def test_a_value_that_cannot_be_had_says_why(value: Value, why: str) -> None:
    with pytest.raises(MissingValue) as missing:
        render(value, SITUATION)
    assert why in str(missing.value)


def test_values_are_put_where_they_belong_in_the_coding_of_the_place() -> None:
    sent = Sent(
        "POST",
        "https://shop.test/a/login?x=1&utm=2",
        (
            (":authority", "shop.test"),
            ("Host", "shop.test"),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Content-Length", "7"),
            ("If-None-Match", "x"),
            ("X-Api", "1"),
        ),
        b"user=bob",
    )
    planned = PlannedStep(
        3,
        sent,
        {Key("form", "user"): Constant("é&"), Key("path", "0"): Constant("b/c"), Key("header", "x-api"): TOKEN},
        frozenset({Key("query", "utm")}),
    )
    rendered = render_step(planned, SITUATION)
    assert rendered.url == "https://shop.test/b%2Fc/login?x=1"
    assert rendered.body == b"user=%C3%A9%26"
    assert rendered.headers == (("Content-Type", "application/x-www-form-urlencoded"), ("X-Api", "YQ=="))


def test_a_whole_link_is_relative_to_its_page() -> None:
    planned = PlannedStep(2, Sent("GET", "https://shop.test/other?z=1"), {WHOLE_URL: LINK})
    assert render_step(planned, SITUATION).url == "https://shop.test/shop/item?q=a%20b"


def test_the_parameter_that_has_no_value_is_named() -> None:
    planned = PlannedStep(2, Sent("GET", "https://shop.test/?q=secret"), {Key("query", "q"): Argument("word")})
    with pytest.raises(MissingValue, match=r"^no value for query q: nobody gave one in this recording$"):
        render_step(planned, SITUATION)


def test_a_parameter_that_the_request_cannot_take_is_named_without_values() -> None:
    planned = PlannedStep(2, Sent("GET", "https://shop.test/?q=secret"), {Key("json", "a.b"): Constant("hush")})
    with pytest.raises(MissingValue) as missing:
        render_step(planned, SITUATION)
    assert "json a.b" in str(missing.value)
    assert "secret" not in str(missing.value)
    assert "hush" not in str(missing.value)


@pytest.mark.parametrize(
    ("header", "carried"), [("Host", True), (":path", True), ("if-none-match", True), ("X", False)]
)
def test_what_is_the_connections_matter_is_told(header: str, carried: bool) -> None:
    assert is_carried(header) is carried
