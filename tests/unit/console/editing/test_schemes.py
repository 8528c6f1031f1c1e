from scrapy_bt.console.editing.schemes import tell_made
from tests.docs.blocks import DOCS, read_blocks

SCHEME = next(block.text for block in read_blocks(DOCS / "schemes.md") if block.caption == "topic.toml")


def test_what_a_scheme_makes_is_told_before_anything_is_queued() -> None:
    made = tell_made(SCHEME, "topic.toml")
    assert made is not None
    assert (made.seeds, made.combinations, made.pages) == (18, 6, {"portal": 2, "forum": 1})
    assert len(made.first) == 10
    assert made.first[0][1].startswith("http://127.0.0.1:8000/portal/search?q=")


def test_nothing_is_told_of_a_scheme_with_faults_or_values_that_are_still_to_come() -> None:
    assert tell_made("scheme = ", "topic.toml") is None
    assert tell_made(SCHEME.replace('"http://127.0.0.1:8000"', '""'), "topic.toml") is None
