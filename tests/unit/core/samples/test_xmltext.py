"""XML whose leaves are changed, and nothing beside them."""

from __future__ import annotations

import pytest

from scrapy_bt.core.samples.xmltext import leaves_of, with_leaves

SOAP = """<?xml version="1.0" encoding="UTF-8"?>
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:n='urn:n' n:note='a>b'>
  <s:Header/><!-- <a>none</a> -->
  <s:Body><n:Find><word>Tom &amp; Jerry</word><raw><![CDATA[<b>]]></raw><none></none></n:Find></s:Body>
</s:Envelope>"""
RPC = (
    "<methodCall><methodName>wp.getPosts</methodName><params><param><value><int>1</int></value></param>"
    "<param><value><struct><member><name>number</name><value><int>10</int></value></member>"
    "<member><name>order</name><value><string>asc</string></value></member></struct></value></param></params></methodCall>"
)


def test_leaves_are_called_without_what_they_are_wrapped_in() -> None:
    assert leaves_of(SOAP) == [("Find.word", "Tom & Jerry"), ("Find.raw", "<b>"), ("Find.none", "")]
    assert leaves_of(RPC) == [("methodName", "wp.getPosts"), ("param", "1"), ("number", "10"), ("order", "asc")]


def test_what_is_not_changed_stays_to_the_byte() -> None:
    assert with_leaves(SOAP, {}) == SOAP
    assert with_leaves(SOAP, {0: "a < b"}) == SOAP.replace("Tom &amp; Jerry", "a &lt; b")
    assert with_leaves(SOAP, {1: None}) == SOAP.replace("<raw><![CDATA[<b>]]></raw>", "")
    assert leaves_of(with_leaves(RPC, {2: "5"})) == [*leaves_of(RPC)[:2], ("number", "5"), ("order", "asc")]  # type: ignore[index]


def test_attributes_are_leaves_that_are_emptied_where_they_are_left_out() -> None:
    text = """<ask xmlns="urn:a" v='1'><by user="ada" key='a&quot;b'/><word lang="en">lamp</word></ask>"""
    assert leaves_of(text) == [
        ("v", "1"),
        ("by.user", "ada"),
        ("by.key", 'a"b'),
        ("word.lang", "en"),
        ("word", "lamp"),
    ]
    assert with_leaves(text, {}) == text
    assert with_leaves(text, {3: None, 4: None}) == text.replace("en", "").replace("lamp", "")
    assert leaves_of(with_leaves(text, {2: "'\"<&"}))[2] == ("by.key", "'\"<&")  # type: ignore[index]


@pytest.mark.parametrize(
    "text",
    ["", "plain", "<a>", "<a/>", "<a><b></a>", "1 < 2", '<!DOCTYPE a [<!ENTITY b "<c/></b>">]><a><d>1</d></a>'],
)
def test_what_is_no_xml_has_no_leaves(text: str) -> None:
    assert leaves_of(text) is None
