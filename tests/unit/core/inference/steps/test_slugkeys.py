"""Keys that an address has beside a readable name."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Called, Within
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.slugkeys import key_beside_name
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, infer, record

_PAGE = "<a href='/c/3/lamps/'>Lamps</a><a href='/c/17/old-ropes?a=1'>Ropes</a><a href=/c/5/tins>Tins</a>"


def found(*paths: str, page: str = _PAGE, key: str = "1") -> tuple[tuple[str | None, ...], Within] | None:
    workflow = workflow_of(infer([record(ask("/", page), ask(path)) for path in paths], AlignmentSource()))
    values = tuple(path.split("/")[1 + int(key)] for path in paths)
    return key_beside_name(1, Key("path", key), values, workflow, lambda names: "kind")


def test_the_key_is_taken_from_the_link_that_has_the_name_in_its_address() -> None:
    told = found("/c/3/lamps/", "/c/17/old-ropes")
    assert told is not None
    names, within = told
    assert names == ("lamps", "old-ropes")
    assert isinstance(within.value, Called)
    assert (within.value.step, within.value.name) == (0, Argument("kind"))


def test_a_name_may_stand_before_the_key() -> None:
    told = found("/c/lamps/3", "/c/ropes/17", page="<a href=/c/lamps/3>L</a><a href=/c/ropes/17>R</a>", key="2")
    assert told is not None
    assert told[0] == ("lamps", "ropes")


@pytest.mark.parametrize(
    "paths",
    [
        ("/c/3/lamps", "/c/4/old-ropes"),
        ("/c/3/1", "/c/17/2"),
        ("/c/3/lamps", "/c/17/lamps"),
        ("/c/x/lamps", "/c/y/tins"),
    ],
    ids=["another key", "no names", "one name", "no keys"],
)
def test_nothing_is_taken_where_links_do_not_have_both(paths: tuple[str, str]) -> None:
    assert found(*paths) is None


@pytest.mark.parametrize(
    "more",
    ["<a href=/c/4/lamps>More lamps</a>", "<a href=/c/9/tins/>Tins</a>"],
    ids=["a recorded name has two keys", "another one has"],
)
def test_a_name_beside_several_keys_tells_none(more: str) -> None:
    assert found("/c/3/lamps/", "/c/17/old-ropes", page=_PAGE + more) is None


def test_links_of_another_shape_or_host_are_no_others() -> None:
    more = "<a href=/brand/4/lamps>B</a><a href=/c/2024/05/lamps>D</a><a href=https://shop.test/c/9/lamps>S</a>"
    assert found("/c/3/lamps/", "/c/17/old-ropes", page=more + _PAGE) is not None
