"""What plug-ins import is what scrapy_bt itself uses, and a plug-in of each kind fits its protocol."""

from types import ModuleType

import pytest

from scrapy_bt.core.inference import findings
from scrapy_bt.core.inference.sources import SOURCES
from scrapy_bt.crawl.reading.crawlboards import blackboard
from scrapy_bt.extending import frontiers, nodes, oracles, recognisers, sources, stores
from scrapy_bt.frontier.memory import MemoryFrontier


@pytest.mark.parametrize("module", [sources, frontiers, stores, oracles, recognisers])
def test_what_is_listed_is_there_and_nothing_else_is_public(module: ModuleType) -> None:
    public = {name for name in vars(module) if not name.startswith("_")}
    assert set(module.__all__) == public


def test_every_finding_that_a_source_may_post_can_be_imported() -> None:
    posted = {kind.__name__ for source in SOURCES for kind in source.watches}
    assert posted <= set(sources.__all__)
    assert sources.Origin is findings.Origin


def test_the_default_frontier_is_the_one_in_memory() -> None:
    assert issubclass(frontiers.LocalFrontier, MemoryFrontier)


def test_functions_of_nodes_have_the_blackboard_of_their_crawl() -> None:
    assert nodes.blackboard is blackboard
    assert nodes.blackboard().get_value("nothing") is None
