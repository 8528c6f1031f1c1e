import pytest

from scrapy_bt.crawl.redis import fields
from scrapy_bt.crawl.redis.fields import FieldError


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (fields.check_class, 1),
        (fields.check_class, "shop.requests.Slow"),
        (fields.check_depth, 3),
        (fields.check_priority, -3),
        (fields.check_body, b"body"),
        (fields.check_method, "M-SEARCH"),
        (fields.check_arguments, {"page": object}),
        (fields.check_flags, ["cached"]),
        (fields.check_cookies, {"a": "b", b"c": 1, "d": None}),
        (fields.check_cookies, [{"name": "a", "value": b"b", "secure": True, "sameSite": None}]),
        (fields.check_encoding, "cp1252"),
    ],
)
def test_what_a_request_may_have_passes(check, value):
    assert check(value) == value


@pytest.mark.parametrize(
    ("check", "value", "message"),
    [
        (fields.check_class, True, "class is True"),
        (fields.check_class, [], "class is"),
        (fields.check_depth, "3", "depth is '3', where an int is wanted"),
        (fields.check_priority, 1.5, "priority is 1.5"),
        (fields.check_priority, True, "priority is True"),
        (fields.check_body, "body", "body is 'body', where a bytes is wanted"),
        (fields.check_method, "GET / HTTP/1.1\r\nX:", "no method of HTTP"),
        (fields.check_method, "", "no method of HTTP"),
        (fields.check_method, b"GET", "method is b'GET'"),
        (fields.check_arguments, {1: 2}, "cb_kwargs names is 1"),
        (fields.check_arguments, [("a", 1)], "cb_kwargs is"),
        (fields.check_flags, "cached", "flags is 'cached'"),
        (fields.check_flags, [b"cached"], "flags is b'cached'"),
        (fields.check_headers, {"a": b"b"}, "headers have 'a'"),
        (fields.check_headers, {b"a": "b"}, "headers have b'a' = 'b'"),
        (fields.check_headers, {b"a": [b"b", None]}, "headers have b'a'"),
        (fields.check_cookies, {"a": ["b"]}, r"cookies have 'a' = \['b'\]"),
        (fields.check_cookies, {1: "b"}, "cookies have 1"),
        (fields.check_cookies, [{"name": {}}], "cookies have 'name'"),
        (fields.check_cookies, ["name"], "cookies is 'name'"),
        (fields.check_cookies, "a=b", "cookies is 'a=b', where a list is wanted"),
        (fields.check_encoding, "zip", "no encoding of texts"),
        (fields.check_encoding, "no-such-code", "no encoding of texts"),
        (fields.check_encoding, "utf\0", "no encoding of texts"),
        (fields.check_encoding, 8, "encoding is 8"),
    ],
)
def test_what_a_request_may_not_have_is_named(check, value, message):
    with pytest.raises(FieldError, match=message):
        check(value)


def test_a_single_header_value_stands_for_itself():
    assert fields.check_headers({b"a": b"1", b"b": [], b"c": [b"2", b"3"]}) == {
        b"a": [b"1"],
        b"b": [],
        b"c": [b"2", b"3"],
    }


def test_only_the_fields_of_a_class_pass():
    assert fields.check_extra({"dumps_kwargs": 1}, ["dumps_kwargs"]) == {"dumps_kwargs": 1}
    with pytest.raises(FieldError, match="no field 'url'"):
        fields.check_extra({"url": "x"}, ["dumps_kwargs"])


def test_what_is_long_is_shown_short():
    with pytest.raises(FieldError) as found:
        fields.check_priority("x" * 10_000)
    assert len(str(found.value)) < 200
