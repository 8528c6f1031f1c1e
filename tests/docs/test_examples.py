"""Every example of the language in the documentation is right."""

import pytest

from scrapy_bt.core.language.checker import check
from scrapy_bt.core.language.formatter import format_text
from tests.docs.blocks import Block, all_blocks

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
