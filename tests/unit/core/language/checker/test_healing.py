"""What a file says of healing."""

import pytest

from scrapy_bt.core.language.checker import check

NODES = """
price :: data css "b" record :: item { a = "b" } tags :: data rules "a.yaml" "layer/tag" page :: visit "https://a.test/"
main :: and { :page :price :record :tags }
"""


@pytest.mark.parametrize(
    "line", ["heal = auto", "heal price = off", "heal price | record = review", "heal = auto heal price = off"]
)
def test_a_file_and_its_data_and_items_may_be_named(line):
    assert not [fault for fault in check(line + NODES) if "heal" in fault.code]


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        (
            "heal price = off heal record | price = off",
            "double-heal",
            "`heal price` stands here a second time, first at",
        ),
        ("heal prise = off", "heals-unknown-node", "no node `prise` is declared"),
        ("heal main = off", "heals-nothing", "`main` is a tree, which takes nothing out of a page"),
        ("heal page = off", "heals-nothing", "`page` is a visit, which takes nothing out of a page"),
        ("heal tags = off", "heals-nothing", "`tags` is taken by a rule, whose file says itself how it is healed"),
    ],
)
def test_what_cannot_be_meant_is_told(line, code, told):
    (fault,) = [fault for fault in check(line + NODES) if "heal" in fault.code]
    assert (fault.code, fault.message.startswith(told), fault.place.line) == (code, True, 1)
