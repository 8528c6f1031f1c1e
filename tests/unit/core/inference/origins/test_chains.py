from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.inference.answers.values import Argument, Coded, Decoded
from scrapy_bt.core.inference.origins.chains import PLAIN, Chain, chains_for, undone
from scrapy_bt.core.inference.plans.rendering import Situation, render


@pytest.mark.parametrize(
    ("value", "links"),
    [
        ("a%2Fb", (("undo", "url"),)),
        ("YTp0MGtlbg==", (("undo", "base64"),)),
        ("a/b", (("do", "url"),)),
        ("YTp0MGtlbg%3D%3D", (("undo", "url"), ("undo", "base64"))),
        ("a&b", (("do", "html"),)),
        ("t0k3n t0k3n", (("do", "base64"),)),
    ],
)
def test_codings_are_tried_both_ways_and_twice(value: str, links: tuple[tuple[str, str], ...]) -> None:
    assert links in [chain.links for chain in chains_for(value)]


def test_the_plain_value_comes_first() -> None:
    assert next(iter(chains_for("anything"))) == PLAIN
    assert str(PLAIN) == ""
    assert str(Chain((("undo", "url"), ("undo", "base64")))) == "base64-coded, url-coded"


def test_wrapping() -> None:
    chain = Chain((("undo", "url"), ("undo", "base64")))
    assert chain.wrap(Argument("a")) == Coded(Coded(Argument("a"), "base64"), "url")
    assert Chain((("do", "html"),)).wrap(Argument("a")) == Decoded(Argument("a"), "html")


def test_words_are_no_base64() -> None:
    assert undone("lamps", "base64") is None
    assert undone("searches", "base64") is None
    assert undone("plain", "url") is None


@given(st.text(max_size=30))
def test_a_chain_makes_the_value_from_what_it_leads_to(value: str) -> None:
    for chain in chains_for(value):
        found = chain.apply(value)
        assert found is not None
        assert render(chain.wrap(Argument("a")), Situation(arguments={"a": found})) == value
