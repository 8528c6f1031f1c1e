"""Pages and data that recordings lack, and whether the tree may have to go by them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.samples.traffic import Exchange, Recording
from tests.recordings import ask, record


def page(path: str) -> Exchange:
    kept = "".join(f"<li>Row {number} of {path}</li>" for number in range(4))
    return ask(path, f"<title>{path}</title><ul>{kept}</ul>")


def lost(path: str) -> Exchange:
    there = page(path)
    return replace(there, answer=replace(there.answer, body=None))


def told_of(*recordings: Recording) -> list[str]:
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    return [text for text in inference.summary.unproven if "has no content of" in text]


@pytest.mark.parametrize(
    ("paths", "is_told"),
    [
        (("!/", "/list?word={}"), False),
        (("!/", "/list?number={}"), True),
        (("!/", "/list/{}"), True),
        (("!/begin?word={}", "/list?word={}"), True),
        (("!/begin?word={}", "/begin?word={}", "/list?word={}"), False),
        (("/", "/list?number={}"), False),
    ],
    ids=[
        "the same for all, before a word",
        "the same for all, before a key",
        "the same for all, before a part of the address",
        "of what was given",
        "kept another time",
        "none",
    ],
)
def test_a_page_without_content_is_told_where_the_tree_may_have_to_go_by_it(
    paths: tuple[str, ...], *, is_told: bool
) -> None:
    recordings = []
    for word, number in (("lamps", 17), ("ropes", 305)):
        asked = [path.format(word if "word" in path else number) for path in paths]
        recordings.append(record(*(lost(path[1:]) if path[0] == "!" else page(path) for path in asked)))
    told = told_of(*recordings)
    assert bool(told) is is_told
    assert all("recording 1 has no content of GET /" in text for text in told)
