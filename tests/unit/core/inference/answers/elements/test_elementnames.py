"""Elements by their names."""

from __future__ import annotations

from lxml import etree, html

from scrapy_bt.core.inference.answers.elements.elementnames import local_name, member_name, path_of, ways_in_xml

SOAP = etree.fromstring('<s:E xmlns:s="urn:e"><s:B><n:Ticket xmlns:n="urn:n">7</n:Ticket></s:B></s:E>')
RPC = etree.fromstring(
    "<struct><member><name>token</name><value><string>x1</string></value></member>"
    "<member><name>rows</name><value><int>3</int></value></member></struct>"
)


def test_an_element_of_xml_is_found_by_its_name_and_those_around_it() -> None:
    ticket = SOAP[0][0]
    assert local_name(ticket) == "Ticket"
    assert [text for _, text, _ in ways_in_xml(ticket, "::text")] == [
        "Ticket::text", "B > Ticket::text", "E > B > Ticket::text"
    ]  # fmt: skip
    assert path_of(ticket) == "E > B > Ticket"


def test_a_value_of_xml_rpc_is_called_as_its_member() -> None:
    (string,) = RPC.iter("string")
    assert member_name(string) == "token"
    how, text, _ = next(ways_in_xml(string, "::text"))
    assert (how, RPC.getroottree().xpath(text)) == ("xpath", ["x1"])
    assert member_name(SOAP[0][0]) == ""


def test_the_path_of_an_element_counts_those_of_its_name() -> None:
    root = html.fromstring("<ul><li>a</li><li>b <i>c</i></li></ul>")
    assert path_of(root[1][0]) == "html > body > ul > li:nth-of-type(2) > i"
