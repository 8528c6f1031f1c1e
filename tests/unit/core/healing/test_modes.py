"""What is done where a site changes, by spider, node and field."""

import pytest

from scrapy_bt.core.healing.modes import Modes
from scrapy_bt.errors import BTError
from scrapy_bt.settings.healingmodes import HEALING_MODES


def test_the_closest_name_counts():
    modes = Modes.read({"": "watch", "shop": "auto", "shop/product": "review", "shop/product/price": "off"})
    names = [(), ("other",), ("shop",), ("shop", "list"), ("shop", "product"), ("shop", "product", "price")]
    assert [modes.of(*each) for each in names] == ["watch", "watch", "auto", "auto", "review", "off"]
    assert (modes.is_watched("other"), modes.is_healed("other"), modes.is_automatic("shop")) == (True, False, True)


@pytest.mark.parametrize(
    ("value", "watched", "healed"),
    [(None, False, False), ("off", False, False), ("watch", True, False), ("review", True, True),
     ('{"shop": "auto"}', True, True), ({"shop/a": "review"}, True, True), ({"shopping": "auto"}, False, False)],
)  # fmt: skip
def test_one_mode_a_table_or_json_of_one(value, watched, healed):
    modes = Modes.read(value)
    assert (modes.is_watched("shop"), modes.is_healed("shop"), modes.is_automatic("shop")) == (
        watched, healed, value == '{"shop": "auto"}',
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "said"),
    [("on", "BT_HEALING is 'on': it is 'off'"), ({"shop": "x"}, "BT_HEALING of 'shop' is 'x'"), ("{", "is no JSON")],
)
def test_mistakes_are_told(value, said):
    with pytest.raises(BTError, match=said):
        Modes.read(value)


def test_the_mode_of_a_spiders_own_file_leaves_its_nodes():
    modes = Modes.read({"": "watch", "shop": "off", "shop/product": "auto"}).with_own("shop", {"": "review"})
    assert [modes.of(*each) for each in [("other",), ("shop",), ("shop", "list"), ("shop", "product")]] == [
        "watch", "review", "review", "auto",
    ]  # fmt: skip


def test_what_a_spiders_own_file_says_of_a_node_leaves_its_fields():
    modes = Modes.read({"shop/product": "off", "shop/product/price": "auto"}).with_own("shop", {"product": "review"})
    assert [modes.of("shop", *each) for each in [(), ("product",), ("product", "price"), ("product", "title")]] == [
        "off", "review", "auto", "review",
    ]  # fmt: skip


def test_a_node_is_healed_where_one_of_its_fields_is():
    modes = Modes.read({"": "watch", "shop/product": "review", "shop/product/price": "off", "shop/list/price": "auto"})
    assert [modes.heals("shop", node) for node in ("product", "list", "lists", "price")] == [True, True, False, False]


def test_each_mode_is_read_and_a_mistake_names_them_all():
    assert [Modes.read(mode).of("shop") for mode in HEALING_MODES] == [*HEALING_MODES]
    with pytest.raises(BTError) as refused:
        Modes.read("on")
    assert all(f"'{mode}'" in str(refused.value) for mode in HEALING_MODES)
