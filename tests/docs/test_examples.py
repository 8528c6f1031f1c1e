"""Every example of the language in the documentation is right."""

import re

import pytest

from scrapy_bt.core.language.checker import check
from scrapy_bt.core.language.formatter import format_text
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.testing import page
from tests.contracts.workshop import Clock
from tests.docs.blocks import Block, all_blocks
from tests.frontiercrawls import FrontierCrawl

EXAMPLES = [block for block in all_blocks("bt") if not block.is_faulty]


INCOMPLETE = {"missing-main", "unknown-name", "resource-of-unknown-node", "states-of-unknown-node"}
"""What may be missing in an example that shows a part of a file."""


def faults_of(block: Block) -> list[str]:
    """Return the faults of a complete file, or those of a part that have nothing to do with what is missing."""
    # A stub is what an example of stubs shows.
    faults = [fault for fault in check(block.text, file=str(block)) if fault.code != "stub"]
    is_part = "missing-main" in {fault.code for fault in faults}
    return [str(fault) for fault in faults if not (is_part and fault.code in INCOMPLETE)]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 30


@pytest.mark.parametrize("block", EXAMPLES, ids=str)
def test_an_example_has_no_faults(block: Block) -> None:
    assert faults_of(block) == []


@pytest.mark.parametrize("block", EXAMPLES, ids=str)
def test_an_example_has_the_canonical_layout(block: Block) -> None:
    assert format_text(block.text) == block.text


@pytest.mark.parametrize("block", [block for block in all_blocks("bt") if block.is_faulty], ids=str)
def test_an_example_of_mistakes_has_some(block: Block) -> None:
    assert faults_of(block)


PAGE = """<html><title>T</title><h1>One</h1><p class="price">3.50</p><a class="category" href="/c">C</a>
<h3><a href="/d">D</a></h3><li class="next"><a href="/n">N</a></li><script>token: "x"</script></html>"""

ARGUMENTS = {"path": "/lamps/", "last": "2", "photo": "bGFtcA==", "users": '[{"user": "ann", "password": "apple"}]'}
"""Any other is a site."""


def is_whole(block: Block) -> bool:
    """Whether it is a whole crawl that needs nothing else."""
    needs_more = re.search(r"\b(?:python|rules) \"|\binclude \"|:: visit\n|:: data( \{|\n)", block.text)
    return "\nmain ::" in f"\n{block.text}" and not needs_more


@pytest.mark.parametrize("block", [block for block in EXAMPLES if is_whole(block)], ids=str)
def test_a_whole_example_crawls(block: Block) -> None:
    program, clock = Program(parse(block.text), name="crawl"), Clock()
    needed = [parameter.name for parameter in program.main.parameters if parameter.default is None]
    given = {name: ARGUMENTS.get(name, "https://shop.test") for name in needed}
    frontier = MemoryFrontier(
        lambda _: 0.0, limits=program.limits, clock=clock, ageing=0.0, lease_seconds=60.0, journal=None
    )
    crawl = FrontierCrawl(program, [page(PAGE)], lambda: frontier, clock, given)
    log = crawl.run()
    assert any(line.startswith("visit ") for line in log), log
    assert not [line for line in log if line.startswith("task error")]
