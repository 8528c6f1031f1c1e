"""Selectors in `.bt` files."""

import pytest

from scrapy_bt.core.healing.patching.pieces import UneditableError
from scrapy_bt.core.healing.patching.trees import replace_in_tree

TREE = """links :: data css "a.item" "a.other" all as url  # css "a.item"
shop  :: item each css ".row" {
    title = css
        "h1::text"  as text
    price = xpath "//b" as number
    where = page.url
}
"""


@pytest.mark.parametrize(
    ("node", "field", "old", "new", "before", "after"),
    [
        ("links", "", "a.item", "a.thing", 'css "a.item" "a.other"', 'css "a.thing" "a.other"'),
        ("shop", "", ".row", "//li", 'css ".row"', 'xpath "//li"'),
        ("shop", "title", "h1::text", "h2.x::text", '"h1::text"  as', '"h2.x::text"  as'),
        ("shop", "price", "//b", 'i[a="b"]', 'xpath "//b"', "css 'i[a=\"b\"]'"),
    ],
)
def test_every_other_byte_stays(node, field, old, new, before, after):
    assert replace_in_tree(TREE, node=node, field=field, old=old, new=new) == TREE.replace(before, after, 1)
    text = TREE.replace("\n", "\r\n")
    assert replace_in_tree(text, node=node, field=field, old=old, new=new) == text.replace(before, after, 1)


@pytest.mark.parametrize(
    ("text", "node", "field", "new", "said"),
    [
        (TREE, "shop", "title", "h2", "has no selector 'a.item' any more"),
        (TREE, "shop", "where", "h2", "no selector"),
        (TREE, "none", "", "h2", "no selector"),
        (TREE, "links", "", "//a", "several css selectors"),
        ("links :: data css", "links", "", "a", "the file has mistakes"),
    ],
)
def test_what_cannot_be_edited_is_told(text, node, field, new, said):
    with pytest.raises(UneditableError, match=said):
        replace_in_tree(text, node=node, field=field, old="a.item", new=new)


def test_a_path_into_json_stays_one():
    text = 'product :: item {\n    title = json "product.title" as text\n}\nmain :: and () { :product }\n'
    after = replace_in_tree(text, node="product", field="title", old="product.title", new="product.headline")
    assert after == text.replace("product.title", "product.headline")
