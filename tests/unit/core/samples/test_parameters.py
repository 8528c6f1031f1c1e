"""What a request is made of, and the request with some of it changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.samples.parameters import Key, parameters_of, with_parameters
from scrapy_bt.core.samples.traffic import Sent

FORM = "application/x-www-form-urlencoded"


def values(sent: Sent) -> dict[str, str]:
    return {str(parameter.key): parameter.value for parameter in parameters_of(sent)}


def posted(body: str | bytes, content_type: str = "", *headers: tuple[str, str]) -> Sent:
    data = body.encode() if isinstance(body, str) else body
    return Sent(
        "POST", "https://shop.example/do", ((("Content-Type", content_type),) if content_type else ()) + headers, data
    )


MULTIPART = posted(
    b'--x\r\nContent-Disposition: form-data; name="meta"\r\n\r\n{"a":1}\r\n'
    b'--x\r\nContent-Disposition: form-data; name="f"; filename="p.bin"\r\n\r\n\xff\x00\r\n--x--\r\n',
    "multipart/form-data; boundary=x",
)
REQUESTS = [
    Sent("GET", "https://shop.example"),
    Sent("GET", "https://shop.example/?"),
    Sent("GET", "https://shop.example/a//b%2Fc/?q=a+b&q=%61&flag&&v=%7B%22x%22%3A%20[1,2]%7D#top?a=1"),
    Sent(
        "GET",
        "https://shop.example/x",
        ((":path", "/x"), ("Host", "shop.example"), ("X-A", "1"), ("x-a", "2"), ("Cookie", "a=1;b=2"), ("cookie", "c")),
    ),
    posted("a%5B%5D=1&a[]=2&payload=%7B%22user%22:%7B%22id%22:5%7D%7D", FORM, ("Content-Length", "60")),
    posted('{"query": "query X { x }", "variables": {"id": 1}}', "application/json"),
    posted("<?xml version='1.0'?><find><word>a</word><most>3</most></find>", "text/xml"),
    posted("plain text", "text/plain"),
    posted(b"\xff\xfe\x00", "application/octet-stream"),
    posted("a=1&b=2"),
    MULTIPART,
    Sent("GET", "http://[broken/x?y=1"),
]


@pytest.mark.parametrize("sent", REQUESTS, ids=range(len(REQUESTS)))
def test_a_request_with_its_own_parameters_is_the_same_request(sent: Sent) -> None:
    assert with_parameters(sent, {}) == sent
    assert with_parameters(sent, {parameter.key: parameter.value for parameter in parameters_of(sent)}) == sent


@pytest.mark.parametrize("sent", REQUESTS, ids=range(len(REQUESTS)))
def test_each_parameter_can_be_left_out_and_changed(sent: Sent) -> None:
    for parameter in parameters_of(sent):
        left = parameters_of(with_parameters(sent, {parameter.key: None}))
        assert len(left) == len(parameters_of(sent)) - 1 - (parameter.key.name == "f")
        changed = with_parameters(sent, {parameter.key: "9 ä&="})
        assert Key(parameter.key.where, parameter.key.name, parameter.key.number) in {
            other.key for other in parameters_of(changed) if other.value == "9 ä&="
        }


def test_an_address() -> None:
    sent = Sent("GET", "https://shop.example/list/7%20b?q=red+chair&tag=a&tag=b")
    assert values(sent) == {
        "path 0": "list",
        "path 1": "7 b",
        "query q": "red chair",
        "query tag": "a",
        "query tag #2": "b",
    }
    changed = with_parameters(sent, {Key("path", "1"): "8", Key("query", "tag", 1): None, Key("query", "q"): "ü"})
    assert changed.url == "https://shop.example/list/8?q=%C3%BC&tag=a"


def test_leaving_the_whole_query_out_leaves_no_sign() -> None:
    sent = Sent("GET", "https://shop.example/a?x=1#part")
    assert with_parameters(sent, {Key("query", "x"): None}).url == "https://shop.example/a#part"


def test_a_form_with_json_in_a_field() -> None:
    sent = posted("a%5B%5D=1&a[]=2&payload=%7B%22user%22:%7B%22id%22:5%7D%7D", FORM, ("Content-Length", "60"))
    assert values(sent) == {
        "path 0": "do",
        "form a[]": "1",
        "form a[] #2": "2",
        "form payload$.user.id": "5",
    }
    changed = with_parameters(sent, {Key("form", "payload$.user.id"): "6"})
    assert changed.body == b"a%5B%5D=1&a[]=2&payload=%7B%22user%22:%7B%22id%22:6%7D%7D"
    assert changed.header("content-length") is None
    assert with_parameters(sent, {Key("form", "payload$.user.id"): None}).body == b"a%5B%5D=1&a[]=2"


def test_graphql_is_its_text_and_its_variables() -> None:
    body = {"operationName": "Item", "query": "query Item($id: ID!) { item(id: $id) { name } }", "variables": {"id": 3}}
    sent = posted(json.dumps(body), "application/json")
    assert values(sent) == {
        "path 0": "do",
        "json operationName": "Item",
        "json query": body["query"],
        "json variables.id": "3",
    }
    changed = with_parameters(sent, {Key("json", "variables.id"): "4", Key("json", "operationName"): None})
    assert json.loads(changed.body or b"") == {"query": body["query"], "variables": {"id": 4}}


def test_a_multipart_form() -> None:
    assert values(MULTIPART) == {
        "path 0": "do",
        "multipart meta$.a": "1",
        "multipart f": "ÿ\0",
        "multipart f;filename": "p.bin",
    }
    changed = with_parameters(MULTIPART, {Key("multipart", "meta$.a"): "2", Key("multipart", "f;filename"): "q.bin"})
    assert changed.body == (MULTIPART.body or b"").replace(b'"a":1', b'"a":2').replace(b"p.bin", b"q.bin")


def test_headers_of_the_connection_are_no_parameters() -> None:
    sent = Sent(
        "GET",
        "https://shop.example/",
        ((":method", "GET"), ("Host", "x"), ("X-Token", "t"), ("Cookie", "s=1; t=2=3"), ("If-None-Match", "e")),
    )
    assert values(sent) == {"header x-token": "t", "cookie s": "1", "cookie t": "2=3"}
    changed = with_parameters(sent, {Key("cookie", "s"): None, Key("header", "x-token"): None})
    assert changed.headers == ((":method", "GET"), ("Host", "x"), ("Cookie", "t=2=3"), ("If-None-Match", "e"))
    assert with_parameters(sent, {Key("cookie", "s"): None, Key("cookie", "t"): None}).header("cookie") is None


def test_a_content_type_that_follows_from_the_body_is_no_parameter() -> None:
    assert "header content-type" not in values(posted("a=1", FORM))
    assert "header content-type" not in values(posted('{"a": 1}', "application/json; charset=utf-8"))
    assert values(posted('{"a": 1}', "application/vnd.api+json"))["header content-type"] == "application/vnd.api+json"
    assert values(posted("<a/>", "text/xml"))["header content-type"] == "text/xml"


def test_what_is_missing_is_added_where_that_can_be() -> None:
    sent = Sent("GET", "https://shop.example/a")
    changed = with_parameters(
        sent, {Key("query", "x"): "1 2", Key("header", "x-a"): "b", Key("cookie", "c"): "d", Key("query", "gone"): None}
    )
    assert changed == Sent("GET", "https://shop.example/a?x=1+2", (("x-a", "b"), ("Cookie", "c=d")))
    assert with_parameters(posted("a=1", FORM), {Key("form", "b"): "2"}).body == b"a=1&b=2"
    with pytest.raises(ValueError, match=r"no json user\.id"):
        with_parameters(sent, {Key("json", "user.id"): "1"})


def test_a_body_in_another_charset_keeps_it() -> None:
    sent = posted('{"q": "Привет"}'.encode("cp1251"), "application/json; charset=windows-1251")
    assert values(sent)["json q"] == "Привет"
    assert with_parameters(sent, {Key("json", "q"): "да"}).body == '{"q": "да"}'.encode("cp1251")


@given(st.binary(max_size=60), st.sampled_from(["", FORM, "application/json", "multipart/form-data; boundary=a"]))
def test_no_body_is_too_odd(body: bytes, content_type: str) -> None:
    sent = posted(body, content_type)
    assert with_parameters(sent, {parameter.key: parameter.value for parameter in parameters_of(sent)}) == sent
