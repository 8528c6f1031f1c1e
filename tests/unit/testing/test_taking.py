import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.testing import taken
from scrapy_bt.testing.taking import take

TREE = """
token :: data css "input[name=token]::attr(value)"
links :: data css "{where} a::attr(href)" as url
quote :: item each css "p" { text = css "::text"  by = who  first = :token }
stub  :: data
page  :: visit "https://site.test/"
main  :: and { :page }
"""
BODY = '<input name=token value=7><div><a href="b">é</a></div><p>One<p>Two'


def test_a_data_node_gives_its_values():
    assert taken(TREE, "token", BODY) == ["7"]
    assert taken(TREE, "links", BODY, url="https://site.test/a/", where="div") == ["https://site.test/a/b"]
    assert taken(TREE, "links", BODY, where="ul") == []


def test_an_item_node_gives_its_records():
    assert taken(TREE, "quote", BODY.encode(), who="me") == [
        {"text": "One", "by": "me", "first": "7"},
        {"text": "Two", "by": "me", "first": "7"},
    ]


def test_the_body_tells_what_it_is():
    tree = 'name :: data json "rows[].name" title :: data css "Title::text" main :: and { }'
    assert taken(tree, "name", '{"rows": [{"name": "é"}]}') == ["é"]
    assert taken(tree, "title", '<?xml version="1.0"?><a><Title>T</Title></a>') == ["T"]
    assert taken(tree, "title", "<Title>T</Title>", headers={"Content-Type": "text/xml"}) == ["T"]


def test_what_stands_before_a_node_is_taken_of_the_page_too():
    tree = """main :: and (name) {
        visit "https://site.test/"
        while card = css ".card" { item { name = name  title = css "b::text" from card } }
        found = css "script::text" as json
        item { price = found.offers.price }
    }"""
    cards = "<div class=card><b>One</b></div><div class=card></div><div class=card><b>Two</b></div>"
    body = f'{cards}<script>{{"offers": {{"price": 3}}}}</script>'
    assert taken(tree, "main/item", body) == [{"price": 3}]
    assert taken(tree, "main/while/item", body, name="n") == [
        {"name": "n", "title": title} for title in ("One", None, "Two")
    ]
    assert take(parse(tree), "main/while/item", body, url="https://site.test/", variables={}).unknown == ("name",)


@pytest.mark.parametrize("node", ["page", "main", "stub", "nothing"])
def test_another_node_takes_nothing(node):
    with pytest.raises(LookupError, match=f"no data or item node '{node}'"):
        taken(TREE, node, BODY)
