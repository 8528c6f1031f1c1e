"""How the body of a request is parted, and its text."""

import pytest

from scrapy_bt.core.samples.requestbodies import body_kind, body_text, charset_of, decoded, encoded
from scrapy_bt.core.samples.traffic import Sent

FORM = "application/x-www-form-urlencoded"


def posted(body: str | bytes, content_type: str = "", *headers: tuple[str, str]) -> Sent:
    data = body.encode() if isinstance(body, str) else body
    return Sent(
        "POST", "https://shop.example/do", ((("Content-Type", content_type),) if content_type else ()) + headers, data
    )


@pytest.mark.parametrize(
    ("sent", "kind"),
    [
        (Sent("GET", "https://shop.example/"), None),
        (posted(""), None),
        (posted("a=1"), "form"),
        (posted('{"a": "1=2&3"}', FORM), "json"),
        (posted("[a]=1", FORM), "form"),
        (posted("text=From: me\nSubject: 1=2", FORM), "form"),
        (posted("From: me\nSubject: 1=2&3\n\nHello", FORM), "body"),
        (posted("a=1", "text/plain"), "body"),
        (posted('{"a": 1}', "text/plain"), "json"),
        (posted("x", "multipart/form-data; boundary=q"), "body"),
        (posted("<a b='1'/>"), "body"),
    ],
)
def test_the_kind_of_a_body(sent: Sent, kind: str | None) -> None:
    assert body_kind(sent) == kind


def test_the_text_of_a_body_and_its_charset() -> None:
    assert body_text(posted("ü".encode("latin-1"), 'text/plain; charset="iso-8859-1"')) == ("ü", "iso-8859-1")
    assert body_text(posted("ü", "text/plain; charset=gb2312")) == ("ü", "utf-8")
    assert charset_of(posted("")) == ""
    assert decoded(b"\xff", "nonsense") == ("\xff", "latin-1")


def test_what_does_not_fit_into_a_charset_is_sent_in_utf_8() -> None:
    assert encoded("ü", "latin-1") == b"\xfc"
    assert encoded("人", "latin-1") == "人".encode()
