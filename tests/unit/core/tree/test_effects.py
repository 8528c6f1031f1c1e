from scrapy_bt.core.tree.effects import Trouble
from scrapy_bt.errors import Place


def test_a_trouble_names_node_path_place_and_outcome() -> None:
    place = Place("shop.bt", 12, 5)
    assert str(Trouble("page", "main/page", place, "404")) == "'page' at main/page (shop.bt:12:5): 404"
    assert str(Trouble("page", "main/page", None, "error", "boom")) == "'page' at main/page: error: boom"
