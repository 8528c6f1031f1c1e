"""The tree that the page about inference shows is what grows."""

from scrapy_bt.core.inference.growth import grow, print_grown
from tests import conclusions
from tests.docs.blocks import DOCS, read_blocks


def test_the_tree_that_is_shown_is_the_one_that_grows() -> None:
    shown = [block.text for block in read_blocks(DOCS / "inference.md") if block.language == "bt"]
    assert print_grown(grow(conclusions.quotes())) in shown
