"""Keys in attributes of rows, which scripts ask with; tests/mechanisms/rowids.py has them in whole recordings."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import extract, extract_within
from scrapy_bt.core.inference.answers.values import Called, Extraction, Within
from scrapy_bt.core.inference.blackboard.workflow import Workflow
from scrapy_bt.core.inference.steps.rowkeys import key_in_attribute, keys_behind_words
from scrapy_bt.core.samples.traffic import Answer, Exchange, Sent
from scrapy_bt.core.tree.literals import literal
from tests.recordings import SITE, answer

_KEYS = {"rope": "305", "kettle": "17", "lamp": "888"}


def test_a_number_stands_behind_a_word_in_the_id_of_a_row() -> None:
    page = answer("/", "<ul id=box_list><li id='box_3'>Lamps</li><li id='box_13'>Ropes</li></ul>")
    (found,) = keys_behind_words(page, ["3", "13"])
    assert extract(page, found) == ["3", "13"]


@pytest.mark.parametrize(
    ("body", "key"),
    [("<li id='3'>Lamps</li>", "3"), ("<li id='box_b1'>Lamps</li>", "b1"), ("<li id='box_13'>Ropes</li>", "3")],
    ids=["no word", "no number", "a part of a number"],
)
def test_other_ids_tell_none(body: str, key: str) -> None:
    assert not list(keys_behind_words(answer("/", f"<ul>{body}</ul>"), [key]))


def _key_of(page: str, name: str) -> list[str]:
    """The keys that are found for a name, where “rope” and “kettle” were chosen."""
    shown = answer("/", page)
    listed = tuple(Exchange(0, Sent("GET", shown.url), shown) for _ in range(2))
    urls = [f"{SITE}/api?id={_KEYS[each]}" for each in ("rope", "kettle")]
    asked = tuple(Exchange(1, Sent("GET", url), Answer(200, url, (), b"{}")) for url in urls)
    workflow = Workflow({0: listed, 1: asked}, {0: 1, 1: 2}, 2)
    found = key_in_attribute(1, ("305", "17"), ("rope", "kettle"), workflow, "kind")
    called = found.value if isinstance(found, Within) else found
    assert isinstance(called, Called)
    keys = extract(shown, Extraction("xpath", called.expression(literal(name))))
    return [
        part for key in keys for part in (extract_within(key, found.extraction) if isinstance(found, Within) else [key])
    ]


def _rows(row: str) -> str:
    return "".join(row.format(key, name) for name, key in _KEYS.items())


@pytest.mark.parametrize(
    ("page", "keys"),
    [
        ("<ul>" + _rows("<li data-id={}><b>{}</b></li>") + "</ul>", ["888"]),
        ("<li data-id=7><b>shade</b><i>lamp</i></li>" + _rows("<li data-id={}><b>{}</b><i>none</i></li>"), ["888"]),
        (
            "<ul><li data-id=7><b>lamp</b></li></ul><ul class=all>" + _rows("<li data-id={}><b>{}</b></li>") + "</ul>",
            ["888"],
        ),
        ("<li id=row-top-7><b>lamp</b></li>" + _rows("<li id=row-{}><b>{}</b></li>"), ["888"]),
        ("<li data-id=7><b>lamp</b></li>" + _rows("<li data-id={}><b>{}</b></li>"), []),
    ],
    ids=["alone", "a text of another row", "elsewhere", "another word", "of two rows"],
)
def test_the_key_of_the_row_that_is_called_so(page: str, keys: list[str]) -> None:
    assert _key_of(page, "rope") == ["305"]
    assert _key_of(page, "lamp") == keys
