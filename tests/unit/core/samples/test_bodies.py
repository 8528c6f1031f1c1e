"""What the body of an answer is."""

import pytest

from scrapy_bt.core.samples.bodies import json_of, kind_of, text_of
from scrapy_bt.core.samples.traffic import Answer


def answer(body: bytes | None, content_type: str = "") -> Answer:
    return Answer(200, "https://a.example/", (("Content-Type", content_type),) if content_type else (), body)


@pytest.mark.parametrize(
    ("body", "declared", "kind"),
    [
        (None, "text/html", "empty"),
        (b"", "text/html", "empty"),
        (b"hello", "text/html; charset=utf-8", "html"),
        (b'{"a": 1}', "text/plain", "json"),
        (b"{broken", "application/json", "json"),
        (b"{not json}", "text/plain", "text"),
        (b"<a/>", "application/rss+xml", "xml"),
        (b"<svg/>", "image/svg+xml", "binary"),
        (b"\x89PNG\0", "", "binary"),
        (b" <!DOCTYPE html>", "", "html"),
        (b"<?xml version='1.0'?><a/>", "application/octet-stream", "xml"),
        (b"words", "", "text"),
        (b"\xff\xfe\xfa", "", "binary"),
        (b"alert(1)", "application/javascript", "text"),
    ],
)
def test_kinds(body: bytes | None, declared: str, kind: str) -> None:
    assert kind_of(answer(body, declared)) == kind


@pytest.mark.parametrize(
    ("body", "declared"),
    [
        ("你好".encode("gb18030"), "text/html; charset=gb2312"),
        ('<meta charset="gbk">你好'.encode("gbk"), "text/html"),
        ("\ufeff你好".encode(), "text/html; charset=latin-1"),
        ("你好".encode(), "text/html"),
    ],
)
def test_text_in_its_encoding(body: bytes, declared: str) -> None:
    assert (text_of(answer(body, declared)) or "").endswith("你好")


def test_text_of_nothing_and_of_old_pages() -> None:
    assert text_of(answer(None)) is None
    assert text_of(answer(b"\xfcber \x93", "text/html")) == "über “"


@pytest.mark.parametrize("guard", ["", ")]}',\n", "\ufeff", "while(1);", "for(;;);"])
def test_json_behind_a_guard(guard: str) -> None:
    assert json_of(answer(f'{guard}{{"a": [1]}}'.encode(), "text/plain")) == {"a": [1]}


def test_what_is_no_json() -> None:
    assert json_of(answer(None)) is None
    assert json_of(answer(b"<html>")) is None
    assert json_of(answer(b"[" * 100_000)) is None


def test_data_that_call_themselves_a_page_are_data() -> None:
    page = (("Content-Type", "text/html; charset=UTF-8"),)
    assert kind_of(Answer(200, "https://site.test/", page, b'[{"id": 233}]')) == "json"
    assert kind_of(Answer(200, "https://site.test/", page, b"[1] <b>see below</b>")) == "html"


@pytest.mark.parametrize(("declared", "kind"), [((), "html"), ((("Content-Type", "text/plain"),), "text")])
def test_a_page_in_the_place_of_a_file_is_no_data(declared: tuple[tuple[str, str], ...], kind: str) -> None:
    url = "https://site.test/all.csv"
    assert kind_of(Answer(200, url, declared, b"<!doctype html><p>Gone, alas")) == kind
    assert kind_of(Answer(200, url, declared, b"name,price\nLamp,3\n")) == "json"
